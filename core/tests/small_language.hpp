/// Languages of a few words, compiled from texts in a test.
#pragma once

#include "align/alignment.hpp"
#include "engine/scorer.hpp"
#include "lexicon/lexicon.hpp"
#include "match/match.hpp"
#include "tests/scratch_file.hpp"
#include "text/strings.hpp"

namespace bolide::tests {

/// The sources of a language; empty ones are left out.
struct SmallLanguage {
    std::string function_words = {};  ///< Separated by blanks.
    stem::Stemmer stemmer = nullptr;
    std::string stems = {};    ///< Lines `word count stem`.
    std::string synsets = {};  ///< Pairs of lines, like the exceptions.
    std::string exceptions = {};
    std::string paraphrases = {};  ///< Three lines for each entry.
    lexicon::Equality equality = lexicon::Equality::text;
};

inline std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    text::for_each_word(line, [&words](std::string_view word) { words.emplace_back(word); });
    return words;
}

inline std::shared_ptr<const lexicon::ParaphraseTable> compiled_paraphrases(std::string_view text) {
    const auto path = scratch_file();
    lexicon::ParaphraseCompiler compiler;
    compiler.feed(text);
    compiler.write(path, {});
    return std::make_shared<lexicon::ParaphraseTable>(path);
}

inline std::shared_ptr<const lexicon::SynonymTable> compiled_synonyms(std::string_view synsets,
                                                                      std::string_view exceptions) {
    const auto path = scratch_file();
    lexicon::compile_synonyms(synsets, exceptions, path, {});
    return std::make_shared<lexicon::SynonymTable>(path);
}

inline std::shared_ptr<const lexicon::StemTable> compiled_stems(std::string_view text) {
    const auto path = scratch_file();
    lexicon::compile_stems(text, path, {});
    return std::make_shared<lexicon::StemTable>(path);
}

inline std::shared_ptr<lexicon::Knowledge> learn(const SmallLanguage& language) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->equality = language.equality;
    for (const auto& word : words_of(language.function_words)) knowledge->function_words.intern(word);
    knowledge->stemmer = language.stemmer;
    if (!language.stems.empty()) knowledge->stems = compiled_stems(language.stems);
    if (!language.synsets.empty()) knowledge->synonyms = compiled_synonyms(language.synsets, language.exceptions);
    if (!language.paraphrases.empty()) knowledge->paraphrases = compiled_paraphrases(language.paraphrases);
    return knowledge;
}

inline std::vector<lexicon::WordId> intern(lexicon::Lexicon& lexicon, std::string_view line) {
    std::vector<lexicon::WordId> words;
    for (const auto& word : words_of(line)) words.push_back(lexicon.intern(word));
    return words;
}

/// Segments for the scorer; the lines must outlive them.
inline engine::Batch to_batch(const std::vector<std::string>& lines) {
    engine::Batch batch(false);
    for (const std::string& line : lines) {
        batch.add_piece(line);
        batch.end_segment();
    }
    return batch;
}

/// Hypotheses with one reference each.
inline engine::Pairs one_to_one(const std::vector<std::string>& hypotheses,
                                const std::vector<std::string>& references) {
    std::vector<std::size_t> ends(references.size());
    std::iota(ends.begin(), ends.end(), std::size_t{1});
    return {to_batch(hypotheses), to_batch(references), ends};
}

/// A match as the jar prints it: `reference:length hypothesis:length matcher`.
inline std::string render(const match::Match& match) {
    return std::to_string(match.reference_start) + ":" + std::to_string(match.reference_length) + " " +
           std::to_string(match.hypothesis_start) + ":" + std::to_string(match.hypothesis_length) + " " +
           std::to_string(match.matcher);
}

/// Matches separated by commas.
template <class Matches>
std::string render_all(const Matches& matches) {
    std::string text;
    for (const match::Match& match : matches) text.append(text.empty() ? "" : ", ").append(render(match));
    return text;
}

/// All matches of a stage, in the order seen by an aligner.
inline std::string render_stage(const match::Stage& stage) {
    std::vector<match::Match> matches;
    for (std::size_t j = 0; j < stage.reference_size(); ++j)
        matches.insert(matches.end(), stage.at(j).begin(), stage.at(j).end());
    return render_all(matches);
}

}  // namespace bolide::tests
