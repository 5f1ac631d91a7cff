/// The matchers of Meteor 1.5 as described: every pair of words, every entry of the paraphrase table, in order.
#pragma once

#include <set>

#include "match/match.hpp"

namespace bolide::tests {

class TextbookMatchers {
  public:
    using Sentence = std::vector<std::string>;

    std::map<std::string, std::string> stems;  ///< A word that is absent is its own stem.
    std::map<std::string, std::set<int>> synsets;
    std::vector<std::pair<Sentence, Sentence>> paraphrases;  ///< Phrase A, phrase B.

    /// All matches, in the order seen by an aligner.
    std::vector<match::Match> run(const std::vector<match::Matcher>& matchers, const Sentence& hypothesis,
                                  const Sentence& reference) const {
        std::vector<std::vector<match::Match>> at(reference.size());
        const std::size_t count = hypothesis == reference ? std::min<std::size_t>(1, matchers.size()) : matchers.size();
        for (std::size_t place = 0; place < count; ++place)
            for (match::Match match : matchers[place] == match::Matcher::paraphrase
                                          ? phrases(hypothesis, reference)
                                          : pairs(matchers[place], hypothesis, reference)) {
                match.matcher = static_cast<std::uint8_t>(place);
                at[match.reference_start].push_back(match);
            }
        std::vector<match::Match> all;
        for (const auto& list : at) all.insert(all.end(), list.begin(), list.end());
        return all;
    }

  private:
    static match::Match make(std::size_t i, std::size_t hypothesis_length, std::size_t j,
                             std::size_t reference_length) {
        return {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                static_cast<std::uint8_t>(hypothesis_length), static_cast<std::uint8_t>(reference_length), 0};
    }

    std::string stem(const std::string& word) const {
        const auto found = stems.find(word);
        return found == stems.end() ? word : found->second;
    }

    bool share_synset(const std::string& a, const std::string& b) const {
        const auto first = synsets.find(a), second = synsets.find(b);
        if (first == synsets.end() || second == synsets.end()) return false;
        return std::any_of(first->second.begin(), first->second.end(),
                           [&](int synset) { return second->second.contains(synset); });
    }

    std::vector<match::Match> pairs(match::Matcher matcher, const Sentence& hypothesis,
                                    const Sentence& reference) const {
        std::vector<match::Match> found;
        for (std::size_t j = 0; j < reference.size(); ++j)
            for (std::size_t i = 0; i < hypothesis.size(); ++i) {
                const bool same = hypothesis[i] == reference[j];
                const bool stem_matches = !same && stem(hypothesis[i]) == stem(reference[j]);
                const bool synonym_matches = !same && share_synset(hypothesis[i], reference[j]);
                if (matcher == match::Matcher::exact  ? same
                    : matcher == match::Matcher::stem ? stem_matches
                                                      : synonym_matches)
                    found.push_back(make(i, 1, j, 1));
            }
        return found;
    }

    static bool stands_at(const Sentence& sentence, std::size_t at, const Sentence& phrase) {
        return at + phrase.size() <= sentence.size() &&
               std::equal(phrase.begin(), phrase.end(), sentence.begin() + static_cast<std::ptrdiff_t>(at));
    }

    std::vector<match::Match> phrases(const Sentence& hypothesis, const Sentence& reference) const {
        std::vector<match::Match> found;
        visit(reference, hypothesis,
              [&](std::size_t j, std::size_t a, std::size_t i, std::size_t b) { found.push_back(make(i, b, j, a)); });
        visit(hypothesis, reference,
              [&](std::size_t i, std::size_t a, std::size_t j, std::size_t b) { found.push_back(make(i, a, j, b)); });
        return found;
    }

    /// Every phrase A in `from`, shorter ones first; its phrases B in the order of the table; their places in `to`.
    template <class Visit>
    void visit(const Sentence& from, const Sentence& to, Visit report) const {
        for (std::size_t start = 0; start < from.size(); ++start)
            for (std::size_t length = 1; start + length <= from.size(); ++length)
                for (const auto& [a, b] : paraphrases) {
                    if (a.size() != length || !stands_at(from, start, a)) continue;
                    for (std::size_t place = 0; place < to.size(); ++place)
                        if (stands_at(to, place, b)) report(start, length, place, b.size());
                }
    }
};

}  // namespace bolide::tests
