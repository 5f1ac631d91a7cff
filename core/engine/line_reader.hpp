/// From lines of text to numbers of words. Remembers what the tokeniser makes of the stretches between blanks: most of
/// a text is stretches that were there before.
#pragma once

#include "lexicon/lexicon.hpp"
#include "resource/hash_index.hpp"
#include "text/tokeniser.hpp"

namespace bolide::engine {

/// For one thread, one tokeniser and one lexicon.
///
/// What a normaliser does at a place depends on what stands beside it, but it does not look across a blank, with these
/// exceptions: a full stop at the end of a stretch stays or goes by what the next one begins with; of two commas, or
/// two quotes, with one blank between them, the second may lose its blank to the first; and control characters may be
/// blanks as well. For the first there are three forms of a stretch, and lines with the others are tokenised whole.
class LineReader {
  public:
    /// The words of a line: those that the tokeniser finds, as the lexicon numbers them.
    void read(std::string_view line, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon, text::Tokens& tokens,
              std::vector<lexicon::WordId>& words);

    /// Forgets all stretches: to be called whenever the lexicon forgets its words.
    void clear();

    /// Whether it remembers so much that it should forget.
    bool is_full() const { return known_.size() > most_stretches || texts_.size() >= most_bytes; }

  private:
    static constexpr std::size_t most_stretches = std::size_t{1} << 16, most_bytes = std::size_t{1} << 22;
    static constexpr std::size_t short_size = 16;  ///< In bytes. Of longer ones the text is compared, too.
    static constexpr std::uint32_t several = 0x80000000;

    /// What follows a full stop at the end of a stretch.
    enum Next : std::uint32_t { other, lower_case, digit };

    struct Stretch {
        std::uint32_t start, size;
    };
    /// The bytes of a short stretch, filled up with zeros, and its size and form. A longer one has its first bytes, and
    /// its size, so that no short one has its key.
    struct Key {
        std::uint64_t low = 0, high = 0;
        std::uint32_t tag = 0;
        bool operator==(const Key&) const = default;
        std::uint64_t hash() const {
            const std::uint64_t mixed = (low ^ tag) * 0x9E3779B97F4A7C15;
            return std::rotl((mixed ^ mixed >> 32 ^ high) * 0xD6E8FEB86659FD93, 32);
        }
    };
    /// A stretch that was there before.
    struct Known {
        Key key;
        std::uint32_t words;  ///< The number of its only word, or where its words are in the pool.
        std::uint32_t text;   ///< Where the text of a long one begins.
    };
    struct Wanted {
        Key key;
        std::uint64_t hash;
    };

    bool find_stretches(std::string_view line);
    bool make_keys();
    Next next_of(std::size_t stretch) const;
    bool has_text(const Known& known, const Stretch& stretch) const;
    std::uint32_t learn(std::size_t stretch, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                        text::Tokens& tokens);
    std::uint32_t make(std::string_view text, Next next, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                       text::Tokens& tokens);
    std::string_view text_of(const Stretch& stretch) const {
        return std::string_view(room_).substr(stretch.start, stretch.size);
    }

    resource::HashIndex index_;  ///< Of what is known.
    std::vector<Known> known_;
    std::vector<std::uint32_t> pool_;  ///< Of stretches that are not one word: how many, and which.
    std::string texts_;                ///< Of long stretches.
    std::string room_;                 ///< The line, and blanks.
    std::vector<Stretch> stretches_;   ///< Of the line, so many as `count_of_line_`; and their keys.
    std::vector<Wanted> keys_;
    std::size_t count_of_line_ = 0;
    std::vector<lexicon::WordId> made_;
    std::string made_text_;
};

}  // namespace bolide::engine
