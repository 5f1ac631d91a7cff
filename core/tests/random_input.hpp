/// Random input, the same on every machine and in every run.
#pragma once

#include <random>

#include "text/strings.hpp"

namespace bolide::tests {

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// A number below `limit`.
    std::size_t below(std::size_t limit) { return engine_() % limit; }
    bool chance(std::size_t of_hundred) { return below(100) < of_hundred; }

    template <class T>
    const T& pick(const std::vector<T>& values) {
        return values[below(values.size())];
    }

  private:
    std::mt19937_64 engine_;
};

inline std::string random_bytes(Random& random, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(random.below(256)));
    return bytes;
}

/// A code point: ASCII, from a script that the normaliser and the stemmers know, or any other except surrogates.
inline char32_t random_code(Random& random) {
    const std::size_t kind = random.below(8);
    if (kind < 3) return static_cast<char32_t>(random.below(0x80));
    if (kind < 5) return static_cast<char32_t>(0x80 + random.below(0x500));
    if (kind == 5) return static_cast<char32_t>(0x1D00 + random.below(0x1400));
    if (kind == 6) return static_cast<char32_t>(0xE000 + random.below(0x2000));
    return static_cast<char32_t>(0x10000 + random.below(0x100000));
}

inline std::string random_text(Random& random, std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text::append(text, random_code(random));
    return text;
}

/// Some of `pieces`, concatenated.
inline std::string random_mix(Random& random, const std::vector<std::string>& pieces, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += random.pick(pieces);
    return text;
}

/// Words of `vocabulary`, separated by blanks.
inline std::string random_words(Random& random, const std::vector<std::string>& vocabulary, std::size_t count) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) line.append(i ? " " : "").append(random.pick(vocabulary));
    return line;
}

/// Numbers with frequencies like those of words: number n about as often as 1 / (n + 1)^`exponent`.
class Zipf {
  public:
    Zipf(std::size_t count, double exponent) {
        double total = 0;
        for (std::size_t n = 0; n < count; ++n)
            sums_.push_back(total += std::pow(static_cast<double>(n + 1), -exponent));
    }
    std::size_t operator()(Random& random) const {
        const double place = static_cast<double>(random.below(std::size_t{1} << 32)) / 4294967296.0 * sums_.back();
        return static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), place) - sums_.begin());
    }

  private:
    std::vector<double> sums_;
};

}  // namespace bolide::tests
