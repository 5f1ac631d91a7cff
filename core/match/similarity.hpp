/// Graded matches: how alike two words are, and a table of what every two words of a pair have in common.
#pragma once

#include "standard.hpp"

namespace bolide::match {

/// How alike two words are, as a whole number of 1/1024: sums stay exact.
using Similarity = std::uint16_t;
inline constexpr Similarity whole = 1024;

/// What a graded matcher says of two words.
struct Offer {
    Similarity similarity = 0;  ///< 0: they do not match.
    std::uint8_t matcher = 0;   ///< Its place in the list of matchers.
    Similarity credit = 0;      ///< What the match is worth to the aligner.
};

/// The best offers for words of a hypothesis (rows) and of a reference (columns).
class OfferTable {
  public:
    void reset(std::size_t rows, std::size_t columns) {
        columns_ = columns;
        offers_.assign(rows * columns, Offer{});
    }
    std::size_t columns() const { return columns_; }
    const Offer& at(std::size_t row, std::size_t column) const { return offers_[row * columns_ + column]; }

    /// Keeps an offer if there is no better one: of equal ones the first.
    void offer(std::size_t row, std::size_t column, const Offer& offer) {
        Offer& kept = offers_[row * columns_ + column];
        if (offer.credit > kept.credit) kept = offer;
    }

  private:
    std::size_t columns_ = 0;
    std::vector<Offer> offers_;
};

}  // namespace bolide::match
