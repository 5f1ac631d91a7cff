/// All phrases of a text, up to a length.
#pragma once

#include <cstdint>
#include <string_view>

#include "build/text_column.hpp"

namespace bolide::build {

/// The different stretches of 1 to `longest` words inside the lines of a text whose words stand apart by one blank
/// each, in the order of their first appearance.
TextColumn ngrams(std::string_view text, std::size_t longest);

}  // namespace bolide::build
