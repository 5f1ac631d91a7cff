#include "stem/stemmer.hpp"

#include "stem/affix.hpp"

namespace bolide::stem {

namespace {

const std::map<std::string_view, Stemmer> stemmers = {
    {"danish", danish},       {"dutch", dutch},           {"english", english},     {"finnish", finnish},
    {"french", french},       {"german", german},         {"hungarian", hungarian}, {"italian", italian},
    {"norwegian", norwegian}, {"portuguese", portuguese}, {"romanian", romanian},   {"russian", russian},
    {"spanish", spanish},     {"swedish", swedish},       {"turkish", turkish}};

/// Calls `visit` with the members of a list until it returns true; returns whether it did.
template <class Visit>
bool any_of_list(View list, Visit visit) {
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(u' ', at), list.size());
        if (visit(list.substr(at, end - at))) return true;
        at = end + 1;
    }
    return false;
}

bool follows_its_letters(View word, const Affix& suffix) {
    return suffix.after.empty() || preceded_by(word, suffix.letters.size(), suffix.after);
}

}  // namespace

Stemmer stemmer_named(std::string_view name) {
    const auto found = stemmers.find(name);
    return found == stemmers.end() ? nullptr : found->second;
}

std::vector<std::string_view> stemmer_names() {
    std::vector<std::string_view> names;
    for (const auto& [name, stemmer] : stemmers) names.push_back(name);
    return names;
}

void Affixes::add(const Affix& list) {
    any_of_list(list.letters, [&](View letters) {
        affixes_.emplace_back(list).letters = letters;
        ends_ |= std::uint64_t{1} << letters.back() % 64;
        return false;
    });
    std::stable_sort(affixes_.begin(), affixes_.end(),
                     [](const Affix& a, const Affix& b) { return a.letters.size() > b.letters.size(); });
}

const Affix* longest_suffix(View word, const Affixes& table, std::size_t from) {
    if (word.empty() || !table.may_end_in(word.back())) return nullptr;
    for (const Affix& affix : table)
        if (affix.letters.back() == word.back() && ends_with(word, affix.letters, from)) return &affix;
    return nullptr;
}

const Affix* suffix_within(View word, const Affixes& table, std::size_t from) {
    const Affix* suffix = longest_suffix(word, table);
    return suffix && ends_with(word, suffix->letters, from) && follows_its_letters(word, *suffix) ? suffix : nullptr;
}

const Affix* longest_prefix(View word, const Affixes& table) {
    for (const Affix& affix : table)
        if (word.starts_with(affix.letters)) return &affix;
    return nullptr;
}

std::size_t region_after(View word, View vowels, std::size_t from) {
    std::size_t at = from;
    while (at < word.size() && !is_in(vowels, word[at])) ++at;
    while (at < word.size() && is_in(vowels, word[at])) ++at;
    return at < word.size() ? at + 1 : word.size();
}

Regions regions_of(View word, View vowels) {
    const std::size_t r1 = region_after(word, vowels, 0), r2 = region_after(word, vowels, r1);
    if (word.size() < 3) return {r1, r2, word.size()};
    const bool vowel_second = is_in(vowels, word[1]);
    if (vowel_second && !is_in(vowels, word[0])) return {r1, r2, 3};
    const std::size_t found = vowel_second ? word.find_first_not_of(vowels, 2) : word.find_first_of(vowels, 2);
    return {r1, r2, found == word.npos ? word.size() : found + 1};
}

bool replace_in(Word& word, std::size_t length, std::size_t from, View letters) {
    if (word.size() < from + length) return false;
    replace_end(word, length, letters);
    return true;
}

bool replace_suffix(Word& word, const Affixes& table, std::size_t from) {
    const Affix* suffix = longest_suffix(word, table, from);
    if (!suffix || !follows_its_letters(word, *suffix)) return false;
    replace_end(word, suffix->letters.size(), suffix->replacement);
    return true;
}

bool replace_within(Word& word, const Affixes& table, std::size_t from) {
    const Affix* suffix = suffix_within(word, table, from);
    if (suffix) replace_end(word, suffix->letters.size(), suffix->replacement);
    return suffix != nullptr;
}

bool remove_suffix(Word& word, View list, std::size_t from) {
    bool is_removed = false;
    any_of_list(list, [&](View suffix) {
        const std::size_t end = std::min(suffix.find(u'+'), suffix.size());
        if (!word.ends_with(suffix.substr(0, end))) return false;
        is_removed = replace_in(word, end, from);
        if (is_removed && end < suffix.size()) remove_suffix(word, suffix.substr(end + 1), from);
        return true;
    });
    return is_removed;
}

void translate(Word& word, View from, View to, std::size_t start) {
    for (std::size_t at = start; at < word.size(); ++at)
        if (const std::size_t found = from.find(word[at]); found != from.npos) word[at] = to[found];
}

void mark_between_vowels(Word& word, View vowels, View letters, View marks) {
    for (std::size_t at = 1; at + 1 < word.size(); ++at)
        if (is_in(vowels, word[at - 1]) && is_in(vowels, word[at + 1]))
            if (const std::size_t found = letters.find(word[at]); found != letters.npos) word[at] = marks[found];
}

}  // namespace bolide::stem
