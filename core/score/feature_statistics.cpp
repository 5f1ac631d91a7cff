#include "score/feature_statistics.hpp"

#include <algorithm>

namespace bolide::score {

namespace {

using Places = std::span<const std::uint32_t>;

bool match_phrase(const align::TypeFacts& facts, match::Matcher kind, const Parsed& hypothesis, Places here,
                  const Parsed& reference, Places there) {
    if (here.size() != there.size()) return false;
    for (std::size_t k = 0; k < here.size(); ++k)
        if (!facts.match(hypothesis.words[here[k]], reference.words[there[k]], kind)) return false;
    return true;
}

/// Finds a free partner for a phrase, moving others to other partners where that helps.
bool pair_up(std::size_t i, const std::vector<std::vector<std::size_t>>& partners, std::vector<std::ptrdiff_t>& owner,
             std::vector<bool>& seen) {
    for (const std::size_t j : partners[i]) {
        if (seen[j]) continue;
        seen[j] = true;
        if (owner[j] < 0 || pair_up(static_cast<std::size_t>(owner[j]), partners, owner, seen)) {
            owner[j] = static_cast<std::ptrdiff_t>(i);
            return true;
        }
    }
    return false;
}

}  // namespace

std::size_t match_phrases(const align::TypeFacts& facts, match::Matcher kind, const Parsed& hypothesis,
                          const tag::Phrases& hypothesis_phrases, const Parsed& reference,
                          const tag::Phrases& reference_phrases) {
    std::vector<std::vector<std::size_t>> partners(hypothesis_phrases.size());
    for (std::size_t i = 0; i < hypothesis_phrases.size(); ++i)
        for (std::size_t j = 0; j < reference_phrases.size(); ++j)
            if (match_phrase(facts, kind, hypothesis, hypothesis_phrases[i], reference, reference_phrases[j]))
                partners[i].push_back(j);
    std::vector<std::ptrdiff_t> owner(reference_phrases.size(), -1);
    std::vector<bool> seen;
    std::size_t matched = 0;
    for (std::size_t i = 0; i < partners.size(); ++i) {
        if (partners[i].empty()) continue;
        seen.assign(owner.size(), false);
        matched += pair_up(i, partners, owner, seen);
    }
    return matched;
}

void count_features(const align::TypeFacts& facts, std::span<const match::Matcher> stages, const Parsed& hypothesis,
                    const Parsed& reference, const align::Alignment& alignment, FeatureRow row) {
    std::fill(row.begin(), row.end(), 0);
    row[hypothesis_words] = static_cast<std::int64_t>(hypothesis.words.size());
    row[reference_words] = static_cast<std::int64_t>(reference.words.size());
    for (const match::Match& match : alignment.matches) {
        const match::Matcher kind = stages[match.matcher];
        row[matched_exact] += kind == match::Matcher::exact;
        row[matched_stem] += kind != match::Matcher::synonym;
        ++row[matched_synonym];
        if (!hypothesis.classes.empty() && !reference.classes.empty())
            row[matched_pos] += hypothesis.classes[match.hypothesis_start] == reference.classes[match.reference_start];
    }
    const match::Matcher widest = *std::max_element(stages.begin(), stages.end());
    row[hypothesis_groups] = static_cast<std::int64_t>(hypothesis.groups.size());
    row[reference_groups] = static_cast<std::int64_t>(reference.groups.size());
    row[matched_groups] = static_cast<std::int64_t>(
        match_phrases(facts, widest, hypothesis, hypothesis.groups, reference, reference.groups));
    row[hypothesis_clauses] = static_cast<std::int64_t>(hypothesis.clauses.size());
    row[reference_clauses] = static_cast<std::int64_t>(reference.clauses.size());
    row[matched_clauses] = static_cast<std::int64_t>(
        match_phrases(facts, widest, hypothesis, hypothesis.clauses, reference, reference.clauses));
}

}  // namespace bolide::score
