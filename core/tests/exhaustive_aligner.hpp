/// The alignment of the papers by trying every set of matches. Slow and obvious.
#pragma once

#include <cstdlib>

#include "align/alignment.hpp"
#include "align/paper_aligner.hpp"

namespace bolide::tests {

class ExhaustiveAligner {
  public:
    using Matches = std::vector<match::Match>;
    /// The papers' objective, less is better: covered words in halves, negated; chunks; distance.
    using Value = std::tuple<long, long, long>;

    ExhaustiveAligner(std::vector<match::Matcher> kinds, align::Coverage coverage)
        : kinds_(std::move(kinds)), coverage_(coverage) {}

    /// The first of the best sets, deciding reference words from left to right, each with its matches in order before
    /// none.
    Matches align(std::size_t hypothesis_size, std::vector<Matches> at) {
        at_ = std::move(at);
        for (Matches& matches : at_)
            std::stable_sort(matches.begin(), matches.end(),
                             [this](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
        used_.assign(hypothesis_size, false);
        chosen_.clear();
        best_.clear();
        best_value_ = {1, 0, 0};
        decide(0);
        return best_;
    }

    Value value_of(const Matches& matches) const {
        long gain = 0, distance = 0;
        for (const match::Match& match : matches) {
            gain += gain_of(match);
            distance += std::abs(long{match.hypothesis_start} - long{match.reference_start});
        }
        return {-gain, align::count_chunks(matches), distance};
    }

  private:
    long gain_of(const match::Match& match) const {
        const bool is_whole = coverage_ == align::Coverage::count || kinds_[match.matcher] == match::Matcher::exact;
        return (is_whole ? 2 : 1) * (match.hypothesis_length + match.reference_length);
    }
    std::tuple<std::uint32_t, int, int, long> order_of(const match::Match& match) const {
        return {match.hypothesis_start, match.hypothesis_length, match.reference_length, -gain_of(match)};
    }

    void decide(std::size_t word) {
        if (word == at_.size()) {
            const Value value = value_of(chosen_);
            if (value < best_value_) {
                best_value_ = value;
                best_ = chosen_;
            }
            return;
        }
        for (const match::Match& match : at_[word]) {
            const auto first = used_.begin() + match.hypothesis_start, last = first + match.hypothesis_length;
            if (std::find(first, last, true) != last) continue;
            std::fill(first, last, true);
            chosen_.push_back(match);
            decide(word + match.reference_length);
            chosen_.pop_back();
            std::fill(first, last, false);
        }
        decide(word + 1);
    }

    std::vector<match::Matcher> kinds_;
    align::Coverage coverage_;
    std::vector<Matches> at_;
    std::vector<bool> used_;
    Matches chosen_, best_;
    Value best_value_;
};

}  // namespace bolide::tests
