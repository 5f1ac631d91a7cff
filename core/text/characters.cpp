#include "text/characters.hpp"

namespace bolide::text::detail {

namespace {

struct Run {
    char32_t first, last;
    CharacterKind kind;
};

constexpr Run runs[] = {
#include "text/character_table.inc"
};

}  // namespace

CharacterKind find_kind(char32_t code) {
    if (code == 0x200C || code == 0x200D) return CharacterKind::mark;  // The joiners.
    const auto* run = std::upper_bound(std::begin(runs), std::end(runs), code,
                                       [](char32_t wanted, const Run& each) { return wanted < each.first; });
    if (run == std::begin(runs) || code > (--run)->last) return CharacterKind::sign;
    return run->kind;
}

const std::array<CharacterKind, near_codes> near_kinds = [] {
    std::array<CharacterKind, near_codes> kinds{};
    for (char32_t code = 0; code < near_codes; ++code) kinds[code] = find_kind(code);
    return kinds;
}();

}  // namespace bolide::text::detail
