/// Scores a pair of files so many times over with the core alone, for profilers: HYP REF SYNONYMS PARAPHRASES
/// FUNCTION_WORDS PASSES. Prints the sum of all statistics, so that nothing can be left out.
#include <cstdio>
#include <fstream>

#include "engine/scorer.hpp"

namespace {

using namespace bolide;

std::vector<std::string> lines_of(const char* path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

engine::Batch batch_of(const std::vector<std::string>& lines) {
    engine::Batch batch(false);
    for (const std::string& line : lines) {
        batch.add_piece(line);
        batch.end_segment();
    }
    return batch;
}

/// Meteor 1.5 for English, without its list of abbreviations.
engine::Settings english(const char* synonyms, const char* paraphrases, const char* function_words) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->equality = lexicon::Equality::java_hash;
    for (const auto& word : lines_of(function_words)) knowledge->function_words.intern(word);
    knowledge->stemmer = stem::stemmer_named("english");
    knowledge->synonyms = std::make_shared<lexicon::SynonymTable>(synonyms);
    knowledge->paraphrases = std::make_shared<lexicon::ParaphraseTable>(paraphrases);
    using match::Matcher;
    return {text::Tokeniser(text::Normaliser(text::Apostrophe::before, {}, true), true), knowledge,
            align::JavaSettings{.beam = 40,
                                .kinds = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase}},
            score::Unit::words};
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 7) {
        std::fputs("usage: driver HYP REF SYNONYMS PARAPHRASES FUNCTION_WORDS PASSES\n", stderr);
        return 2;
    }
    const auto hypotheses = lines_of(arguments[1]), references = lines_of(arguments[2]);
    const engine::Scorer scorer(english(arguments[3], arguments[4], arguments[5]));
    std::vector<std::size_t> ends(hypotheses.size());
    std::iota(ends.begin(), ends.end(), 1);
    const engine::Pairs pairs{batch_of(hypotheses), batch_of(references), ends};
    std::vector<std::int64_t> rows(hypotheses.size() * score::columns);
    for (int pass = std::stoi(arguments[6]); pass > 0; --pass) scorer.statistics(pairs, 1, rows);
    std::printf("%lld\n", static_cast<long long>(std::accumulate(rows.begin(), rows.end(), std::int64_t{0})));
}
