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

Schema schema_of(Part part) {
    if (part == Part::lcs)
        return {{"hypothesis_characters", "characters of the hypothesis, a run of blanks as one", false},
                {"reference_characters", "characters of the reference", false},
                {"common_characters", "characters of the longest common subsequence", false}};
    if (part == Part::semantics)
        return {{"hypothesis_weight", "weights of the words of the hypothesis, by their vectors", false},
                {"reference_weight", "weights of the words of the reference", false},
                {"hypothesis_alike",
                 "weights of the words of the hypothesis, each times how alike the nearest word of "
                 "the reference is, in 1/1024",
                 false},
                {"reference_alike", "the same for the reference", false}};
    Schema schema;
    for (std::size_t order = 1; order <= chrf_characters; ++order) {
        const std::string number = std::to_string(order);
        schema.push_back({"hypothesis_ngrams_" + number, "n-grams of characters of the hypothesis", false});
        schema.push_back({"reference_ngrams_" + number, "n-grams of characters of the reference", false});
        schema.push_back({"matched_ngrams_" + number, "n-grams of characters that both have", false});
    }
    return schema;
}

}  // namespace bolide::score
