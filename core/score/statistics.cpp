#include "score/statistics.hpp"

#include <algorithm>

namespace bolide::score {

namespace {

/// The function words' share of a stretch, and the whole.
struct Amount {
    std::int64_t all = 0, function = 0;

    std::int64_t content() const { return all - function; }
};

/// How much the words of a stretch are in a unit, and their function words.
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

/// How much a word is in a unit.
std::int64_t size_of(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, lexicon::WordId word, Unit unit) {
    return unit == Unit::words ? 1 : unit == Unit::length ? forms[word].weight : lexicon[word].length;
}

/// Fills a row. `size` says how much a word is, in 1/`scale` of the unit; a match counts `similarity(number)` of it.
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

}  // namespace

void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
           const align::Alignment& alignment, Unit unit, Row row) {
    const auto size = [&lexicon, unit](lexicon::WordId word) -> std::int64_t {
        return unit == Unit::words ? 1 : lexicon[word].length;
    };
    count_amounts(lexicon, hypothesis, reference, alignment, row, 1, size, [](std::size_t) { return 1; });
}

void count_graded(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                  match::Words reference, const align::Alignment& alignment, Unit unit, Row row) {
    const auto size = [&](lexicon::WordId word) { return size_of(lexicon, forms, word, unit); };
    const auto similarity = [&alignment](std::size_t number) -> std::int64_t {
        return alignment.similarities.empty() ? match::whole : alignment.similarities[number];
    };
    count_amounts(lexicon, hypothesis, reference, alignment, row, match::whole, size, similarity);
}

void count_nearest(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                   match::Words reference, Nearest of_hypothesis, Nearest of_reference, Unit unit, std::size_t place,
                   Row row) {
    const auto add = [&](match::Words words, Nearest nearest, std::size_t content, std::size_t function) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t column = lexicon[words[i]].is_function ? function : content;
            row[column + place] += nearest[i] * size_of(lexicon, forms, words[i], unit);
        }
    };
    add(hypothesis, of_hypothesis, matched_hypothesis_content, matched_hypothesis_function);
    add(reference, of_reference, matched_reference_content, matched_reference_function);
}

void count_copy_words(CopyFlags hypothesis, CopyFlags reference, const align::Alignment& alignment, Row row) {
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

}  // namespace bolide::score
