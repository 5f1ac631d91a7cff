// METEOR-Hindi in the core.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

/// Two tags: "a" has the first, and the first is followed by the second, unless a word decides otherwise. Of four
/// words, b has the root of a and is a synonym of c.
engine::Settings small_settings() {
    tag::Field field{{"X", "Y"},         {"-1edge", "0word=a", "0word=b"}, {0, 1, 2, 3}, {0, 0, 1},
                     {0.5F, 2.0F, 2.0F}, {0.0F, 1.0F, 0.0F, 0.0F}};
    std::vector<tag::TagUse> uses = {{0, tag::content}, {1, tag::verb}};
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->roots = std::make_shared<const lexicon::Roots>("b\ta\n");
    knowledge->synonyms = std::make_shared<const lexicon::SynonymTable>(lexicon::compile_groups("b\tc\n", {}));
    using enum match::Matcher;
    return {text::Tokeniser(std::nullopt, false),
            knowledge,
            align::StagedSettings{8, {exact, stem, synonym}},
            score::Unit::words,
            score::FormulaKind::features,
            std::make_shared<const tag::Grammar>(
                std::move(field), tag::Attributes(std::unordered_map<std::string, std::string>()), std::move(uses))};
}

TEST("statistics do not depend on threads, and count one to one") {
    const engine::Scorer scorer(small_settings());
    const std::vector<std::string> here(100, "a b d"), there(100, "a c d");
    std::vector<std::int64_t> one(100 * scorer.columns()), many(one.size());
    scorer.statistics(one_to_one(here, there), 1, one);
    scorer.statistics(one_to_one(here, there), 5, many);
    CHECK(one == many);
    CHECK_EQ(one[score::matched_exact], 2);
    CHECK_EQ(one[score::matched_synonym], 3);
    CHECK_EQ(one[score::hypothesis_words], 3);
}

}  // namespace
