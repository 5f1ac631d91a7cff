#include "lexicon/roots.hpp"

#include <algorithm>

#include "text/split.hpp"

namespace bolide::lexicon {

namespace {

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace

Roots::Roots(std::string table, RootRules rules) : table_(std::move(table)), rules_(std::move(rules)) {
    forms_.reserve(static_cast<std::size_t>(std::count(table_.begin(), table_.end(), '\n')));
    text::for_each_line(table_, [&](std::string_view line) {
        const std::size_t tab = line.find('\t');
        if (tab == line.npos || tab + 1 == line.size()) return;
        if (forms_.add(line.substr(0, tab)) == roots_.size()) roots_.push_back(line.substr(tab + 1));
    });
}

std::string Roots::root(std::string_view word) const {
    if (const auto form = forms_.find(word)) return std::string(roots_[*form]);
    for (const auto& [ending, replacement] : rules_.endings) {
        if (!word.ends_with(ending)) continue;
        const std::string_view left = word.substr(0, word.size() - ending.size());
        if (count_characters(left) >= rules_.shortest) return std::string(left).append(replacement);
    }
    return std::string(word);
}

bool Roots::is_infinitive(std::string_view word, std::string_view root) const {
    return std::any_of(rules_.infinitives.begin(), rules_.infinitives.end(), [&](const auto& pair) {
        return word.ends_with(pair.first) &&
               root == std::string(word.substr(0, word.size() - pair.first.size())).append(pair.second);
    });
}

}  // namespace bolide::lexicon
