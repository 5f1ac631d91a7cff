/// Forms in which words are compared: lower case, as by Java 17's String.toLowerCase (root locale), and the folded
/// spelling of words of Indian languages.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// Appends the lower case of `text` to `lowered`, character by character; only Σ depends on its neighbours.
void append_lower(std::u32string& lowered, std::u32string_view text);

std::string lower(std::string_view bytes);

/// The lower case of one character, except İ (two characters) and Σ (depends on context).
char32_t lower_simple(char32_t code);

/// Folds a token (UTF-8, composed): drops nukta, chandrabindu and avagraha; writes nasals before a consonant of their
/// class as anusvara, endings without the glide (गयी, गई), native digits, capitals, quotes and dashes as on keyboards,
/// and a lone full stop as a danda. For comparing, not for reading. A token that would become empty is kept.
std::string fold_indic(std::string_view token);

}  // namespace bolide::text
