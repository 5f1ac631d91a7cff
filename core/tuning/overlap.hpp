/// What a sweep keeps of statistics: numbers that depend on some of the parameters only, computed once for all others.
#pragma once

#include "score/formula.hpp"
#include "tuning/sweep.hpp"

namespace bolide::tuning {

/// Fragmentation to the power of every beta, by row: the part of the penalty that depends on nothing else. 0 where
/// nothing is matched, since the score is 0 there anyway.
class Powers {
  public:
    Powers(const Translations& translations, const Grid& grid) : rows_(translations.row_count()) {
        for (std::size_t row = 0; row < rows_; ++row) {
            const double found = score::score(translations.row(row), grid.start).fragmentation;
            fragmentation_.push_back(std::isnan(found) ? 1 : found);  // Without matches, as the formula has it.
        }
        values_.reserve(rows_ * grid.beta.size());
        for (const double beta : grid.beta) {
            score::RememberedPowers powers(beta);
            for (const double fragmentation : fragmentation_) values_.push_back(powers(fragmentation));
        }
    }

    Numbers of_beta(std::size_t beta) const { return Numbers(values_).subspan(beta * rows_, rows_); }
    Numbers fragmentation() const { return fragmentation_; }

  private:
    std::size_t rows_;
    std::vector<double> values_, fragmentation_;
};

/// Precision and recall of every row under one delta, set of weights and weight of copy words; and what other parts add
/// to its score.
struct Overlap {
    std::vector<double> precision, recall;
    std::vector<double> others;  ///< Empty where Meteor is all of the score.
    double rest = 1;             ///< Meteor's share.

    void compute(const Translations& translations, const score::Parameters& parameters) {
        precision.clear();
        recall.clear();
        others.clear();
        rest = score::rest_of(parameters.shares);
        std::array<double, score::part_kinds> parts;
        for (std::size_t row = 0; row < translations.row_count(); ++row) {
            const score::Columns columns = translations.row(row);
            const score::Score found = score::score(columns, parameters);
            precision.push_back(found.precision);
            recall.push_back(found.recall);
            if (!parameters.shares.empty())
                others.push_back(score::add_parts(parameters.shares, columns.subspan(score::columns), parts));
        }
    }

    /// Mixes Meteor's score of a row with the others, by the operations of score::score.
    double mix(std::size_t row, double meteor) const { return others.empty() ? meteor : rest * meteor + others[row]; }

    /// F_mean; 0 where it is undefined, since the score is 0 there.
    double f_mean(std::size_t row, double alpha) const {
        const double mean = 1 / (((1 - alpha) / precision[row]) + (alpha / recall[row]));
        return mean > 0 ? mean : 0;
    }
};

/// Meteor's score, by the operations of score::score.
inline double to_score(double f_mean, double power, double gamma) {
    const double raw = f_mean * (1 - gamma * power);
    return raw > 0 ? raw : 0;
}

}  // namespace bolide::tuning
