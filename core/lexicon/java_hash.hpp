/// Java's String.hashCode, by which Meteor 1.5 tells words apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace bolide::lexicon {

constexpr std::uint32_t java_hash(std::u16string_view word) {
    std::uint32_t hash = 0;
    for (const char16_t unit : word) hash = 31 * hash + unit;
    return hash;
}

}  // namespace bolide::lexicon
