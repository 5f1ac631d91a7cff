/// A stage taken apart: what is certain, and parts in which the rest can be decided independently of each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "match/match.hpp"

namespace bolide::align {

/// How covered words count.
enum class Coverage : std::uint8_t {
    weighted,  ///< Those of exact matches 1, others 1/2.
    count,     ///< All of them 1.
};

/// What a choice of matches is worth, as one number to be made large: covered words outweigh chunks, and chunks
/// distance.
using Worth = std::int64_t;

/// A match that may be taken.
struct Option {
    match::Match match;
    std::int32_t gain;                      ///< Covered words of both sides, in halves.
    std::int32_t chunks = 1;                ///< What it adds to the chunks, next to the certain matches alone.
    std::uint32_t first_word = 0;           ///< Of the hypothesis, counted inside the part.
    std::uint32_t next = 0;                 ///< The place at which to go on after it.
    std::uint32_t followers = 0, last = 0;  ///< The options there that continue its chunk, from and up to; where none
                                            ///< does, both are the number of options.
    Worth worth = 0;

    std::uint32_t hypothesis_end() const { return match.hypothesis_start + match.hypothesis_length; }
    std::uint32_t reference_end() const { return match.reference_start + match.reference_length; }
    std::uint32_t distance() const {
        return match.hypothesis_start > match.reference_start ? match.hypothesis_start - match.reference_start
                                                              : match.reference_start - match.hypothesis_start;
    }
};

/// The hypothesis words of an option, counted inside its part.
template <class Visit>
void for_each_word(const Option& option, Visit visit) {
    for (std::uint32_t k = 0; k < option.match.hypothesis_length; ++k) visit(option.first_word + k);
}

/// Options that touch each other: no option elsewhere covers one of their words, or makes one chunk with one of them.
/// They are in the order of their places, the reference words at which some begin; at a place, those come first that
/// begin earlier in the hypothesis, then those that cover fewer of its words, then fewer of the reference.
struct Part {
    std::span<const Option> options;
    std::span<const std::uint32_t> firsts;  ///< The first option at each place, and the end.
    std::uint32_t words;                    ///< Of the hypothesis: how many.
    Worth chunk;                            ///< What one chunk less is worth.
    bool has_distance;                      ///< Whether distances fit into the worth; they are left out where not.

    std::uint32_t places() const { return static_cast<std::uint32_t>(firsts.size() - 1); }
};

class Parts {
  public:
    /// Takes a stage apart, in time nearly linear in its matches. What was returned before is gone.
    void split(const match::Stage& stage, Coverage coverage, std::span<const match::Matcher> kinds);

    /// The matches that every best alignment has: those that share no word with another.
    std::span<const match::Match> certain() const { return certain_; }
    std::size_t size() const { return bounds_.size(); }
    /// The options of all parts.
    std::size_t options() const { return options_.size(); }
    Part operator[](std::size_t number) const;

  private:
    struct Bounds {
        std::uint32_t option, first;  ///< Where the part begins.
        std::uint32_t options, places, words;
        Worth chunk;
        bool has_distance;
    };
    /// Sets of words that belong together.
    class Words {
      public:
        void reset(std::size_t size);
        std::uint32_t root_of(std::uint32_t word);
        void unite(std::uint32_t a, std::uint32_t b) { parents_[root_of(a)] = root_of(b); }

      private:
        std::vector<std::uint32_t> parents_;
    };

    void collect(const match::Stage& stage, Coverage coverage, std::span<const match::Matcher> kinds);
    void insert(std::uint32_t first, const Option& option);
    void sort(std::uint32_t first);
    std::int32_t gain_inside(const Option& phrase) const;
    void leave_out_phrases();
    void find_certain();
    void join();
    void number_parts();
    void gather();
    void number_words();
    void connect(const Bounds& bounds);
    void weigh(Bounds& bounds);

    template <class Visit>
    void for_each_word(const Option& option, Visit visit) const;
    bool is_contested(std::uint32_t reference_word) const;
    std::span<Option> followers_of(const Option& option);

    std::uint32_t hypothesis_size_ = 0, reference_size_ = 0;
    std::vector<Option> found_;               ///< All, in the order of the reference.
    std::vector<std::uint32_t> first_found_;  ///< At each reference word.
    std::vector<bool> is_certain_;
    std::vector<match::Match> certain_;
    std::vector<std::uint32_t> cover_;  ///< How many options cover each word; the reference's behind the hypothesis's.
    Words words_;
    std::vector<std::uint32_t> part_of_;  ///< Of each root; `none` where no part is.
    std::vector<std::uint32_t> place_;    ///< Of each hypothesis word among those of its part.
    std::vector<Option> options_;
    std::vector<std::uint32_t> firsts_;
    std::vector<Bounds> bounds_;
};

}  // namespace bolide::align
