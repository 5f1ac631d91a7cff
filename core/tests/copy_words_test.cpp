// Copy words: which words they are, how they are counted, and what the formula makes of them.
#include "engine/scorer.hpp"
#include "score/formula.hpp"
#include "tests/harness.hpp"
#include "tests/java_row.hpp"
#include "tests/small_language.hpp"
#include "text/character_kinds.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

constexpr score::Parameters even = {0.5, 1.0, 0.5, 0.5, {1.0, 1.0, 1.0, 1.0}};

score::Parameters with_x(double base, double slope = 0) {
    score::Parameters parameters = even;
    parameters.copy = score::CopySmoothing{base, slope};
    return parameters;
}

engine::Settings settings(std::shared_ptr<lexicon::Knowledge> knowledge) {
    return {text::Tokeniser(std::nullopt, true), std::move(knowledge), align::JavaSettings{40, {match::Matcher::exact}},
            score::Unit::words};
}

engine::Batch batch_of(std::string_view line, std::string_view marks = {}) {
    engine::Batch batch(false);
    batch.add_piece(line);
    batch.end_segment();
    if (!marks.empty()) batch.add_marks(marks);
    return batch;
}

/// The columns of copy words of one pair.
std::string counted(const engine::Scorer& scorer, const engine::Batch& hypothesis, const engine::Batch& reference) {
    std::vector<std::int64_t> row(score::columns, -1);
    scorer.statistics({hypothesis, reference, {1}}, 1, row);
    std::string all;
    for (std::size_t i = score::copy_segments; i <= score::reference_copy_matched; ++i)
        all.append(all.empty() ? "" : " ").append(std::to_string(row[i]));
    return all;
}

}  // namespace

TEST("Without copy knowledge all columns of copy words are zero") {
    const engine::Scorer scorer(settings(learn({})));
    CHECK_EQ(counted(scorer, batch_of("Paris in 1999"), batch_of("Paris in 1999")), "0 0 0 0 0");
}

TEST("Listed words and words with a digit are copy words wherever they stand, in any case") {
    const auto knowledge = learn({});
    knowledge->copy_words.intern("paris");
    const engine::Scorer listed(settings(knowledge));
    CHECK_EQ(counted(listed, batch_of("Paris in 1999"), batch_of("in PARIS or in Rome")), "1 1 1 1 1");
    const auto both = learn({});
    both->copy_words.intern("paris");
    both->copies_numbers = true;
    const engine::Scorer numbers(settings(both));
    CHECK_EQ(counted(numbers, batch_of("Paris in 1999"), batch_of("in 1998 Rome")), "1 2 0 1 0");
}

TEST("Marked tokens are copy words where they are marked") {
    const engine::Scorer scorer(settings(learn({})));
    const std::string_view second("\0\1\0", 3), none("\0\0", 2);
    CHECK_EQ(counted(scorer, batch_of("may may come", second), batch_of("may come", none)), "1 1 1 0 0");
    CHECK_EQ(counted(scorer, batch_of("a b c", second), batch_of("b")), "1 1 1 0 0");
}

TEST("Marks for another number of tokens are refused, with the segment they stand for") {
    const engine::Scorer scorer(settings(learn({})));
    bool refused = false;
    try {
        counted(scorer, batch_of("a b", std::string_view("\1", 1)), batch_of("a"));
    } catch (const engine::SegmentError& error) {
        refused = error.segment == 0;
    }
    CHECK(refused);
}

TEST("A word is unlisted if the paraphrase table and synonyms know nothing of it, and it is letters") {
    const auto knowledge = learn({.function_words = "the", .paraphrases = "0.5\nwaits\nis waiting\n"});
    knowledge->copies_unlisted = true;
    const engine::Scorer scorer(settings(knowledge));
    CHECK_EQ(counted(scorer, batch_of("the zorba waits , 12 x2"), batch_of("zorba")), "1 1 1 1 1");
}

TEST("Words are seen for what they are made of, in any script") {
    CHECK(text::has_digit("F16"));
    CHECK(text::has_digit("१२"));
    CHECK(!text::has_digit("sixteen"));
    CHECK(text::has_only_letters("Žižka"));
    CHECK(text::has_only_letters("हिन्दी"));
    CHECK(!text::has_only_letters("well-known"));
    CHECK(!text::has_only_letters("“"));
    CHECK(!text::has_only_letters("१२"));
}

TEST("Precision and recall are scaled by formulae 8 and 9 of Guo, Ruan and Hu") {
    Row row{};
    row[score::hypothesis_length] = row[score::reference_length] = 4;
    row[score::matched_hypothesis_content] = row[score::matched_reference_content] = 2;
    row[score::chunks] = 1;
    row[score::hypothesis_matches] = row[score::reference_matches] = 2;
    row[score::copy_segments] = 1;
    row[score::hypothesis_copy] = 2;
    row[score::hypothesis_copy_matched] = 1;
    row[score::reference_copy] = 1;
    const score::Score plain = score::score(row, even), scaled = score::score(row, with_x(8));
    CHECK_EQ(plain.precision, 0.5);
    CHECK_EQ(scaled.precision, 0.5 * ((8.0 + 1) / (8.0 + 2)));
    CHECK_EQ(scaled.recall, 0.5 * ((8.0 + 0) / (8.0 + 1)));
    CHECK_EQ(scaled.penalty, plain.penalty);
    CHECK_EQ(score::score(row, with_x(8, 0.5)).precision, 0.5 * ((9.0 + 1) / (9.0 + 2)));
    CHECK_EQ(score::score(row, with_x(0)).recall, 0.0);
}

TEST("Where all copy words are matched, or there are none, the score is the same double") {
    Row row{};
    row[score::hypothesis_length] = 7;
    row[score::reference_length] = 6;
    row[score::matched_hypothesis_content] = row[score::matched_reference_content] = 3;
    row[score::chunks] = 2;
    row[score::hypothesis_matches] = row[score::reference_matches] = 3;
    CHECK_EQ(score::score(row, with_x(0)).score, score::score(row, even).score);
    row[score::copy_segments] = 1;
    row[score::hypothesis_copy] = row[score::hypothesis_copy_matched] = 3;
    CHECK_EQ(score::score(row, with_x(3)).score, score::score(row, even).score);
}

TEST("A sum of segments has the X of each: two equal segments score as one") {
    Row row{};
    row[score::hypothesis_length] = row[score::reference_length] = 4;
    row[score::matched_hypothesis_content] = row[score::matched_reference_content] = 2;
    row[score::chunks] = 1;
    row[score::hypothesis_matches] = row[score::reference_matches] = 2;
    row[score::copy_segments] = 1;
    row[score::hypothesis_copy] = row[score::reference_copy] = 2;
    row[score::hypothesis_copy_matched] = row[score::reference_copy_matched] = 1;
    Row twice = row;
    for (auto& value : twice) value *= 2;
    CHECK_EQ(score::score(twice, with_x(6)).score, score::score(row, with_x(6)).score);
}
