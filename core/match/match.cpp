#include "match/match.hpp"

namespace bolide::match {

void Stage::reset(std::size_t hypothesis_size, std::size_t reference_size) {
    found_.clear();
    steps_ = 0;
    hypothesis_cover_.assign(hypothesis_size, 0);
    reference_cover_.assign(reference_size, 0);
}

void Stage::group() {
    firsts_.assign(reference_size() + 2, 0);
    work::for_each_below(found_.size(), [this](std::size_t i) { ++firsts_[found_[i].reference_start + 2]; });
    for (std::size_t j = 2; j < firsts_.size(); ++j) firsts_[j] += firsts_[j - 1];
    matches_.resize(found_.size());
    work::for_each_below(found_.size(), [this](std::size_t i) {
        const Match& match = found_[i];
        matches_[firsts_[match.reference_start + 1]++] = match;
        for (std::size_t k = 0; k < match.hypothesis_length; ++k) ++hypothesis_cover_[match.hypothesis_start + k];
        for (std::size_t k = 0; k < match.reference_length; ++k) ++reference_cover_[match.reference_start + k];
    });
}

void Stage::refuse() const {
    const std::string pair = std::to_string(hypothesis_size()) + " hypothesis words and " +
                             std::to_string(reference_size()) + " reference words";
    if (steps_ <= most_steps)
        throw TooManyMatches("more than " + std::to_string(most_matches) + " candidate matches between " + pair);
    throw TooManyMatches("looking for matches between " + pair + " takes more than " + std::to_string(most_steps) +
                         " steps");
}

}  // namespace bolide::match
