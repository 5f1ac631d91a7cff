/// Named entities: what a recogniser looks at.
///
/// A token is seen with its lower case, shape, beginnings and ends, with its neighbours, and with what a gazetteer
/// knows of each. Capitals are looked at together with how much they tell: in a segment without any, or with nothing
/// else, they tell nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resource/hash_index.hpp"

namespace bolide::tag {

/// How a segment is written: in lower case, UPPER CASE, Title Case, mixed as prose is, or with no letters.
enum class Case : std::uint8_t { lower, upper, title, mixed, none };
inline constexpr std::size_t cases = 5;
inline constexpr std::array<std::string_view, cases> case_names = {"lower", "upper", "title", "mixed", "none"};

/// The one definition of the attributes, for training and for recognising. Immutable.
class EntityAttributes {
  public:
    /// `gazetteer` has lines word TAB what is known of it. Throws std::invalid_argument for other lines.
    explicit EntityAttributes(std::string gazetteer);
    EntityAttributes(const EntityAttributes&) = delete;
    EntityAttributes& operator=(const EntityAttributes&) = delete;

    /// What is looked at of a token.
    struct Outline {
        std::string lower;
        std::string shape;       ///< Letters, digits and marks, each run as one.
        std::string_view known;  ///< By the gazetteer.
        bool is_word;            ///< Begins with a letter or digit: commas and the like inside of a name are no words.
        bool has_letter;         ///< As its first character.
        bool has_capital;        ///< The same.
        bool is_in_capitals;     ///< And has more than one character.
    };
    Outline outline(std::string_view token) const;

    /// Counts the words of a segment, to tell how it is written.
    class CaseCount {
      public:
        void add(const Outline& token) {
            words_ += token.has_letter;
            capitals_ += token.has_capital;
            in_capitals_ += token.is_in_capitals;
        }
        Case written() const;

      private:
        std::size_t words_ = 0, capitals_ = 0, in_capitals_ = 0;
    };
    /// A shape as neighbours see it.
    static std::string_view near_shape(const Outline& token, Case written);

    /// What an attribute tells of a token.
    enum class Trait : std::uint8_t { word, known, shape, known_and_shape, begins, ends };
    static constexpr std::size_t traits = 6;
    /// What the name of an attribute begins with, before its value.
    static std::string name_of(Trait trait, int offset);

    /// The traits that are seen of a token, with their values, which lie in the token and in `room`.
    struct Sight {
        std::vector<std::pair<Trait, std::string_view>> seen;
        std::string room;
    };
    /// What is seen of a token from `offset` words before it (-2 to 2; 0 for itself).
    static void see(const Outline& token, Case written, int offset, Sight& sight);

    /// All attributes of each token of a segment.
    std::vector<std::vector<std::string>> see_all(const std::vector<std::string_view>& tokens) const;

  private:
    std::string gazetteer_;
    resource::StringIndex words_;
    std::vector<std::string_view> known_;
};

}  // namespace bolide::tag
