/// What statistics count: the columns of each formula and of each part of a score, by name and meaning. The lists are
/// `meteor_columns.inc`, `feature_columns.inc` and those of parts; all others, Python's and the documentation's among
/// them, are made from these.
#pragma once

#include "match/match.hpp"
#include "score/parts.hpp"

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

/// The formulas of the family.
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

}  // namespace bolide::score
