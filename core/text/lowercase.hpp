/// Lower-casing with the results of Java 17's String.toLowerCase (root locale).
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// Appends the lower case of `text` to `lowered`, character by character; only Σ looks at its neighbours.
void append_lower(std::u32string& lowered, std::u32string_view text);

/// The lower case of UTF-8 text.
std::string lower(std::string_view bytes);

/// The lower case of one character, apart from İ (two characters) and Σ (depends on context).
char32_t lower_simple(char32_t code);

}  // namespace bolide::text
