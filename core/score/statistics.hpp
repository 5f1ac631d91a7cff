/// The statistics of a hypothesis against a reference: whole numbers that add up over segments, free of parameters.
#pragma once

#include "align/alignment.hpp"
#include "align/assignment.hpp"
#include "lexicon/forms.hpp"
#include "lexicon/lexicon.hpp"
#include "score/formula.hpp"
#include "tag/tagger.hpp"

namespace bolide::score {

/// The similarity of each word of a segment to the most similar word opposite.
using Nearest = std::span<const match::Similarity>;

/// A flag for each token of a segment: whether it is a copy word.
using CopyFlags = std::span<const char>;

/// One side of a pair: its words, and the parser's results, empty without a parser.
struct ParsedWords {
    match::Words words;
    const tag::Parse& parse;
};

/// The size of a stretch, and of its function words.
struct Amount {
    std::int64_t all = 0, function = 0;

    std::int64_t content() const { return all - function; }
};

/// Measures the words of a stretch, and their function words, in a unit.
template <class Size>
Amount measure(const lexicon::Lexicon& lexicon, match::Words words, Size size) {
    Amount amount;
    for (const auto word : words) {
        const std::int64_t each = size(word);
        amount.all += each;
        amount.function += lexicon[word].is_function ? each : 0;
    }
    return amount;
}

/// The size of a word in a unit.
inline std::int64_t size_of(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, lexicon::WordId word,
                            Unit unit) {
    return unit == Unit::words ? 1 : unit == Unit::length ? forms[word].weight : lexicon[word].length;
}

/// Fills a row. `size` is the size of a word in 1/`scale` of the unit; a match counts `similarity(number)` of it.
template <class Size, class Similarity>
void count_amounts(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
                   const align::Alignment& alignment, Row row, std::int64_t scale, Size size, Similarity similarity) {
    std::fill(row.begin(), row.end(), 0);
    const Amount in_hypothesis = measure(lexicon, hypothesis, size), in_reference = measure(lexicon, reference, size);
    row[hypothesis_length] = scale * in_hypothesis.all;
    row[reference_length] = scale * in_reference.all;
    row[hypothesis_function] = scale * in_hypothesis.function;
    row[reference_function] = scale * in_reference.function;
    for (std::size_t number = 0; number < alignment.matches.size(); ++number) {
        const match::Match& match = alignment.matches[number];
        const std::int64_t part = similarity(number);
        const Amount here = measure(lexicon, hypothesis.subspan(match.hypothesis_start, match.hypothesis_length), size);
        const Amount there = measure(lexicon, reference.subspan(match.reference_start, match.reference_length), size);
        row[matched_hypothesis_content + match.matcher] += part * here.content();
        row[matched_reference_content + match.matcher] += part * there.content();
        row[matched_hypothesis_function + match.matcher] += part * here.function;
        row[matched_reference_function + match.matcher] += part * there.function;
        row[hypothesis_matches] += match.hypothesis_length;
        row[reference_matches] += match.reference_length;
    }
    const bool whole = row[hypothesis_matches] == static_cast<std::int64_t>(hypothesis.size()) &&
                       row[reference_matches] == static_cast<std::int64_t>(reference.size());
    row[whole_chunks] = whole && alignment.chunks == 1;
    row[chunks] = alignment.chunks - row[whole_chunks];
    row[unproven] = !alignment.is_proven;
}

/// Whether two words match by a kind of matcher or a narrower one.
inline bool match_words(const lexicon::Lexicon& lexicon, match::Matcher kind, lexicon::WordId a, lexicon::WordId b) {
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

inline bool match_phrase(const lexicon::Lexicon& lexicon, match::Matcher kind, match::Words hypothesis,
                         std::span<const std::uint32_t> here, match::Words reference,
                         std::span<const std::uint32_t> there) {
    if (here.size() != there.size()) return false;
    for (std::size_t k = 0; k < here.size(); ++k)
        if (!match_words(lexicon, kind, hypothesis[here[k]], reference[there[k]])) return false;
    return true;
}

/// Fills a row: amounts in `unit`, the rest in words. The chunk of a segment matched whole in one chunk has a separate
/// column: the formula decides whether it counts.
inline void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
                  const align::Alignment& alignment, Unit unit, Row row) {
    const auto size = [&lexicon, unit](lexicon::WordId word) -> std::int64_t {
        return unit == Unit::words ? 1 : lexicon[word].length;
    };
    count_amounts(lexicon, hypothesis, reference, alignment, row, 1, size, [](std::size_t) { return 1; });
}

/// Fills a row like `count`, for matches with a similarity, or words weighted by length: amounts are in 1/1024 of
/// `unit`, and a match counts in proportion to the similarity of its words.
inline void count_graded(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                         match::Words reference, const align::Alignment& alignment, Unit unit, Row row) {
    const auto size = [&](lexicon::WordId word) { return size_of(lexicon, forms, word, unit); };
    const auto similarity = [&alignment](std::size_t number) -> std::int64_t {
        return alignment.similarities.empty() ? match::whole : alignment.similarities[number];
    };
    count_amounts(lexicon, hypothesis, reference, alignment, row, match::whole, size, similarity);
}

/// Adds to the columns of the matcher at `place`, in a row filled by `count_graded`: every word counts in proportion to
/// its similarity to the most similar word opposite.
inline void count_nearest(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                          match::Words reference, Nearest of_hypothesis, Nearest of_reference, Unit unit,
                          std::size_t place, Row row) {
    const auto add = [&](match::Words words, Nearest nearest, std::size_t content, std::size_t function) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t column = lexicon[words[i]].is_function ? function : content;
            row[column + place] += nearest[i] * size_of(lexicon, forms, words[i], unit);
        }
    };
    add(hypothesis, of_hypothesis, matched_hypothesis_content, matched_hypothesis_function);
    add(reference, of_reference, matched_reference_content, matched_reference_function);
}

/// Fills the columns of copy words, always in words: how many there are, and how many any match covers (Guo, Ruan and
/// Hu 2018, section 3.2).
inline void count_copy_words(CopyFlags hypothesis, CopyFlags reference, const align::Alignment& alignment, Row row) {
    const auto among = [](CopyFlags flags) {
        return std::count_if(flags.begin(), flags.end(), [](char flag) { return flag != 0; });
    };
    row[copy_segments] = 1;
    row[hypothesis_copy] = among(hypothesis);
    row[reference_copy] = among(reference);
    for (const match::Match& match : alignment.matches) {
        row[hypothesis_copy_matched] += among(hypothesis.subspan(match.hypothesis_start, match.hypothesis_length));
        row[reference_copy_matched] += among(reference.subspan(match.reference_start, match.reference_length));
    }
}

/// How many phrases match one to one: they have equally many words, each matching the word at its place by `kind` or a
/// narrower one. `phrases` selects groups or clauses.
inline std::size_t match_phrases(const lexicon::Lexicon& lexicon, match::Matcher kind, const ParsedWords& hypothesis,
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

/// Fills a row of METEOR-Hindi's formula from an alignment by matchers of `kinds`: counts of features (Gupta,
/// Venkatapathy and Sangal 2010).
inline void count_features(const lexicon::Lexicon& lexicon, std::span<const match::Matcher> kinds,
                           const ParsedWords& hypothesis, const ParsedWords& reference,
                           const align::Alignment& alignment, FeatureRow row) {
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
    // Paraphrases are phrases of a table, not of the grammar: groups and clauses use the matchers before them.
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
