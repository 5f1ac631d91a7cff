#include "score/feature_statistics.hpp"

#include <algorithm>

#include "align/greatest_matching.hpp"
#include "work/stopping.hpp"

namespace bolide::score {

namespace {

using lexicon::Lexicon;
using Places = std::span<const std::uint32_t>;

/// Whether two words match by a kind of matcher or a narrower one.
bool match_words(const Lexicon& lexicon, match::Matcher kind, lexicon::WordId a, lexicon::WordId b) {
    const auto &here = lexicon[a], &there = lexicon[b];
    if (here.word_class == there.word_class) return true;
    if (kind == match::Matcher::exact) return false;
    if (here.stem_class == there.stem_class) return true;
    if (kind == match::Matcher::stem) return false;
    const auto ours = lexicon.synsets(here), theirs = lexicon.synsets(there);  // In ascending order.
    for (std::size_t i = 0, j = 0; i < ours.size() && j < theirs.size();) {
        if (ours[i] == theirs[j]) return true;
        ours[i] < theirs[j] ? ++i : ++j;
    }
    return false;
}

bool match_phrase(const Lexicon& lexicon, match::Matcher kind, match::Words hypothesis, Places here,
                  match::Words reference, Places there) {
    if (here.size() != there.size()) return false;
    for (std::size_t k = 0; k < here.size(); ++k)
        if (!match_words(lexicon, kind, hypothesis[here[k]], reference[there[k]])) return false;
    return true;
}

}  // namespace

std::size_t match_phrases(const Lexicon& lexicon, match::Matcher kind, const ParsedWords& hypothesis,
                          const ParsedWords& reference, tag::Phrases tag::Parse::* phrases) {
    const tag::Phrases &ours = hypothesis.parse.*phrases, &theirs = reference.parse.*phrases;
    align::GreatestMatching::Partners partners(ours.size());
    work::StopCheck stop;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        stop.spend(theirs.size());
        for (std::uint32_t j = 0; j < theirs.size(); ++j)
            if (match_phrase(lexicon, kind, hypothesis.words, ours[i], reference.words, theirs[j]))
                partners[i].push_back(j);
    }
    return align::GreatestMatching().find(partners, theirs.size());
}

void count_features(const Lexicon& lexicon, std::span<const match::Matcher> kinds, const ParsedWords& hypothesis,
                    const ParsedWords& reference, const align::Alignment& alignment, FeatureRow row) {
    std::fill(row.begin(), row.end(), 0);
    const auto count = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    const auto &ours = hypothesis.parse, &theirs = reference.parse;
    row[hypothesis_words] = count(hypothesis.words.size());
    row[reference_words] = count(reference.words.size());
    for (const match::Match& match : alignment.matches) {
        const match::Matcher kind = kinds[match.matcher];
        row[matched_paraphrase] += match.hypothesis_length;
        row[matched_paraphrase_reference] += match.reference_length;
        if (kind == match::Matcher::paraphrase) continue;
        row[matched_exact] += kind == match::Matcher::exact;
        row[matched_stem] += kind != match::Matcher::synonym;
        ++row[matched_synonym];
        if (!ours.classes.empty() && !theirs.classes.empty())
            row[matched_pos] += ours.classes[match.hypothesis_start] == theirs.classes[match.reference_start];
    }
    // Paraphrases are phrases of a table, not of the grammar: groups and clauses match by the matchers before them.
    match::Matcher widest = match::Matcher::exact;
    for (const match::Matcher kind : kinds)
        if (kind != match::Matcher::paraphrase) widest = std::max(widest, kind);
    row[hypothesis_groups] = count(ours.groups.size());
    row[reference_groups] = count(theirs.groups.size());
    row[matched_groups] = count(match_phrases(lexicon, widest, hypothesis, reference, &tag::Parse::groups));
    row[hypothesis_clauses] = count(ours.clauses.size());
    row[reference_clauses] = count(theirs.clauses.size());
    row[matched_clauses] = count(match_phrases(lexicon, widest, hypothesis, reference, &tag::Parse::clauses));
}

}  // namespace bolide::score
