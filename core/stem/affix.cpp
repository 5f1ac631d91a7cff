#include "stem/affix.hpp"

namespace bolide::stem {

const Affix* longest_suffix(std::u16string_view word, Affixes table, std::size_t from) {
    if (word.empty()) return nullptr;
    const Affix* best = nullptr;
    for (const Affix& affix : table)
        if (affix.letters.back() == word.back() && (!best || affix.letters.size() > best->letters.size()) &&
            ends_with(word, affix.letters, from))
            best = &affix;
    return best;
}

const Affix* longest_prefix(std::u16string_view word, Affixes table) {
    const Affix* best = nullptr;
    for (const Affix& affix : table)
        if ((!best || affix.letters.size() > best->letters.size()) && word.starts_with(affix.letters)) best = &affix;
    return best;
}

bool ends_with(std::u16string_view word, std::u16string_view letters, std::size_t from) {
    return word.size() >= from + letters.size() && word.ends_with(letters);
}

std::size_t region_after(std::u16string_view word, std::u16string_view vowels, std::size_t from) {
    std::size_t at = from;
    while (at < word.size() && !is_in(vowels, word[at])) ++at;
    while (at < word.size() && is_in(vowels, word[at])) ++at;
    return at < word.size() ? at + 1 : word.size();
}

}  // namespace bolide::stem
