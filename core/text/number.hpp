/// Numbers as they are written in data files.
#pragma once

#include <string_view>

namespace bolide::text {

/// Reads a text that is a number and nothing else, correctly rounded, with a point whatever the locale says. False if
/// it is none, larger than a double can be, or not 0 and so small that the nearest double is.
bool to_double(std::string_view text, double& value);

}  // namespace bolide::text
