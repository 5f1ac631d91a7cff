#include "align/remainder.hpp"

#include <utility>

namespace bolide::align {

Part Remainder::keep(const Part& part, const std::vector<bool>& is_possible) {
    const auto size = static_cast<std::uint32_t>(part.options.size());
    kept_before_.resize(size + 1);
    next_options_.clear();
    for (std::uint32_t at = 0; at < size; ++at) {
        kept_before_[at] = static_cast<std::uint32_t>(next_options_.size());
        if (is_possible[at]) next_options_.push_back(part.options[at]);
    }
    kept_before_[size] = static_cast<std::uint32_t>(next_options_.size());
    for (Option& option : next_options_) {
        option.followers = kept_before_[option.followers];
        option.last = kept_before_[option.last];
        if (option.followers == option.last) option.followers = option.last = kept_before_[size];
    }
    firsts_.resize(part.firsts.size());
    for (std::size_t place = 0; place < firsts_.size(); ++place) firsts_[place] = kept_before_[part.firsts[place]];
    std::swap(options_, next_options_);
    return {options_, firsts_, part.words, part.chunk, part.has_distance};
}

}  // namespace bolide::align
