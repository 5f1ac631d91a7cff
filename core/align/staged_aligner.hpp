/// The aligner of METEOR 1.0 (Banerjee and Lavie 2005): stage after stage, each with the words left by earlier ones.
#pragma once

#include "align/alignment.hpp"
#include "align/assignment.hpp"
#include "align/settings.hpp"
#include "work/stopping.hpp"

namespace bolide::align {

/// Keeps the best of those with equal states, and as many of these as fit into the beam, best first.
template <class Partial>
void keep_best(std::vector<Partial>& partials, std::size_t beam) {
    const auto is_better = [](const Partial& a, const Partial& b) { return a.is_better(b); };
    std::sort(partials.begin(), partials.end(), [](const Partial& a, const Partial& b) {
        return a.state() == b.state() ? a.is_better(b) : a.state() < b.state();
    });
    const auto is_like = [](const Partial& a, const Partial& b) { return a.state() == b.state(); };
    partials.erase(std::unique(partials.begin(), partials.end(), is_like), partials.end());
    std::sort(partials.begin(), partials.end(), is_better);
    if (partials.size() > beam) partials.resize(beam);
}

/// The last stage: phrases of a table, over the words left by the earlier stages. Of all ways to choose phrases that
/// share no word, takes one that covers the most words of both sides together; then the one with the fewest phrases,
/// the fewest crossings, the shortest distances. Exact while at most `beam` partial choices compete.
class PhraseStage {
  public:
    explicit PhraseStage(std::size_t beam) : beam_(beam) {}

    /// Chooses among the matches of the matcher at `place` that cover only free words. A hypothesis word is taken if it
    /// is mapped to a reference word, not to -1. Valid until the next call.
    const std::vector<match::Match>& choose(const match::Stage& stage, std::uint8_t place,
                                            const std::vector<std::int32_t>& mapped_hypothesis,
                                            const std::vector<bool>& mapped_reference) {
        beginning_.resize(mapped_hypothesis.size());
        for (auto& matches : beginning_) matches.clear();
        for (std::size_t j = 0; j < mapped_reference.size(); ++j)
            for (const match::Match& match : stage.at(j))
                if (match.matcher == place && is_free(match, mapped_hypothesis, mapped_reference))
                    beginning_[match.hypothesis_start].push_back(match);
        partials_.assign(1, PhraseChoice());
        partials_[0].used = LargeWordSet(mapped_reference.size());
        for (std::uint32_t i = 0; i < beginning_.size(); ++i) {
            if (beginning_[i].empty()) continue;
            drop_repeated(beginning_[i]);
            extended_ = partials_;
            for (const PhraseChoice& partial : partials_)
                for (const match::Match& match : beginning_[i])
                    if (partial.free_from <= i &&
                        !partial.used.has_any({match.reference_start, match.reference_length}))
                        take(partial, match);
            keep_best(extended_, beam_);
            partials_.swap(extended_);
        }
        return partials_[0].chosen;
    }

  private:
    static auto extent_of(const match::Match& match) {
        return std::tuple(match.hypothesis_start, match.reference_start, match.hypothesis_length,
                          match.reference_length);
    }
    static bool is_before(const match::Match& a, const match::Match& b) { return extent_of(a) < extent_of(b); }

    static bool is_free(const match::Match& match, const std::vector<std::int32_t>& hypothesis,
                        const std::vector<bool>& reference) {
        for (std::size_t k = 0; k < match.hypothesis_length; ++k)
            if (hypothesis[match.hypothesis_start + k] >= 0) return false;
        for (std::size_t k = 0; k < match.reference_length; ++k)
            if (reference[match.reference_start + k]) return false;
        return true;
    }

    /// Both directions of a table may propose the same match.
    static void drop_repeated(std::vector<match::Match>& matches) {
        std::sort(matches.begin(), matches.end(), is_before);
        const auto is_same = [](const match::Match& a, const match::Match& b) { return extent_of(a) == extent_of(b); };
        matches.erase(std::unique(matches.begin(), matches.end(), is_same), matches.end());
    }

    struct PhraseChoice {
        LargeWordSet used;            ///< Reference words.
        std::uint32_t free_from = 0;  ///< The first hypothesis word that may begin a phrase.
        std::uint32_t covered = 0, crossings = 0;
        std::uint64_t distance = 0;
        std::vector<match::Match> chosen;

        bool is_better(const PhraseChoice& other) const {
            if (covered != other.covered) return covered > other.covered;
            const auto key = [](const PhraseChoice& p) { return std::tuple(p.chosen.size(), p.crossings, p.distance); };
            if (key(*this) != key(other)) return key(*this) < key(other);
            return std::lexicographical_compare(chosen.begin(), chosen.end(), other.chosen.begin(), other.chosen.end(),
                                                is_before);
        }
        /// What determines how it can continue.
        auto state() const { return std::tie(free_from, used); }
    };

    void take(const PhraseChoice& partial, const match::Match& match) {
        PhraseChoice& next = extended_.emplace_back(partial);
        for (const match::Match& other : partial.chosen)
            next.crossings += other.reference_start > match.reference_start;
        next.used.add({match.reference_start, match.reference_length});
        next.free_from = match.hypothesis_start + match.hypothesis_length;
        next.covered += std::uint32_t{match.hypothesis_length} + match.reference_length;
        next.distance += distance_of(match);
        next.chosen.push_back(match);
    }

    std::size_t beam_;
    std::vector<std::vector<match::Match>> beginning_;  ///< Free matches, by their first hypothesis word.
    std::vector<PhraseChoice> partials_, extended_;
};

/// For one thread. Each stage maps as many words as it can, one to one. Of all ways to do so it takes one with the
/// fewest crossings among its own matches, then the fewest with those of earlier stages, then the shortest distances.
/// This is exact while no more than `beam` partial mappings compete and the pair's budget of steps lasts, which is
/// almost always; the number of matches is always the greatest. Matches pair single words, except for paraphrases,
/// which come last: throws std::invalid_argument if another matcher follows them.
class StagedAligner {
  public:
    explicit StagedAligner(StagedSettings settings) : settings_(std::move(settings)), phrases_(settings_.beam) {
        const auto found = std::find(settings_.kinds.begin(), settings_.kinds.end(), match::Matcher::paraphrase);
        if (found != settings_.kinds.end() && found + 1 != settings_.kinds.end())
            throw std::invalid_argument("paraphrases must be the last stage of the staged aligner");
    }

    /// The stage must come from a builder that widens.
    void align(const match::Stage& stage, Alignment& alignment) {
        mapped_hypothesis_.assign(stage.hypothesis_size(), -1);
        mapped_reference_.assign(stage.reference_size(), false);
        place_.assign(stage.hypothesis_size(), 0);
        steps_left_ = steps_by_word * (stage.hypothesis_size() + stage.reference_size());
        const bool has_phrases = !settings_.kinds.empty() && settings_.kinds.back() == match::Matcher::paraphrase;
        const std::size_t single = settings_.kinds.size() - has_phrases;
        for (std::size_t place = 0; place < single; ++place) align_stage(stage, place);
        alignment = {};
        if (has_phrases)
            alignment.matches =
                phrases_.choose(stage, static_cast<std::uint8_t>(single), mapped_hypothesis_, mapped_reference_);
        for (std::uint32_t i = 0; i < mapped_hypothesis_.size(); ++i)
            if (mapped_hypothesis_[i] >= 0)
                alignment.matches.push_back({i, static_cast<std::uint32_t>(mapped_hypothesis_[i]), 1, 1, place_[i]});
        finish(alignment);
        alignment.is_proven = steps_left_ > 0;
    }

  private:
    /// How many numbers of partial mappings may be copied or compared per word of a pair, so that time grows linearly
    /// with the words. Afterwards every word takes the first candidate it can have.
    static constexpr std::size_t steps_by_word = std::size_t{1} << 17;

    struct Partial {
        LargeWordSet used;  ///< Reference words taken in this stage.
        std::uint32_t matches = 0, crossings = 0, earlier_crossings = 0;
        std::uint64_t distance = 0;
        std::vector<std::int32_t> choices;  ///< The reference word of each hypothesis word so far, or -1.

        const LargeWordSet& state() const { return used; }
        bool is_better(const Partial& other) const {
            const auto key = [](const Partial& p) {
                return std::tie(p.crossings, p.earlier_crossings, p.distance, p.choices);
            };
            return matches != other.matches ? matches > other.matches : key(*this) < key(other);
        }
    };

    /// A pair may be proposed twice, by two kinds of evidence within one stage.
    void find_candidates(const match::Stage& stage, std::size_t place) {
        candidates_.resize(mapped_hypothesis_.size());
        for (auto& candidates : candidates_) candidates.clear();
        for (std::uint32_t j = 0; j < mapped_reference_.size(); ++j) {
            if (mapped_reference_[j]) continue;
            work::check_stop();
            for (const match::Match& match : stage.at(j)) {
                auto& candidates = candidates_[match.hypothesis_start];
                const bool is_single = match.hypothesis_length == 1 && match.reference_length == 1;
                if (match.matcher != place || !is_single || mapped_hypothesis_[match.hypothesis_start] >= 0) continue;
                if (candidates.empty() || candidates.back() != j) candidates.push_back(j);
            }
        }
        mappable_behind_.assign(candidates_.size() + 1, 0);
        for (std::size_t i = candidates_.size(); i-- > 0;)
            mappable_behind_[i] = mappable_behind_[i + 1] + !candidates_[i].empty();
    }
    void align_stage(const match::Stage& stage, std::size_t place) {
        find_candidates(stage, place);
        if (!mappable_behind_[0]) return;
        const bool is_by_class = settings_.kinds[place] != match::Matcher::synonym;
        const std::size_t greatest = is_by_class ? 0 : matching_.find(candidates_, mapped_reference_.size());
        if (is_by_class) rank_classes();
        search(is_by_class, greatest);
        std::vector<std::int32_t> choices(mapped_hypothesis_.size(), -1);
        if (!partials_.empty() && partials_[0].matches >= greatest)
            choices = partials_[0].choices;
        else  // The beam lost every way to map as many words: any such way will do.
            for (std::int32_t j = 0; const std::int32_t owner : matching_.owners()) {
                if (owner != GreatestMatching::nobody) choices[static_cast<std::size_t>(owner)] = j;
                ++j;
            }
        fix(static_cast<std::uint8_t>(place), choices);
    }
    /// Equal words (or roots) have equal candidates: the first of them names the class.
    void rank_classes() {
        rank_.assign(mapped_hypothesis_.size(), 0);
        class_size_.assign(mapped_reference_.size(), 0);
        for (std::size_t i = 0; i < rank_.size(); ++i)
            if (!candidates_[i].empty()) rank_[i] = class_size_[candidates_[i][0]]++;
    }
    /// Goes through the hypothesis from left to right, keeping the best partial mappings.
    void search(bool is_by_class, std::size_t greatest) {
        partials_.assign(1, Partial());
        partials_[0].used = LargeWordSet(mapped_reference_.size());
        partials_[0].choices.assign(mapped_hypothesis_.size(), -1);
        for (std::uint32_t i = 0; i < mapped_hypothesis_.size(); ++i) {
            if (candidates_[i].empty()) continue;
            work::check_stop();
            extended_.clear();
            if (steps_left_ == 0 && partials_.size() > 1) partials_.resize(1);
            for (const Partial& partial : partials_) is_by_class ? extend_in_class(partial, i) : extend(partial, i);
            std::erase_if(extended_, [&](const Partial& p) { return p.matches + mappable_behind_[i + 1] < greatest; });
            if (extended_.size() > 1) keep_best(extended_, settings_.beam);
            partials_.swap(extended_);
        }
    }
    /// Tries everything: leaving the word out, or taking any free candidate.
    void extend(const Partial& partial, std::uint32_t i) {
        extended_.push_back(partial);
        for (const std::uint32_t j : candidates_[i]) {
            if (partial.used.has_any({j, 1})) continue;
            take(partial, i, j);
            if (steps_left_ == 0) break;
        }
    }
    /// Words of a class may be mapped in order: swapping within a class never adds a crossing. Mapping fewer words of
    /// the class than possible is not tried.
    void extend_in_class(const Partial& partial, std::uint32_t i) {
        const auto& there = candidates_[i];
        const std::size_t here = class_size_[there[0]];
        std::size_t taken = 0, next = 0;
        for (std::size_t k = 0; k < there.size(); ++k)
            if (partial.used.has_any({there[k], 1})) {
                ++taken;
                next = k + 1;
            }
        const std::size_t left = here - rank_[i];  // This word and the later ones of its class.
        if (here > there.size()) {
            if (left > there.size() - taken) extended_.push_back(partial);
            if (next < there.size()) take(partial, i, there[next]);
            return;
        }
        for (; next + left <= there.size(); ++next) {
            take(partial, i, there[next]);
            if (steps_left_ == 0) break;
        }
    }
    void take(const Partial& partial, std::uint32_t i, std::uint32_t j) {
        Partial& next = extended_.emplace_back(partial);
        next.crossings += partial.used.count_from(j);
        next.earlier_crossings += crossings_with_earlier(i, j);
        next.distance += i < j ? j - i : i - j;
        next.used.add({j, 1});
        next.choices[i] = static_cast<std::int32_t>(j);
        ++next.matches;
        steps_left_ -= std::min(steps_left_, 2 * mapped_hypothesis_.size() + mapped_reference_.size());
    }
    std::uint32_t crossings_with_earlier(std::uint32_t i, std::uint32_t j) const {
        std::uint32_t crossings = 0;
        for (std::uint32_t other = 0; other < mapped_hypothesis_.size(); ++other)
            if (mapped_hypothesis_[other] >= 0)
                crossings += (other < i) != (mapped_hypothesis_[other] < static_cast<std::int32_t>(j));
        return crossings;
    }
    void fix(std::uint8_t place, const std::vector<std::int32_t>& choices) {
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if (choices[i] < 0) continue;
            mapped_hypothesis_[i] = choices[i];
            mapped_reference_[static_cast<std::size_t>(choices[i])] = true;
            place_[i] = place;
        }
    }

    StagedSettings settings_;
    PhraseStage phrases_;
    std::vector<std::int32_t> mapped_hypothesis_;  ///< Reference word of each hypothesis word, or -1.
    std::vector<bool> mapped_reference_;
    std::vector<std::uint8_t> place_;
    GreatestMatching::Partners candidates_;
    std::vector<std::size_t> mappable_behind_;  ///< How many words from here on have candidates.
    std::vector<std::uint32_t> rank_,
        class_size_;  ///< Where classes are mapped: of each hypothesis word, and its class.
    GreatestMatching matching_;
    std::size_t steps_left_ = 0;
    std::vector<Partial> partials_, extended_;
};

}  // namespace bolide::align
