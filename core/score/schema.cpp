#include "score/schema.hpp"

namespace bolide::score {

namespace {

void add_each_matcher(Schema& schema, const std::string& name, const std::string& meaning) {
    for (std::size_t place = 1; place <= matcher_places; ++place)
        schema.push_back({name + "_" + std::to_string(place), meaning, true, place});
}

Schema meteor_schema() {
    Schema schema;
#define AMOUNT(name, meaning) schema.push_back({#name, meaning, true});
#define COUNT(name, meaning) schema.push_back({#name, meaning, false});
#define MATCHED(name, meaning) add_each_matcher(schema, #name, meaning);
#include "score/meteor_columns.inc"
#undef MATCHED
    return schema;
}

Schema feature_schema() {
    Schema schema;
#include "score/feature_columns.inc"
    return schema;
}
#undef COUNT
#undef AMOUNT

}  // namespace

const Schema& schema_of(FormulaKind formula) {
    static const Schema meteor = meteor_schema(), features = feature_schema();
    return formula == FormulaKind::meteor ? meteor : features;
}

}  // namespace bolide::score
