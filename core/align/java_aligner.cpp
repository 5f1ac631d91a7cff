#include "align/java_aligner.hpp"

#include <algorithm>

namespace bolide::align {

using match::Match;
using match::Matcher;
using match::Stage;

namespace {

std::uint32_t distance_of(const Match& match) {
    const auto i = match.hypothesis_start, j = match.reference_start;
    return i < j ? j - i : i - j;
}

/// What a match adds to the covered words, as one number: under the objective of accuracy, exact words and their like
/// weigh more than all covered words together.
std::uint64_t covered(const Match& match, const JavaSettings& settings, std::uint64_t most_words) {
    const std::uint64_t here = match.hypothesis_length, there = match.reference_length;
    const Matcher kind = settings.kinds[match.matcher];
    if (settings.objective == Objective::coverage) return kind == Matcher::exact ? here + there : here / 2 + there / 2;
    return (kind == Matcher::paraphrase ? 0 : (here + there) * (most_words + 1)) + here + there;
}

/// The most that `covered` can add up to.
std::uint64_t most_covered(const JavaSettings& settings, std::uint64_t most_words) {
    return settings.objective == Objective::coverage ? most_words : most_words * (most_words + 2);
}

std::uint64_t words_of(const Stage& stage) { return stage.hypothesis_size() + stage.reference_size(); }

/// Every path pays for a match at most once, and a path has at most one candidate per match, and one more.
KeyLimits limits_of(const Stage& stage, const JavaSettings& settings) {
    std::uint64_t distance = 0, widest = 0;
    for (std::size_t position = 0; position < stage.reference_size(); ++position) {
        const auto matches = stage.at(position);
        widest = std::max<std::uint64_t>(widest, matches.size());
        for (const Match& match : matches) distance += distance_of(match);
    }
    return {most_covered(settings, words_of(stage)), stage.reference_size() + 1, distance,
            settings.beam * (widest + 1)};
}

}  // namespace

void JavaAligner::align(const Stage& stage, Alignment& alignment) {
    const KeyLayout<NarrowKey> layout(limits_of(stage, settings_));
    if (layout.fits() && stage.hypothesis_size() <= SmallWordSet::most_words)
        narrow_.run(stage, settings_, layout, alignment);
    else
        wide_.run(stage, settings_, {}, alignment);
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::run(const Stage& stage, const JavaSettings& settings, const KeyLayout<Key>& layout,
                                   Alignment& alignment) {
    settings_ = &settings;
    beam_ = settings.beam;
    most_words_ = words_of(stage);
    layout_ = layout;
    chunk_ = layout.chunk();
    choices_.clear();
    const Key nothing_covered = layout_.words(most_covered(settings, most_words_));
    const Path first{nothing_covered, WordSet(stage.hypothesis_size()), 0, none, none};
    count_ = 1;
    paths_.assign(std::max<std::size_t>(beam_, count_), first);
    next_paths_ = paths_;
    const auto size = static_cast<std::uint32_t>(beam_ > 0 ? stage.reference_size() : 0);
    for (std::uint32_t position = 0; position < size; ++position) {
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
    lagging_.clear();
    leading_.clear();
    const Key gain = layout_.words(covered(match, *settings_, most_words_)),
              cost = layout_.distance(distance_of(match));
    for (std::uint32_t i = 0; i < count_; ++i) {
        Path& path = paths_[i];
        const bool breaks = path.hypothesis_end != none && path.hypothesis_end != match.hypothesis_start;
        (breaks ? lagging_ : leading_).push_back(i);
        if (breaks) path.key += chunk_;
        path.key -= gain;
        path.key += cost;
        path.reference_end = match.reference_start + match.reference_length;
        path.hypothesis_end = match.hypothesis_start + match.hypothesis_length;
    }
    restore_order();
}

/// No match begins here: all paths pass on, but for those inside a longer match.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::skip(std::uint32_t position) {
    lagging_.clear();
    leading_.clear();
    for (std::uint32_t i = 0; i < count_; ++i) {
        const bool inside = position < paths_[i].reference_end;
        (!inside && paths_[i].hypothesis_end != none ? lagging_ : leading_).push_back(i);
        if (!inside) decline(paths_[i], position);
    }
    restore_order();
}

/// After a step that cost some paths a chunk and changed the others alike: both groups are still in order, so merge
/// them.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::restore_order() {
    if (lagging_.empty() || leading_.empty()) return;
    std::size_t lag = 0, lead = 0;
    for (std::size_t place = 0; place < count_; ++place) {
        bool take_lagging = lead == leading_.size();
        if (!take_lagging && lag < lagging_.size()) {
            const Key &a = paths_[lagging_[lag]].key, &b = paths_[leading_[lead]].key;
            take_lagging = a < b || (a == b && lagging_[lag] < leading_[lead]);
        }
        next_paths_[place] = paths_[take_lagging ? lagging_[lag++] : leading_[lead++]];
    }
    paths_.swap(next_paths_);
}

/// Each path tries every match that begins here, and doing without.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::choose(std::span<const Match> matches, std::uint32_t position) {
    options_.clear();
    for (const Match& match : matches)
        options_.push_back({WordSet::range_of(match), layout_.words(covered(match, *settings_, most_words_)),
                            layout_.distance(distance_of(match)), match.hypothesis_start, &match});
    Key most_covered{};
    for (const Option& option : options_) most_covered = std::max(most_covered, option.covered);
    gaining_.reset(beam_);
    even_.reset(beam_);
    for (std::uint32_t parent = 0; parent < count_; ++parent) {
        Path& path = paths_[parent];
        // Paths are in order: when this one cannot lead to a candidate that is kept, those behind it cannot either.
        if (gaining_.excludes(path.key - most_covered)) break;
        if (position >= path.reference_end) {
            offer_options(path, parent);
            decline(path, position);
        }
        const Key declined = path.key + layout_.age((parent + 1) * (options_.size() + 1) - 1);
        if (!gaining_.excludes(declined)) even_.insert(declined);
    }
    keep_best();
}

template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::offer_options(Path& path, std::uint32_t parent) {
    const Key price = price_of_break(path), next_age = layout_.age(1);
    Key key = path.key, age = layout_.age(parent * (options_.size() + 1));
    for (const Option& option : options_) {
        if (!path.used.has_any(option.words)) {
            const Key going_on = key + (option.start == path.hypothesis_end ? Key{} : price) + age;
            (option.covered == Key{} ? even_ : gaining_).insert(going_on - option.covered);
            key += option.distance;
        }
        age += next_age;
    }
    path.key = key;
}

/// Makes the best candidates the new paths, in order.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::keep_best() {
    count_ = std::min(beam_, gaining_.size() + even_.size());
    for (std::size_t place = 0, gaining = 0; place < count_; ++place) {
        const std::size_t even = place - gaining;
        const bool gains = gaining < gaining_.size() && (even == even_.size() || gaining_[gaining] < even_[even]);
        keep(gains ? gaining_[gaining] : even_[even], next_paths_[place]);
        gaining += gains;
    }
    paths_.swap(next_paths_);
}

/// Makes a candidate a path.
template <class Key, class WordSet>
void JavaSearch<Key, WordSet>::keep(const Key& candidate, Path& path) {
    const auto age = static_cast<std::uint32_t>(layout_.age_of(candidate));
    const auto per_parent = static_cast<std::uint32_t>(options_.size() + 1);
    path = paths_[age / per_parent];
    path.key = candidate - layout_.age(age);
    if (age % per_parent == options_.size()) return;
    const Option& option = options_[age % per_parent];
    path.used.add(option.words);
    path.reference_end = option.match->reference_start + option.match->reference_length;
    path.hypothesis_end = option.start + option.match->hypothesis_length;
    choices_.push_back({path.choice, option.match});
    path.choice = static_cast<std::uint32_t>(choices_.size() - 1);
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
template class JavaSearch<WideKey, LargeWordSet>;

}  // namespace bolide::align
