/// Mutates valid bytes.
#pragma once

#include "tests/random_input.hpp"

namespace bolide::tests {

/// Pieces that some reader treats specially, or values just outside of a range.
inline const std::vector<std::string>& telling_pieces() {
    static const std::vector<std::string> pieces = {
        "\n",     "\r\n", "\n\n\n",   " ",    "\t",           " ||| ",    "|||",        "0-0",
        "-",      "0.5",  "1e999",    "nan",  "-1",           "1e-400",   "4294967296", "18446744073709551616",
        "\xFF",   "\xC0", "\xF4\x90", "\0\0", "\xED\xA0\x80", "\u2028",   "a",          "big house",
        "\u00E9", "\v",   "\uFEFF",   "0",    "9999999999",   "0-0 1-1 ", "İ",          "DOTMULTI"};
    return pieces;
}

/// Writes a number at the end of its range, as stored in a file.
inline void write_number(Random& random, std::string& bytes, std::size_t at) {
    static const std::vector<std::uint64_t> edges = {
        0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x7000, 0xFFFF, INT32_MAX, UINT32_MAX, UINT64_MAX, std::uint64_t{1} << 63};
    const std::uint64_t value = random.chance(70) ? random.pick(edges) : random.below(bytes.size() + 2);
    const std::size_t width = std::size_t{1} << random.below(4);
    if (at + width <= bytes.size()) std::memcpy(bytes.data() + at, &value, width);
}

/// Makes one change.
inline void mutate_once(Random& random, std::string& bytes) {
    const std::size_t at = random.below(bytes.size() + 1);
    const std::size_t length = std::min(bytes.size() - at, random.below(random.chance(80) ? 9 : 200));
    switch (random.below(8)) {
        case 0:
            bytes.resize(at);
            break;
        case 1:
            bytes.erase(at, length);
            break;
        case 2:
            bytes.insert(at, random.pick(telling_pieces()));
            break;
        case 3:
            bytes.insert(at, bytes.substr(at, length));
            break;
        case 4:
            if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 5:
            bytes.replace(at, length, random_bytes(random, random.below(9)));
            break;
        case 6:
            write_number(random, bytes, at / 8 * 8);
            break;
        default:
            bytes.replace(at, length, random.pick(telling_pieces()));
    }
}

/// Makes up to `most` changes, at least one.
inline void mutate_bytes(Random& random, std::string& bytes, std::size_t most = 6) {
    for (std::size_t changes = 1 + random.below(most); changes > 0; --changes) mutate_once(random, bytes);
}

}  // namespace bolide::tests
