#include "score/statistics.hpp"

#include <algorithm>

namespace bolide::score {

namespace {

/// The function words' share of a stretch, and the whole.
struct Amount {
    std::int64_t all = 0, function = 0;

    std::int64_t content() const { return all - function; }
};

Amount measure(const lexicon::Lexicon& lexicon, match::Words words, Unit unit) {
    Amount amount;
    for (const auto word : words) {
        const auto& facts = lexicon[word];
        const std::int64_t size = unit == Unit::words ? 1 : facts.length;
        amount.all += size;
        amount.function += facts.is_function ? size : 0;
    }
    return amount;
}

}  // namespace

void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
           const align::Alignment& alignment, Unit unit, Row row) {
    std::fill(row.begin(), row.end(), 0);
    const Amount in_hypothesis = measure(lexicon, hypothesis, unit), in_reference = measure(lexicon, reference, unit);
    row[hypothesis_length] = in_hypothesis.all;
    row[reference_length] = in_reference.all;
    row[hypothesis_function] = in_hypothesis.function;
    row[reference_function] = in_reference.function;
    for (const match::Match& match : alignment.matches) {
        const Amount here = measure(lexicon, hypothesis.subspan(match.hypothesis_start, match.hypothesis_length), unit);
        const Amount there = measure(lexicon, reference.subspan(match.reference_start, match.reference_length), unit);
        row[matched_hypothesis_content + match.matcher] += here.content();
        row[matched_reference_content + match.matcher] += there.content();
        row[matched_hypothesis_function + match.matcher] += here.function;
        row[matched_reference_function + match.matcher] += there.function;
        row[hypothesis_matches] += match.hypothesis_length;
        row[reference_matches] += match.reference_length;
    }
    const bool whole = row[hypothesis_matches] == static_cast<std::int64_t>(hypothesis.size()) &&
                       row[reference_matches] == static_cast<std::int64_t>(reference.size());
    row[whole_chunks] = whole && alignment.chunks == 1;
    row[chunks] = alignment.chunks - row[whole_chunks];
    row[unproven] = !alignment.is_proven;
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
