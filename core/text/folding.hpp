/// Forms under which words are compared: lower case, with the results of Java 17's String.toLowerCase (root locale),
/// and the one spelling of words of Indian languages.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// Appends the lower case of `text` to `lowered`, character by character; only Σ looks at its neighbours.
void append_lower(std::u32string& lowered, std::u32string_view text);

std::string lower(std::string_view bytes);

/// The lower case of one character, apart from İ (two characters) and Σ (depends on context).
char32_t lower_simple(char32_t code);

/// A token (UTF-8, composed) folded: without nukta, chandrabindu and avagraha, nasals before a consonant of their class
/// as anusvara, endings without the glide (गयी, गई), native digits, capitals, quotes and dashes as keyboards have them,
/// and a lone full stop as a danda. It is for comparing, not for reading; a token of which nothing is left stays.
std::string fold_indic(std::string_view token);

}  // namespace bolide::text
