/// SHA-256 (FIPS 180-4), for names of small things: Python's own loads a cryptographic library first.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace bolide::resource {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

}  // namespace bolide::resource
