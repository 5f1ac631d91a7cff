/// Named entities: the attributes seen by a recogniser, and the types that a model gives tokens by them.
///
/// A token is seen with its lower case, shape, prefixes and suffixes, its neighbours, and the gazetteer's entry for
/// each. Capitals are combined with the case of the segment: they mean nothing if there are none, or nothing else.
#pragma once

#include "resource/hash_index.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// The case of a segment: lower, UPPER, Title Case, mixed as in prose, or without letters.
enum class Case : std::uint8_t { lower, upper, title, mixed, none };
inline constexpr std::size_t cases = 5;
inline constexpr std::array<std::string_view, cases> case_names = {"lower", "upper", "title", "mixed", "none"};

/// The one definition of the attributes, for training and for recognising. Immutable.
class EntityAttributes {
  public:
    /// `gazetteer` has lines of word TAB entry. Throws std::invalid_argument for other lines.
    explicit EntityAttributes(std::string gazetteer);
    EntityAttributes(const EntityAttributes&) = delete;
    EntityAttributes& operator=(const EntityAttributes&) = delete;

    /// The visible properties of a token.
    struct Outline {
        std::string lower;
        std::string shape;       ///< Letters, digits and marks, each run once.
        std::string_view known;  ///< The gazetteer's entry.
        bool is_word;            ///< Begins with a letter or digit: commas and the like inside of a name are not words.
        bool has_letter;         ///< As its first character.
        bool has_capital;        ///< Likewise.
        bool is_in_capitals;     ///< And has more than one character.
    };
    Outline outline(std::string_view token) const;

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
    static std::string_view near_shape(const Outline& token, Case written);

    /// Adds the attributes for a token that sees this one `offset` words after it (-2 to 2; 0 for itself).
    static void see(const Outline& token, Case written, int offset, std::vector<std::string>& names);

    std::vector<std::vector<std::string>> see_all(const std::vector<std::string_view>& tokens) const;

  private:
    std::string gazetteer_;
    resource::StringIndex words_;
    std::vector<std::string_view> known_;
};

/// Its memory of words changes no result; for one thread.
class EntityTagger {
  public:
    EntityTagger(const Model& model, const EntityAttributes& attributes);
    EntityTagger(const EntityTagger&) = delete;
    EntityTagger& operator=(const EntityTagger&) = delete;

    /// If `vague` is the best type of a token but `outside` is more probable than `most`, it becomes `outside`.
    struct Doubt {
        Tag vague, outside;
        double most;
    };
    void tag(const std::vector<std::string_view>& tokens, std::vector<Tag>& found, const Doubt* doubt = nullptr);

    /// Whether a token of the last segment begins with a letter or digit.
    bool is_word(std::size_t token) const { return words_[segment_[token]].outline.is_word; }

  private:
    struct Word {
        EntityAttributes::Outline outline;
        std::array<std::uint32_t, cases> emissions;  ///< Their number once computed; else `nowhere`.
    };
    static constexpr std::uint32_t nowhere = UINT32_MAX;

    std::uint32_t learn(std::string_view token);
    std::uint32_t emissions_of(Word& word, Case written);
    /// Adds the weights of neighbouring words, and of the ends of the segment.
    void add_context(Case written, std::span<float> scores);

    const Model& model_;
    const EntityAttributes& attributes_;
    std::vector<Word> words_;
    resource::StringIndex known_;
    Emissions emissions_;
    std::vector<std::uint32_t> segment_;  ///< The words of the last segment.
    std::vector<std::uint32_t> types_;    ///< Their emissions there.
    std::vector<std::string> names_;      ///< Room for those of attributes.
    std::string name_;
    std::vector<float> room_;
};

}  // namespace bolide::tag
