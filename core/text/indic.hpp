/// The form under which spellings of a word of Indian languages are equal.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// A token (UTF-8, composed) folded: without nukta, chandrabindu and avagraha, nasals before a consonant of their class
/// as anusvara, endings without the glide (गयी, गई), native digits, capitals, quotes and dashes as keyboards have them,
/// and a lone full stop as a danda. It is for comparing, not for reading; a token of which nothing is left stays.
std::string fold_indic(std::string_view token);

}  // namespace bolide::text
