/// Phrase pairs that are consistent with a word alignment (Och and Ney 2004; Koehn, Och and Marcu 2003).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "build/links.hpp"

namespace bolide::build {

/// Half-open ranges of words.
struct PhrasePair {
    std::uint32_t source_start, source_end, target_start, target_end;
};

/// Finds the phrase pairs of a segment. Brings room to work in, so that one object serves many segments.
class PhraseExtractor {
  public:
    /// Phrases have at most `longest` words.
    explicit PhraseExtractor(std::uint32_t longest) : longest_(longest) {}

    /// Calls `visit(PhrasePair)` for all pairs of phrases with at least one link between them and none that leaves the
    /// pair on one side only; words without links at their borders may belong to them or not. Costs O(n · longest²)
    /// for n target words, and the number of pairs. `links` is sorted and points inside of the lengths.
    template <class Visit>
    void extract(const Links& links, std::uint32_t source_length, std::uint32_t target_length, Visit visit) {
        prepare(links, source_length, target_length);
        for (std::uint32_t start = 0; start < target_length; ++start) {
            Reach reach;
            for (std::uint32_t end = start + 1; end <= std::min(target_length, start + longest_); ++end) {
                reach.add(of_target_[end - 1]);
                if (reach.is_empty()) continue;
                if (reach.last - reach.first >= longest_) break;  // It only grows.
                if (is_closed(reach, start, end)) visit_extended(reach, start, end, source_length, visit);
            }
        }
    }

  private:
    /// The words of the other side that a stretch of words is linked with: from the first to the last.
    struct Reach {
        std::uint32_t first = UINT32_MAX, last = 0;
        bool is_empty() const { return first > last; }
        void add(Reach other) {
            first = std::min(first, other.first);
            last = std::max(last, other.last);
        }
    };

    void prepare(const Links& links, std::uint32_t source_length, std::uint32_t target_length);
    bool is_closed(Reach reach, std::uint32_t start, std::uint32_t end) const;

    template <class Visit>
    void visit_extended(Reach reach, std::uint32_t start, std::uint32_t end, std::uint32_t source_length,
                        Visit& visit) {
        for (std::uint32_t first = reach.first;; --first) {
            for (std::uint32_t last = reach.last; last < source_length && last - first < longest_; ++last) {
                if (last != reach.last && !of_source_[last].is_empty()) break;
                visit(PhrasePair{first, last + 1, start, end});
            }
            if (first == 0 || !of_source_[first - 1].is_empty() || reach.last - (first - 1) >= longest_) return;
        }
    }

    std::uint32_t longest_;
    std::vector<Reach> of_source_, of_target_;
};

}  // namespace bolide::build
