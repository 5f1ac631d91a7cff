#include "lexicon/synonym_groups.hpp"

#include <algorithm>
#include <utility>

#include "text/split.hpp"

namespace bolide::lexicon {

SynonymGroups::SynonymGroups(std::string text) : text_(std::move(text)) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // Words with their groups.
    text::for_each_line(text_, [&](std::string_view line) {
        for (std::size_t at = 0; at <= line.size();) {
            const std::size_t end = std::min(line.find('\t', at), line.size());
            found.emplace_back(words_.add(line.substr(at, end - at)), static_cast<std::uint32_t>(size_));
            at = end + 1;
        }
        ++size_;
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    firsts_.assign(words_.size() + 1, 0);
    for (const auto& [word, group] : found) {
        ++firsts_[word + 1];
        groups_.push_back(group);
    }
    for (std::size_t i = 1; i < firsts_.size(); ++i) firsts_[i] += firsts_[i - 1];
}

void SynonymGroups::groups(std::string_view word, std::string_view root, std::vector<std::uint32_t>& found) const {
    found.clear();
    for (const std::string_view form : {word, root})
        if (const auto number = words_.find(form))
            found.insert(found.end(), groups_.begin() + firsts_[*number], groups_.begin() + firsts_[*number + 1]);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

}  // namespace bolide::lexicon
