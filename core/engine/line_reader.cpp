#include "engine/line_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bolide::engine {

namespace {

constexpr std::size_t word_size = sizeof(std::uint64_t);
constexpr std::size_t fewest_slots = 4096;
constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

std::uint64_t bytes_at(const char* bytes) {
    std::uint64_t number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

/// The top bit of every byte that is 0.
std::uint64_t zeros_of(std::uint64_t bytes) { return ~(((bytes & ~tops) + ~tops) | bytes) & tops; }

/// What the last byte of a stretch, or the first one, may have to do with its neighbour.
enum Edge : std::uint8_t { comma = 1, quote = 2, full_stop = 4 };

constexpr auto last_edges = [] {
    std::array<std::uint8_t, 256> edges{};
    edges[','] = comma;
    edges['.'] = full_stop;
    for (const unsigned char byte : {'\'', '`', '\x98', '\x99'})
        edges[byte] = quote;  // The last two end U+2018, U+2019.
    return edges;
}();

constexpr auto first_edges = [] {
    std::array<std::uint8_t, 256> edges{};
    edges[','] = comma;
    for (const unsigned char byte : {'\'', '`', '\xE2'}) edges[byte] = quote;  // The last one begins them.
    return edges;
}();

}  // namespace

void LineReader::clear() {
    slots_.clear();
    shift_ = 64;
    count_ = 0;
    pool_.clear();
    long_.clear();
    long_bytes_ = 0;
}

void LineReader::read(std::string_view line, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                      text::Tokens& tokens, std::vector<lexicon::WordId>& words) {
    if (!find_stretches(line)) {
        tokeniser.tokenise(line, tokens);
        lexicon.intern_all(tokens, words);
        return;
    }
    if (slots_.empty()) grow();
    keys_.resize(stretches_.size());
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
        keys_[i] = key_of(stretches_[i], next_of(i));
        prefetch(&slots_[place_of(keys_[i].hash())]);
    }
    words.clear();
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
        const std::uint32_t found = stretches_[i].size > short_size ? find_long(i, tokeniser, lexicon, tokens)
                                                                    : find(i, tokeniser, lexicon, tokens);
        if (!(found & several)) {
            words.push_back(found);
            continue;
        }
        const auto first = pool_.begin() + static_cast<std::ptrdiff_t>(found & ~several) + 1;
        words.insert(words.end(), first, first + first[-1]);
    }
}

/// Splits a line at blanks; false if that would change what becomes of it.
bool LineReader::find_stretches(std::string_view line) {
    if (line.size() >= several) return false;
    room_.resize(line.size() + short_size + word_size);
    std::memcpy(room_.data(), line.data(), line.size());
    std::memset(room_.data() + line.size(), ' ', short_size + word_size);
    stretches_.clear();
    std::uint64_t controls = 0;
    std::uint32_t start = 0;
    for (std::size_t at = 0; at <= line.size(); at += word_size) {
        const std::uint64_t bytes = bytes_at(room_.data() + at);
        controls |= zeros_of(bytes & (ones * 0xE0));
        for (std::uint64_t blanks = zeros_of(bytes ^ (ones * ' ')); blanks; blanks &= blanks - 1) {
            const auto end = static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(blanks)) / 8);
            if (end > start) stretches_.push_back({start, end - start});
            start = end + 1;
        }
    }
    if (controls) return false;
    const auto byte_at = [this](std::size_t at) { return static_cast<unsigned char>(room_[at]); };
    unsigned touching = 0;
    for (std::size_t i = 1; i < stretches_.size(); ++i) {
        const Stretch& before = stretches_[i - 1];
        touching |= last_edges[byte_at(before.start + before.size - 1)] & first_edges[byte_at(stretches_[i].start)];
    }
    return !touching;
}

/// Which form of a stretch stands in its line.
LineReader::Next LineReader::next_of(std::size_t stretch) const {
    const auto [start, size] = stretches_[stretch];
    if (room_[start + size - 1] != '.' || stretch + 1 == stretches_.size()) return other;
    const char next = room_[stretches_[stretch + 1].start];
    if (next >= 'a' && next <= 'z') return lower_case;
    return next >= '0' && next <= '9' ? digit : other;
}

LineReader::Key LineReader::key_of(const Stretch& stretch, Next next) const {
    Key key{bytes_at(room_.data() + stretch.start), bytes_at(room_.data() + stretch.start + word_size),
            stretch.size << 2 | next};
    const auto first = [](std::uint64_t bytes, std::size_t count) { return bytes & ~(~std::uint64_t{0} << 8 * count); };
    if (stretch.size < word_size) {
        key.low = first(key.low, stretch.size);
        key.high = 0;
    } else if (stretch.size < short_size) {
        key.high = first(key.high, stretch.size - word_size);
    }
    return key;
}

std::uint32_t LineReader::find(std::size_t stretch, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                               text::Tokens& tokens) {
    const Key& key = keys_[stretch];
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = place_of(key.hash());
    for (; slots_[at].key.tag; at = (at + 1) & mask)
        if (slots_[at].key == key) return slots_[at].words;
    const std::uint32_t words = make(stretches_[stretch], static_cast<Next>(key.tag & 3), tokeniser, lexicon, tokens);
    slots_[at] = {key, words};
    if (2 * ++count_ > slots_.size()) grow();
    return words;
}

std::uint32_t LineReader::find_long(std::size_t stretch, const text::Tokeniser& tokeniser, lexicon::Lexicon& lexicon,
                                    text::Tokens& tokens) {
    const Next next = next_of(stretch);
    long_text_.assign(text_of(stretches_[stretch])).push_back(static_cast<char>(next));
    if (const auto found = long_.find(long_text_); found != long_.end()) return found->second;
    const std::uint32_t words = make(stretches_[stretch], next, tokeniser, lexicon, tokens);
    long_.emplace(long_text_, words);
    long_bytes_ += long_text_.size();
    return words;
}

/// What the tokeniser makes of a stretch by itself, with something like what follows it.
std::uint32_t LineReader::make(const Stretch& stretch, Next next, const text::Tokeniser& tokeniser,
                               lexicon::Lexicon& lexicon, text::Tokens& tokens) {
    made_text_.assign(text_of(stretch));
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

void LineReader::grow() {
    std::vector<Slot> old(std::max(fewest_slots, 2 * slots_.size()));
    old.swap(slots_);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Slot& slot : old) {
        if (!slot.key.tag) continue;
        std::size_t at = place_of(slot.key.hash());
        while (slots_[at].key.tag) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = slot;
    }
}

}  // namespace bolide::engine
