/// Converts lines of text to word numbers. Remembers the tokens of stretches between blanks: most of them repeat.
#pragma once

#include "lexicon/lexicon.hpp"
#include "resource/hash_index.hpp"
#include "text/tokeniser.hpp"
#include "work/stopping.hpp"

namespace bolide::engine {

/// For one thread, one tokeniser and one lexicon.
///
/// A normaliser looks at the neighbours of a character, but not across a blank, with these exceptions. A full stop at
/// the end of a stretch stays or goes depending on the next one's first character. Of two commas, or two quotes, with
/// one blank between them, the second may lose its blank to the first. Control characters may be blanks as well. For
/// the first case a stretch has three forms; lines with the others are tokenised whole.
class LineReader {
  public:
    LineReader() { known_.reserve(usual_stretches); }

    /// Reads the words of a line: the tokeniser's tokens, as numbers of the lexicon.
    void read(std::string_view line, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon, text::Tokens& tokens,
              std::vector<lexicon::WordId>& words) {
        if (!find_stretches(line) || !make_keys()) {
            tokeniser.tokenise(line, tokens);
            lexicon.intern_all(tokens, words);
            return;
        }
        words.resize(count_of_line_);  // Most stretches are one word.
        std::size_t written = 0;
        work::for_each_below(count_of_line_, [&](std::size_t i) {
            const std::uint32_t number = index_.find(keys_[i].hash, [&](std::uint32_t at) {
                const Known& known = known_[at];
                return known.tag == keys_[i].tag &&
                       (stretches_[i].size <= word_size ? known.text == keys_[i].text : has_text(known, i));
            });
            const std::uint32_t found =
                number != resource::HashIndex::none ? known_[number].words : learn(i, tokeniser, lexicon, tokens);
            if (!(found & several)) {
                words[written++] = found;
                return;
            }
            const std::span made = std::span(pool_).subspan((found & ~several) + 1, pool_[found & ~several]);
            words.resize(words.size() + made.size() - 1);
            std::copy(made.begin(), made.end(), words.begin() + static_cast<std::ptrdiff_t>(written));
            written += made.size();
        });
    }

    /// Forgets all stretches. Call it whenever the lexicon forgets its words.
    void clear() {
        index_ = {};
        known_.clear();
        pool_.clear();
        texts_.clear();
    }

    bool is_full() const { return known_.size() > most_stretches || texts_.size() >= most_bytes; }

  private:
    static constexpr std::size_t word_size = sizeof(std::uint64_t);
    static constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

    static std::uint64_t bytes_at(const char* bytes) {
        std::uint64_t number;
        std::memcpy(&number, bytes, sizeof number);
        return number;
    }

    /// The top bit of every byte that is 0.
    static std::uint64_t zeros_of(std::uint64_t bytes) { return ~(((bytes & ~tops) + ~tops) | bytes) & tops; }

    /// How the first or last byte of a stretch may interact with its neighbour.
    enum Edge : std::uint8_t { comma = 1, quote = 2, full_stop = 4 };

    static constexpr auto last_edges = [] {
        std::array<std::uint8_t, 256> edges{};
        edges[','] = comma;
        edges['.'] = full_stop;
        for (const unsigned char byte : {'\'', '`', '\x98', '\x99'})
            edges[byte] = quote;  // The last two end U+2018, U+2019.
        return edges;
    }();

    static constexpr auto first_edges = [] {
        std::array<std::uint8_t, 256> edges{};
        edges[','] = comma;
        for (const unsigned char byte : {'\'', '`', '\xE2'}) edges[byte] = quote;  // The last one begins them.
        return edges;
    }();

    static constexpr std::size_t usual_stretches = std::size_t{1} << 15, most_stretches = std::size_t{1} << 16,
                                 most_bytes = std::size_t{1} << 22;
    static constexpr std::uint32_t several = 0x80000000;

    /// The character after a full stop at the end of a stretch.
    enum Next : std::uint32_t { other, lower_case, digit };

    struct Stretch {
        std::uint32_t start, size;
    };
    struct Known {
        std::uint32_t tag;
        std::uint32_t words;  ///< The number of its only word, or the place of its words in the pool.
        std::uint64_t text;   ///< Its text, or where it begins if it has more than `word_size` bytes.
    };
    struct Wanted {
        std::uint32_t hash;
        std::uint32_t tag;   ///< Its size and form.
        std::uint64_t text;  ///< Its last bytes, up to `word_size`.
    };

    /// The key of text before at least as many other bytes as a word has.
    static Wanted key_of(const char* text, std::uint32_t size, Next next) {
        const auto mixed = [](std::uint64_t number) {
            number *= 0x9E3779B97F4A7C15;
            return number ^ number >> 32;
        };
        std::uint64_t hash = size;
        std::size_t left = size;
        for (; left > word_size; left -= word_size, text += word_size) hash = mixed(hash ^ bytes_at(text));
        const std::uint64_t last = bytes_at(text) & ~std::uint64_t{0} >> 8 * (word_size - left);
        return {static_cast<std::uint32_t>(mixed(hash ^ last)), size << 2 | next, last};
    }

    /// Splits a line at blanks; false if control characters may be blanks as well.
    bool find_stretches(std::string_view line) {
        if (line.size() >= several) return false;
        room_.resize(line.size() + 2 * word_size);
        std::memcpy(room_.data(), line.data(), line.size());
        std::memset(room_.data() + line.size(), ' ', 2 * word_size);
        std::size_t count = 0;
        std::uint64_t controls = 0;
        std::uint32_t start = 0;
        for (std::size_t at = 0; at <= line.size(); at += word_size) {
            const std::uint64_t bytes = bytes_at(room_.data() + at);
            controls |= zeros_of(bytes & (ones * 0xE0));
            if (count + word_size > stretches_.size()) stretches_.resize(2 * stretches_.size() + word_size);
            for (std::uint64_t blanks = zeros_of(bytes ^ (ones * ' ')); blanks; blanks &= blanks - 1) {
                const auto end =
                    static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(blanks)) / 8);
                stretches_[count] = {start, end - start};
                count += end > start;
                start = end + 1;
            }
        }
        count_of_line_ = count;
        return !controls;
    }
    /// Makes and prefetches the keys of the stretches; false if two of them interact.
    bool make_keys() {
        if (keys_.size() < count_of_line_) keys_.resize(count_of_line_);
        unsigned touching = 0, before = 0;
        for (std::size_t i = 0; i < count_of_line_; ++i) {
            const auto [start, size] = stretches_[i];
            const char* const text = room_.data() + start;
            touching |= before & first_edges[static_cast<unsigned char>(text[0])];
            before = last_edges[static_cast<unsigned char>(text[size - 1])];
            const Next next = before & full_stop ? next_of(i) : other;
            keys_[i] = key_of(text, size, next);
            index_.prefetch(keys_[i].hash);
        }
        return !touching;
    }
    /// The form of a stretch that ends in a full stop.
    LineReader::Next next_of(std::size_t stretch) const {
        if (stretch + 1 == count_of_line_) return other;
        const char next = room_[stretches_[stretch + 1].start];
        if (next >= 'a' && next <= 'z') return lower_case;
        return next >= '0' && next <= '9' ? digit : other;
    }
    /// Whether a long stretch equals a known one with the same hash and tag.
    bool has_text(const Known& known, std::size_t stretch) const {
        return texts_.compare(known.text, stretches_[stretch].size, text_of(stretch)) == 0;
    }
    std::uint32_t learn(std::size_t stretch, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                        text::Tokens& tokens) {
        const auto [hash, tag, last] = keys_[stretch];
        const std::string_view text = text_of(stretch);
        const std::uint32_t words = make(text, static_cast<Next>(tag & 3), tokeniser, lexicon, tokens);
        const bool is_long = text.size() > word_size;
        known_.push_back({tag, words, is_long ? texts_.size() : last});
        if (is_long) texts_ += text;
        index_.insert(hash);
        return words;
    }
    /// Tokenises a stretch by itself, followed by a stand-in for the next one.
    std::uint32_t make(std::string_view text, Next next, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                       text::Tokens& tokens) {
        made_text_.assign(text);
        if (text[0] >= 'A' && text[0] <= 'Z' && tokeniser.lowers()) made_text_[0] |= 'a' - 'A';
        const auto is_plain = [](char letter) { return letter >= 'a' && letter <= 'z'; };
        if (std::all_of(made_text_.begin(), made_text_.end(), is_plain))
            return lexicon.intern(made_text_);  // As with every tokeniser.
        made_text_[0] = text[0];
        if (next != other) made_text_.append(next == lower_case ? " a" : " 1");
        tokeniser.tokenise(made_text_, tokens);
        lexicon.intern_all(tokens, made_);
        if (next != other) made_.pop_back();
        if (made_.size() == 1) return made_[0];
        const auto at = static_cast<std::uint32_t>(pool_.size());
        pool_.push_back(static_cast<std::uint32_t>(made_.size()));
        pool_.insert(pool_.end(), made_.begin(), made_.end());
        return at | several;
    }
    std::string_view text_of(std::size_t stretch) const {
        return std::string_view(room_).substr(stretches_[stretch].start, stretches_[stretch].size);
    }

    resource::SmallHashIndex index_;  ///< Of `known_`.
    std::vector<Known> known_;
    std::vector<std::uint32_t> pool_;  ///< Of stretches that are not one word: how many words, and which.
    std::string texts_;                ///< Of long stretches.
    std::string room_;                 ///< The line, and blanks.
    std::vector<Stretch> stretches_;   ///< Of the line, `count_of_line_` of them; and their keys.
    std::vector<Wanted> keys_;
    std::size_t count_of_line_ = 0;
    std::vector<lexicon::WordId> made_;
    std::string made_text_;
};

}  // namespace bolide::engine
