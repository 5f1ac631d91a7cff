/// What statistics count, by name and meaning, and the formulas of the family: from statistics and parameters to
/// scores, for one row or many. The columns are listed in `meteor_columns.inc`, `feature_columns.inc` and by the parts
/// of a score; all other lists, Python's and the documentation's among them, are made from these.
#pragma once

#include "match/match.hpp"
#include "score/parts.hpp"
#include "score/power.hpp"

namespace bolide::score {

/// How many matchers a metric has at the most: each kind once.
inline constexpr std::size_t matcher_places = match::matcher_kinds;

/// The columns of Meteor's formula. A column of each matcher stands for the first one's; the others' follow it.
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
    length,      ///< Tenths of a code point, and less for signs (lexicon/forms.hpp).
};

enum class FormulaKind : std::uint8_t { meteor, features };
inline constexpr std::array all_formulas = {FormulaKind::meteor, FormulaKind::features};

struct ColumnFacts {
    std::string name, meaning;
    bool is_amount;         ///< Whether it is counted in the unit of the metric: words or characters.
    std::size_t place = 0;  ///< Of the matcher that it belongs to, from 1 on; 0 if it belongs to none.
};

using Schema = std::vector<ColumnFacts>;

/// What the statistics of a formula count, column by column; those of Meteor's are followed by those of parts.
const Schema& schema_of(FormulaKind formula);
Schema schema_of(Part part);

/// How much weight copy words have: X of Guo, Ruan and Hu (2018), formulae 8 and 9, as a line: X is `base` for each
/// segment and `slope` for each of its copy words. The paper has no slope.
struct CopySmoothing {
    double base, slope;
};

/// Whether a segment matched whole in one chunk is penalised: by gamma * (ch / m) ^ beta in the papers, by 0 in Java.
enum class Penalty : std::uint8_t { java, paper };

/// Denkowski and Lavie (2014), section 2. Weights of places that are not used are 0.
struct Parameters {
    double alpha, beta, gamma, delta;
    std::array<double, matcher_places> weights;
    std::optional<CopySmoothing> copy = std::nullopt;  ///< Without it, copy words do not count.
    Penalty penalty = Penalty::java;
    Shares shares = {};  ///< Of other parts in the score. Their columns follow Meteor's.
};

/// A number of the formula by its name. Whoever hands in options knows no others: a new one is a row here.
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

/// NaN where something is undefined: precision of an empty hypothesis, penalty without matches, a part that has no
/// share in the score. The score never is.
struct Score {
    Score() { parts.fill(std::numeric_limits<double>::quiet_NaN()); }

    double precision = 0, recall = 0, f1 = 0, f_mean = 0, fragmentation = 0, penalty = 0;
    std::array<double, part_kinds> parts;
    double score = 0;
};

/// The score of a row of Meteor's columns, then those of the parts that have a share. Without any, the operations and
/// their order are those of Meteor 1.5, so that the result is the same double, on every platform (score/power.hpp).
Score score(Columns row, const Parameters& parameters);
/// The same for one of many rows, with the powers for `beta`.
Score score(Columns row, const Parameters& parameters, RememberedPowers& powers);

/// Something that hypothesis and reference have in common: what is matched, of how much on either side.
struct Feature {
    std::string_view name;
    FeatureColumn matched, hypothesis, reference;
    FeatureColumn matched_reference = matched;  ///< Of the reference, where that may be another number.
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

/// METEOR-Hindi's formula has two weights a feature: of its precision and of its recall.
struct FeatureParameters {
    std::vector<Feature> features;
    std::vector<double> weights;
};

/// Fills `values` with precision and recall of each feature, 0 where there is nothing to match.
void measure_features(ConstFeatureRow row, std::span<const Feature> features, std::span<double> values);

/// The score is the weighted mean of all values (equation 1), precision and recall those of theirs, each added up in
/// the order of the features. There are no chunks, so no fragmentation (NaN) and no penalty (0).
Score score(ConstFeatureRow row, const FeatureParameters& parameters);

/// A formula with its parameters, which tell which one it is.
using Formula = std::variant<Parameters, FeatureParameters>;

FormulaKind kind_of(const Formula& formula);
std::size_t width_of(const Formula& formula);

using Rows = std::span<const std::int64_t>;  ///< Its size is a multiple of their width.

/// Fills `total`, which is as wide as a row, with the sum of all rows: the statistics of a corpus.
void sum_rows(Rows rows, std::span<std::int64_t> total);

void score_rows(Rows rows, const Formula& formula, std::span<Score> scores);

/// For each segment, whose references' scores end at `ends`, the number of its best reference, from 0 on.
/// Parity: the first of equally good ones.
std::vector<std::int64_t> best_references(std::span<const double> scores, std::span<const std::size_t> ends);

}  // namespace bolide::score
