/// The names and meanings of statistics, and the formulas of the family: from statistics and parameters to scores, for
/// one row or many. The columns are listed in `meteor_columns.inc`, `feature_columns.inc` and by the parts of a score;
/// all other lists, including Python's and the documentation's, are derived from these.
#pragma once

#include "match/match.hpp"
#include "score/parts.hpp"
#include "score/power.hpp"

namespace bolide::score {

/// The most matchers of a metric: each kind once.
inline constexpr std::size_t matcher_places = match::matcher_kinds;

/// The columns of Meteor's formula. A matcher's column is the first matcher's; those of the others follow it.
enum Column : std::size_t {
#define AMOUNT(name, meaning) name,
#define COUNT(name, meaning) name,
#define MATCHED(name, meaning) matched_##name, last_matched_##name = matched_##name + matcher_places - 1,
#include "score/meteor_columns.inc"
#undef MATCHED
    columns,
};

/// The columns of METEOR-Hindi's formula.
enum FeatureColumn : std::size_t {
#include "score/feature_columns.inc"
    feature_columns,
};
#undef COUNT
#undef AMOUNT

using Row = std::span<std::int64_t, columns>;
using ConstRow = std::span<const std::int64_t, columns>;
using FeatureRow = std::span<std::int64_t, feature_columns>;
using ConstFeatureRow = std::span<const std::int64_t, feature_columns>;

enum class Unit : std::uint8_t {
    words,
    characters,  ///< Parity: UTF-16 units.
    length,      ///< Tenths of a code point; signs count less (lexicon/forms.hpp).
};

enum class FormulaKind : std::uint8_t { meteor, features };
inline constexpr std::array all_formulas = {FormulaKind::meteor, FormulaKind::features};

struct ColumnFacts {
    std::string name, meaning;
    bool is_amount;         ///< Whether it is counted in the metric's unit: words or characters.
    std::size_t place = 0;  ///< Of its matcher, from 1; 0 if it belongs to none.
};

using Schema = std::vector<ColumnFacts>;

/// The meanings of a formula's statistics, column by column; columns of parts follow those of Meteor.
const Schema& schema_of(FormulaKind formula);
Schema schema_of(Part part);

/// The weight of copy words: X of Guo, Ruan and Hu (2018), formulae 8 and 9, as a linear function: `base` for each
/// segment plus `slope` for each of its copy words. The paper has no slope.
struct CopySmoothing {
    double base, slope;
};

/// Whether a segment matched whole in one chunk is penalised: by gamma * (ch / m) ^ beta in the papers, by 0 in Java.
enum class Penalty : std::uint8_t { java, paper };

/// Denkowski and Lavie (2014), section 2. Weights of unused places are 0.
struct Parameters {
    double alpha, beta, gamma, delta;
    std::array<double, matcher_places> weights;
    std::optional<CopySmoothing> copy = std::nullopt;  ///< Without it, copy words do not count.
    Penalty penalty = Penalty::java;
    Shares shares = {};  ///< Of other parts of the score. Their columns follow Meteor's.
};

/// A number of the formula by name. The options offer exactly these; a new one is a row here.
struct Setting {
    const char* name;
    double Parameters::* value;
};

inline constexpr std::array<Setting, 4> all_settings = {{
    {"alpha", &Parameters::alpha},
    {"beta", &Parameters::beta},
    {"gamma", &Parameters::gamma},
    {"delta", &Parameters::delta},
}};

/// NaN for anything undefined: precision of an empty hypothesis, penalty without matches, a part without a share in the
/// score. The score itself is always defined.
struct Score {
    Score() { parts.fill(std::numeric_limits<double>::quiet_NaN()); }

    double precision = 0, recall = 0, f1 = 0, f_mean = 0, fragmentation = 0, penalty = 0;
    std::array<double, part_kinds> parts;
    double score = 0;
};

/// The score of a row of Meteor's columns, followed by those of parts with a share. Without parts, the operations and
/// their order are those of Meteor 1.5, so that the result is the same double, on every platform (score/power.hpp).
Score score(Columns row, const Parameters& parameters);
/// The same for one of many rows, with remembered powers for `beta`.
Score score(Columns row, const Parameters& parameters, RememberedPowers& powers);

/// A feature shared by hypothesis and reference: the amount matched, and the amount on either side.
struct Feature {
    std::string_view name;
    FeatureColumn matched, hypothesis, reference;
    FeatureColumn matched_reference = matched;  ///< Of the reference, if that may differ.
};

/// Gupta, Venkatapathy and Sangal (2010), section 6.3; and paraphrases, their future work.
inline constexpr std::array<Feature, 7> all_features = {{
    {"exact", matched_exact, hypothesis_words, reference_words},
    {"stem", matched_stem, hypothesis_words, reference_words},
    {"synonym", matched_synonym, hypothesis_words, reference_words},
    {"lwg", matched_groups, hypothesis_groups, reference_groups},
    {"pos", matched_pos, hypothesis_words, reference_words},
    {"clause", matched_clauses, hypothesis_clauses, reference_clauses},
    {"paraphrase", matched_paraphrase, hypothesis_words, reference_words, matched_paraphrase_reference},
}};

/// The feature of that name; throws std::invalid_argument if there is none.
const Feature& feature_named(std::string_view name);

/// METEOR-Hindi's formula has two weights per feature: one for precision, one for recall.
struct FeatureParameters {
    std::vector<Feature> features;
    std::vector<double> weights;
};

/// Fills `values` with precision and recall of each feature; 0 if there is nothing to match.
void measure_features(ConstFeatureRow row, std::span<const Feature> features, std::span<double> values);

/// The score is the weighted mean of all values (equation 1); precision and recall are the means of theirs. Each is
/// added up in the order of the features. There are no chunks, so no fragmentation (NaN) and no penalty (0).
Score score(ConstFeatureRow row, const FeatureParameters& parameters);

/// A formula with its parameters; their type selects the formula.
using Formula = std::variant<Parameters, FeatureParameters>;

FormulaKind kind_of(const Formula& formula);
std::size_t width_of(const Formula& formula);

using Rows = std::span<const std::int64_t>;  ///< Its size is a multiple of their width.

/// Fills `total`, one row wide, with the sum of all rows: the statistics of a corpus.
void sum_rows(Rows rows, std::span<std::int64_t> total);

void score_rows(Rows rows, const Formula& formula, std::span<Score> scores);

/// The number of the best reference of each segment, from 0; the scores of its references end at `ends`. Parity: the
/// first of equally good ones.
std::vector<std::int64_t> best_references(std::span<const double> scores, std::span<const std::size_t> ends);

}  // namespace bolide::score
