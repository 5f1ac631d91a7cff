// Results are the same bits with every compiler, standard library and processor: hashes from one of them, which all
// others must reproduce. An intended change of a score changes a hash as well.
#include "engine/scorer.hpp"
#include "score/formula.hpp"
#include "tag/field.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "tests/small_model.hpp"
#include "tuning/sweep.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;

/// FNV-1a of 64 bits, a number at a time.
class Hash {
  public:
    void add(std::uint64_t number) { value_ = (value_ ^ number) * 0x100000001B3; }
    void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(std::string_view bytes) {
        for (const char byte : bytes) add(std::uint64_t{static_cast<unsigned char>(byte)});
    }
    template <class T>
    void add_all(const T& values) {
        for (const auto& value : values) add(value);
    }
    std::string text() const {
        std::string digits(16, '0');
        for (int i = 0; i < 16; ++i)
            digits[static_cast<std::size_t>(15 - i)] = "0123456789abcdef"[value_ >> 4 * i & 15];
        return digits;
    }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

/// A few words in many forms: most pairs of segments can be aligned equally well in many ways.
const std::string vocabulary =
    "the a of run runs running runner quay pier wait waits waited waiting was cross crossing crossed harbour harbor "
    "harbours boat boats ship , . Paris paris 12";

const SmallLanguage language = {
    .function_words = "the a of was , .",
    .stemmer = stem::english,
    .synsets = "boat\n1 5\nship\n1\ncross\n2\nrun\n2 4\nharbour\n3\nharbor\n3\nquay\n3 5\npier\n5\nwait\n4\n",
    .exceptions = "run\nrunning runner\n",
    .paraphrases =
        "0.5\nquay\nthe pier\n0.3\nwas waiting\nwaited\n0.3\nwaited\nwas waiting\n0.2\nthe boat\na ship\n"
        "0.1\nof the\nthe\n0.25\nship of\nboat , the\n"};

std::shared_ptr<const lexicon::Knowledge> few_words() {
    auto knowledge = learn(language);
    knowledge->copies_numbers = true;
    return knowledge;
}

std::vector<std::string> segments(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < count; ++i)
        lines.push_back(random_words(random, words_of(vocabulary), random.below(i % 20 ? 24 : 90)));
    return lines;
}

/// Gives every token of a batch a random vector, the same for the same token.
void add_vectors(const text::Tokeniser& tokeniser, engine::Batch& batch, std::deque<std::string>& kept) {
    text::Tokens tokens;
    for (std::size_t segment = 0; segment < batch.size(); ++segment) {
        tokeniser.tokenise(batch.line(segment), tokens);
        std::string& vectors = kept.emplace_back();
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            std::uint64_t seed = 1;
            for (const char byte : tokens[i]) seed = 31 * seed + static_cast<unsigned char>(byte);
            Random random(seed);
            vectors += random_bytes(random, 24);
        }
        batch.add_vectors(vectors);
    }
}

/// The statistics of made-up pairs, on two threads.
std::vector<std::int64_t> statistics(const align::AlignerSettings& aligner, score::Unit unit,
                                     score::FormulaKind formula, std::size_t count, const score::Shares& shares = {}) {
    static const auto knowledge = few_words();
    const text::Tokeniser tokeniser(text::Normaliser(text::Apostrophe::before, {}, true), true);
    const engine::Scorer scorer({tokeniser, knowledge, aligner, unit, formula, nullptr, match::whole / 2, shares});
    std::vector<std::int64_t> rows(count * scorer.columns());
    const auto hypotheses = segments(2, count), references = segments(3, count);
    engine::Pairs pairs = one_to_one(hypotheses, references);
    std::deque<std::string> vectors;
    add_vectors(tokeniser, pairs.hypotheses, vectors);
    add_vectors(tokeniser, pairs.references, vectors);
    scorer.statistics(pairs, 2, rows);
    return rows;
}

std::string hash_of(const align::AlignerSettings& aligner, score::Unit unit = score::Unit::words,
                    score::FormulaKind formula = score::FormulaKind::meteor, const score::Shares& shares = {}) {
    Hash hash;
    hash.add_all(statistics(aligner, unit, formula, 600, shares));
    return hash.text();
}

const std::vector<Matcher> classic = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
const std::vector<Matcher> spelt = {Matcher::exact, Matcher::synonym, Matcher::paraphrase, Matcher::spelling};
const std::vector<Matcher> meant = {Matcher::exact,      Matcher::stem,    Matcher::synonym,
                                    Matcher::paraphrase, Matcher::meaning, Matcher::nearest};

align::PaperSettings paper(const std::vector<Matcher>& kinds, std::size_t beam,
                           align::Coverage coverage = align::Coverage::weighted) {
    return {beam, coverage, kinds};
}

const score::Parameters parameters = {0.85, 0.2, 0.6, 0.75, {1, 0.6, 0.8, 0.6}};
const score::Shares thirds = {{score::Part::chrf, 1.0 / 3, 0, true}, {score::Part::lcs, 1.0 / 3, 0.9}};

}  // namespace

TEST("Same bits: statistics of the Java program's aligner") {
    CHECK_EQ(hash_of(align::JavaSettings{.beam = 40, .kinds = classic}), "95314d939b94a194");
    CHECK_EQ(hash_of(align::JavaSettings{.beam = 7, .objective = align::Objective::accuracy, .kinds = classic},
                     score::Unit::characters),
             "b536642355b72b13");
    CHECK_EQ(hash_of(align::JavaSettings{.beam = 200, .kinds = classic}), "3b4f3546c3cfc95b");
}

TEST("Same bits: statistics of the papers' aligner") {
    CHECK_EQ(hash_of(paper(classic, 256)), "f905d226969775bf");
    CHECK_EQ(hash_of(paper(classic, 8, align::Coverage::count)), "977795e53f46653a");
    CHECK_EQ(hash_of(paper(classic, 2)), "27ab7469023e97db");
}

TEST("Same bits: statistics of graded matches") {
    CHECK_EQ(hash_of(paper(spelt, 8), score::Unit::length, score::FormulaKind::meteor, {{score::Part::chrf, 0.5}}),
             "da910e6afdb0d9a0");
    CHECK_EQ(hash_of(paper(spelt, 8), score::Unit::length, score::FormulaKind::meteor, thirds), "65c73e804745bd91");
    CHECK_EQ(hash_of(paper(meant, 256)), "abae73553dee0f24");
}

TEST("Same bits: statistics of the staged aligner") {
    CHECK_EQ(hash_of(align::StagedSettings{64, classic}), "c7016da8abc94e4d");
    CHECK_EQ(hash_of(align::StagedSettings{1, classic}, score::Unit::words, score::FormulaKind::features),
             "74ccef7f1a7e1f43");
}

TEST("Same bits: scores") {
    const auto hash_with = [](const score::Shares& shares) {
        score::Parameters mixed = parameters;
        mixed.shares = shares;
        const auto rows = statistics(align::JavaSettings{.beam = 10, .kinds = classic}, score::Unit::length,
                                     score::FormulaKind::meteor, 240, shares);
        Hash hash;
        for (auto row = std::span(rows); !row.empty(); row = row.subspan(score::width_of(score::Formula(mixed)))) {
            const auto score = score::score(row, mixed);
            // Undefined parts are NaN, which has many bit patterns.
            hash.add_all(std::array{score.f_mean > 0 ? score.penalty : 0, score.parts[0], score.score});
        }
        return hash.text();
    };
    CHECK_EQ(hash_with({{score::Part::chrf, 0.5}}), "02f5b6ff4700e257");
    CHECK_EQ(hash_with(thirds), "103ac5b7ab8bacf3");
}

TEST("Same bits: sweeps") {
    const std::size_t count = 120;
    tuning::Translations translations{statistics(align::JavaSettings{.beam = 10, .kinds = classic}, score::Unit::words,
                                                 score::FormulaKind::meteor, count),
                                      {}};
    Random random(4);
    std::vector<tuning::Group> groups;
    for (const auto measure : {tuning::Measure::tau, tuning::Measure::pearson, tuning::Measure::weighted_pearson,
                               tuning::Measure::spearman, tuning::Measure::kendall})
        groups.push_back({measure, 0.25, {}, {}});
    for (std::uint32_t i = 0; i < count; ++i) {
        translations.ends.push_back(i + 1);
        const auto other = static_cast<std::uint32_t>(random.below(count));
        const auto human = static_cast<double>(random.below(40)) / 7, weight = static_cast<double>(random.below(9));
        for (tuning::Group& group : groups) {
            if (tuning::is_of_rankings(group.measure))
                group.preferences.push_back({i, other, 1});
            else
                group.judgements.push_back({i, human, weight});
        }
    }
    const tuning::Grid grid = {parameters,           {0, 0.3, 0.7, 0.9}, {0.2, 1, 1.7},
                               {0, 0.25, 0.5, 0.75}, {0.5, 0.8},         {parameters.weights}};
    Hash hash;
    for (const auto method : {tuning::Method::quick, tuning::Method::plain})
        hash.add_all(tuning::sweep(translations, groups, grid, method, 2));
    CHECK_EQ(hash.text(), "684b8e1aa723318c");
}

TEST("Same bits: probabilities of tags") {
    Random random(6);
    const tag::Model model(tag::read_crfsuite(small_model()));
    Hash hash;
    for (int i = 0; i < 100; ++i) {
        std::vector<float> scores(2 * (1 + random.below(12)));
        for (float& score : scores) score = static_cast<float>(random.below(2000)) / 97.0F - 10.0F;
        hash.add_all(model.marginals(scores, 1));
    }
    CHECK_EQ(hash.text(), "e8fc362814c1a1bc");
}

TEST("Same bits: compiled tables") {
    Hash hash;
    const auto path = scratch_file();
    lexicon::ParaphraseCompiler compiler;
    compiler.feed(language.paraphrases);
    compiler.write(path, {});
    hash.add(read_bytes(path));
    lexicon::compile_synonyms(language.synsets, language.exceptions, path, {});
    hash.add(read_bytes(path));
    CHECK_EQ(hash.text(), "1d25be0db78a2d31");
}
