/// Character-level comparison of two texts: chrF and chrF++ (Popović 2015, 2017) as sacreBLEU computes them, an F-score
/// of character and word n-grams; and the longest common subsequence.
#pragma once

#include "standard.hpp"

namespace bolide::score {

/// The longest n-grams of characters, and of the words that chrF++ adds.
inline constexpr std::size_t chrf_characters = 6, chrf_words = 2, chrf_orders = chrf_characters + chrf_words;

/// For each order: n-grams of the hypothesis (0 if the reference has none), of the reference, and shared ones. Rows add
/// up to the row of a corpus.
inline constexpr std::size_t chrf_columns = 3 * chrf_orders;
using ChrfRow = std::span<std::int64_t, chrf_columns>;
using CharacterRow = std::span<std::int64_t, 3 * chrf_characters>;

/// The score from 0 to 1 of the first orders of a row, with recall twice as important as precision. Operations and
/// their order are those of sacreBLEU 2.6, so that 100 times the result is the same double.
double chrf_score(std::span<const std::int64_t> row, std::size_t orders);

/// Counts the n-grams of pairs. Keeps its memory; for one thread.
class ChrfCounter {
  public:
    /// Fills a row for text in UTF-8, in linear time; blanks do not count, and word n-grams only `with_words`.
    void count(std::string_view hypothesis, std::string_view reference, bool with_words, ChrfRow row);
    void count(std::string_view hypothesis, std::string_view reference, CharacterRow row);
    /// The same for characters; blanks count.
    void count(std::u32string_view hypothesis, std::u32string_view reference, CharacterRow row);

  private:
    /// An n-gram: of characters, by the number of the one without its last character, and that character; or of words.
    struct Slot {
        std::uint64_t key;
        std::uint32_t round;  ///< The round that filled it: slots of other rounds are empty.
        std::uint32_t number;
        std::int32_t count;  ///< How many of its occurrences in the hypothesis the reference has not matched.
    };
    struct Side {
        std::u32string codes;              ///< Without blanks.
        std::vector<std::size_t> ends;     ///< Of the words, as places in `codes`.
        std::vector<std::uint32_t> grams;  ///< The number of the n-gram at each place; 0 if the hypothesis lacks it.
        std::vector<std::uint32_t> words;  ///< The numbers of the words.
    };

    void read(std::string_view text, Side& side) const;
    /// Begins a round that learns at most `most` n-grams.
    void make_room(std::size_t most);
    Slot& place(std::uint64_t key);
    Slot& learn(std::uint64_t key);
    Slot* find(std::uint64_t key);
    void count_words(ChrfRow row);

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;  ///< Selects the slots in use: only as many as needed.
    std::uint32_t round_ = 0, numbers_ = 0;
    Side hypothesis_, reference_;
};

/// Measures common subsequences. Keeps its memory; for one thread.
class CommonSubsequence {
  public:
    /// The length of the longest one in characters. Bit-parallel (Hyyrö 2004), 64 characters of the first text at a
    /// time: time grows with the product of both lengths, divided by 64, and memory with the length of the second text.
    std::size_t length(std::u32string_view first, std::u32string_view second);

  private:
    std::vector<std::uint8_t> carries_;  ///< The carry of the block before, for each character of the second text.
};

}  // namespace bolide::score
