#include "align/java_aligner.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <type_traits>

#include "work/stopping.hpp"

namespace bolide::align {

using match::Match;
using match::Matcher;
using match::Stage;

namespace {

/// A choice without a branch, for what cannot be foretold.
NarrowKey either(bool first, NarrowKey a, NarrowKey b) { return b ^ ((a ^ b) & (NarrowKey{0} - first)); }
const WideKey& either(bool first, const WideKey& a, const WideKey& b) { return first ? a : b; }

/// The most that `covered` can add up to.
std::uint64_t most_covered(const JavaSettings& settings, std::uint64_t most_words) {
    return settings.objective == Objective::coverage ? most_words : most_words * (most_words + 2);
}

[[noreturn]] void refuse_paths() {
    throw TooManyPaths("the beam is so wide that it keeps more than " + std::to_string(most_paths) +
                       " partial alignments");
}

}  // namespace

KeyLimits limits_of(const Stage& stage, const JavaSettings& settings) {
    std::uint64_t distance = 0, widest = 0;
    for (std::size_t position = 0; position < stage.reference_size(); ++position) {
        const auto matches = stage.at(position);
        widest = std::max<std::uint64_t>(widest, matches.size());
        for (const Match& match : matches) distance += distance_of(match);
    }
    return {most_covered(settings, words_of(stage)), stage.reference_size() + 1, distance,
            settings.beam << std::bit_width(widest)};
}

void JavaAligner::align(const Stage& stage, Alignment& alignment) {
    if (small_.run(stage, settings_, alignment)) return;
    const KeyLayout<NarrowKey> layout(limits_of(stage, settings_));
    if (!layout.fits() || settings_.beam > Ranking<NarrowKey>::most_keys)
        wide_.run(stage, settings_, {}, alignment);
    else if (stage.hypothesis_size() > SmallWordSet::most_words)
        long_.run(stage, settings_, layout, alignment);
    else
        narrow_.run(stage, settings_, layout, alignment);
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::run(const Stage& stage, const JavaSettings& settings, const KeyLayout<Key>& layout,
                                   Alignment& alignment) {
    settings_ = &settings;
    beam_ = std::min(settings.beam, most_paths + 1);  // One more than may be, so that it shows.
    most_words_ = words_of(stage);
    layout_ = layout;
    chunk_ = layout.chunk();
    choices_.clear();
    const Key nothing_covered = layout_.words(most_covered(settings, most_words_));
    count_ = 1;
    make_room();
    paths_[0] = {nothing_covered, WordSet(stage.hypothesis_size()), 0, none, none};
    const auto size = static_cast<std::uint32_t>(beam_ > 0 ? stage.reference_size() : 0);
    for (std::uint32_t position = 0; position < size; ++position) {
        work::check_stop();
        const auto matches = stage.at(position);
        if (stage.is_unambiguous(position))
            take_fixed(matches.front());
        else if (matches.empty())
            skip(position);
        else
            choose(matches, position);
    }
    collect(stage, alignment);
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::decline(Path& path, std::uint32_t position) const {
    path.key += price_of_break(path);
    path.hypothesis_end = none;
    path.reference_end = position + 1;
}

/// All paths take the match that nothing competes with.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::take_fixed(const Match& match) {
    const Key gain = layout_.words(covered(match, *settings_, most_words_)),
              cost = layout_.distance(distance_of(match)), chunk = chunk_;
    const std::uint32_t reference_end = match.reference_start + match.reference_length,
                        hypothesis_end = match.hypothesis_start + match.hypothesis_length;
    advance([&](Path& path) {
        const bool breaks = path.hypothesis_end != none && path.hypothesis_end != match.hypothesis_start;
        if (breaks) path.key += chunk;
        path.key -= gain;
        path.key += cost;
        path.reference_end = reference_end;
        path.hypothesis_end = hypothesis_end;
        return breaks;
    });
}

/// No match begins here: all paths pass on, but for those inside a longer match.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::skip(std::uint32_t position) {
    advance([&](Path& path) {
        if (position < path.reference_end) return false;
        const bool breaks = path.hypothesis_end != none;
        decline(path, position);
        return breaks;
    });
}

/// Takes a step that costs some paths a chunk (for those, `step(path)` is true) and changes the others alike. Both
/// groups are still in order then, so merge them.
template <class Key, class WordSet>
template <class Step>
void JavaSearch<Key, WordSet>::advance(Step step) {
    std::uint32_t *const lagging = lagging_.data(), *const leading = leading_.data();
    std::size_t lags = 0, leads = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const bool lagged = step(paths_[i]);
        lagging[lags] = leading[leads] = i;
        lags += lagged;
        leads += !lagged;
    }
    if (lags == 0 || leads == 0 || lagging[0] > leading[leads - 1]) return;
    std::size_t lag = 0, lead = 0;
    for (std::size_t place = 0; place < count_; ++place) {
        bool take_lagging = lead == leads;
        if (!take_lagging && lag < lags) {
            const Key &a = paths_[lagging[lag]].key, &b = paths_[leading[lead]].key;
            take_lagging = a < b || (a == b && lagging[lag] < leading[lead]);
        }
        next_paths_[place] = paths_[take_lagging ? lagging[lag++] : leading[lead++]];
    }
    paths_.swap(next_paths_);
}

template <class Key, class WordSet>
inline void JavaSearch<Key, WordSet>::offer_options(Path& path, std::uint32_t parent, Ranking<Key>& ranking) const {
    const Key price = price_of_break(path), next_age = layout_.age(1), highest = layout_.highest();
    Key key = path.key, age = layout_.age(age_of(parent, 0));
    for (const Option& option : options_) {
        const bool is_free = !path.used.has_any(option.words);
        if (std::is_same_v<Key, WideKey> && !is_free) {
            age += next_age;
            continue;
        }
        const Key going_on = key + (option.hypothesis_start == path.hypothesis_end ? Key{} : price) + age;
        ranking.insert(either(is_free, going_on - option.covered, highest));
        key += either(is_free, option.distance, Key{});
        age += next_age;
    }
    path.key = key;
}

/// Each path tries every match that begins here, and doing without.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::choose(std::span<const Match> matches, std::uint32_t position) {
    list_options(matches);
    Key most_covered{};
    for (const Option& option : options_) most_covered = std::max(most_covered, option.covered);
    Ranking<Key> ranking(candidates_, beam_, layout_.highest());
    for (std::uint32_t parent = 0; parent < count_; ++parent) {
        Path& path = paths_[parent];
        // Paths are in order: when this one cannot lead to a candidate that is kept, those behind it cannot either.
        if (most_covered < path.key && ranking.excludes(path.key - most_covered)) break;
        if (position >= path.reference_end) {
            offer_options(path, parent, ranking);
            decline(path, position);
        }
        ranking.insert(path.key + layout_.age(age_of(parent, options_.size())));
    }
    keep_best(ranking);
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::list_options(std::span<const Match> matches) {
    options_.clear();
    for (const Match& match : matches)
        options_.push_back({WordSet::range_of(match), layout_.words(covered(match, *settings_, most_words_)),
                            layout_.distance(distance_of(match)), match.hypothesis_start,
                            match.hypothesis_start + match.hypothesis_length,
                            match.reference_start + match.reference_length, &match});
    option_bits_ = static_cast<std::uint32_t>(std::bit_width(options_.size()));
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::make_room() {
    if (count_ <= paths_.size()) return;
    paths_.resize(count_);
    next_paths_.resize(count_);
    lagging_.resize(count_);
    leading_.resize(count_);
}

/// Makes the best candidates the new paths, in order. Writes each path once, field by field: reading what was just
/// copied would wait for the copy.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::keep_best(Ranking<Key>& ranking) {
    count_ = ranking.finish();
    const std::size_t known = choices_.size();
    if (count_ > most_paths || known + count_ >= none) refuse_paths();
    make_room();
    choices_.resize(known + count_);
    auto made = static_cast<std::uint32_t>(known);
    const std::uint64_t declined = options_.size(), mask = (std::uint64_t{1} << option_bits_) - 1;
    for (std::size_t place = 0; place < count_; ++place) {
        const Key candidate = ranking[place];
        const std::uint64_t age = layout_.age_of(candidate), choice = age & mask;
        const bool takes = choice != declined;
        const Path& parent = paths_[age >> option_bits_];
        const Option& option = options_[takes ? choice : 0];
        Path& path = next_paths_[place];
        path.key = candidate - layout_.age(age);
        path.used.become(parent.used, takes ? option.words : typename WordSet::Range{});
        path.reference_end = takes ? option.reference_end : parent.reference_end;
        path.hypothesis_end = takes ? option.hypothesis_end : parent.hypothesis_end;
        path.choice = takes ? made : parent.choice;
        choices_[made] = {parent.choice, option.match};
        made += takes;
    }
    choices_.resize(made);
    paths_.swap(next_paths_);
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::collect(const Stage& stage, Alignment& alignment) const {
    const auto closed = [this](const Path& path) { return path.key + price_of_break(path); };
    const auto best = std::min_element(paths_.begin(), paths_.begin() + static_cast<std::ptrdiff_t>(count_),
                                       [&](const Path& a, const Path& b) { return closed(a) < closed(b); });
    alignment.matches.clear();
    for (std::uint32_t at = best->choice; at != none; at = choices_[at].earlier)
        alignment.matches.push_back(*choices_[at].match);
    for (std::size_t position = 0; position < stage.reference_size(); ++position)
        if (stage.is_unambiguous(position)) alignment.matches.push_back(stage.at(position).front());
    std::sort(alignment.matches.begin(), alignment.matches.end(),
              [](const Match& a, const Match& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(alignment.matches);
}

template class JavaSearch<NarrowKey, SmallWordSet>;
template class JavaSearch<NarrowKey, LargeWordSet>;
template class JavaSearch<WideKey, LargeWordSet>;

}  // namespace bolide::align
