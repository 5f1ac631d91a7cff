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

std::uint32_t end_of(const Match& match) { return match.hypothesis_start + match.hypothesis_length; }

/// The hypothesis words of a match as bits; of use only where a segment has at most 64 words.
std::uint64_t bits_of(const Match& match) {
    const std::uint64_t ones =
        match.hypothesis_length < 64 ? (std::uint64_t{1} << match.hypothesis_length) - 1 : UINT64_MAX;
    return ones << (match.hypothesis_start % 64);
}

/// Every path pays for a match at most once, and a path has at most one candidate per match, and one more.
KeyLimits limits_of(const Stage& stage, std::size_t beam) {
    std::uint64_t distance = 0, widest = 0;
    for (std::size_t position = 0; position < stage.reference_size(); ++position) {
        const auto matches = stage.at(position);
        widest = std::max<std::uint64_t>(widest, matches.size());
        for (const Match& match : matches) distance += distance_of(match);
    }
    return {stage.hypothesis_size() + stage.reference_size(), stage.reference_size() + 1, distance,
            beam * (widest + 1)};
}

}  // namespace

void JavaAligner::align(const Stage& stage, Alignment& alignment) {
    const KeyLayout<NarrowKey> layout(limits_of(stage, beam_));
    if (layout.fits())
        narrow_.run(stage, kinds_, beam_, layout, alignment);
    else
        wide_.run(stage, kinds_, beam_, {}, alignment);
}

template <class Key>
void JavaSearch<Key>::run(const Stage& stage, std::span<const Matcher> kinds, std::size_t beam,
                          const KeyLayout<Key>& layout, Alignment& alignment) {
    kinds_ = kinds;
    beam_ = beam;
    layout_ = layout;
    stride_ = (stage.hypothesis_size() + 63) / 64;
    used_.assign(stride_, 0);
    choices_.clear();
    paths_.assign(1, {layout_.first(), 0, none, none});
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

template <class Key>
std::uint32_t JavaSearch<Key>::covered(const Match& match) const {
    const std::uint32_t here = match.hypothesis_length, there = match.reference_length;
    return kinds_[match.matcher] == Matcher::exact ? here + there : here / 2 + there / 2;
}

template <class Key>
void JavaSearch<Key>::take(Path& path, const Match& match) const {
    layout_.cover(path.key, covered(match));
    if (breaks_chunk(path, match)) layout_.add_chunk(path.key);
    path.reference_end = match.reference_start + match.reference_length;
    path.hypothesis_end = end_of(match);
}

template <class Key>
void JavaSearch<Key>::decline(Path& path, std::uint32_t position) const {
    if (path.hypothesis_end != none) layout_.add_chunk(path.key);
    path.hypothesis_end = none;
    path.reference_end = position + 1;
}

/// All paths take the match that nothing competes with.
template <class Key>
void JavaSearch<Key>::take_fixed(const Match& match) {
    lagging_.clear();
    leading_.clear();
    for (std::uint32_t i = 0; i < paths_.size(); ++i) {
        (breaks_chunk(paths_[i], match) ? lagging_ : leading_).push_back(i);
        take(paths_[i], match);
        layout_.add_distance(paths_[i].key, distance_of(match));
    }
    restore_order();
}

/// No match begins here: all paths pass on, but for those inside a longer match.
template <class Key>
void JavaSearch<Key>::skip(std::uint32_t position) {
    lagging_.clear();
    leading_.clear();
    for (std::uint32_t i = 0; i < paths_.size(); ++i) {
        const bool inside = position < paths_[i].reference_end;
        (!inside && paths_[i].hypothesis_end != none ? lagging_ : leading_).push_back(i);
        if (!inside) decline(paths_[i], position);
    }
    restore_order();
}

/// After a step that cost some paths a chunk and changed the others alike: both groups are still in order, so merge
/// them.
template <class Key>
void JavaSearch<Key>::restore_order() {
    if (lagging_.empty() || leading_.empty()) return;
    next_paths_.resize(paths_.size());
    next_used_.resize(used_.size());
    std::size_t lag = 0, lead = 0;
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        bool take_lagging = lead == leading_.size();
        if (!take_lagging && lag < lagging_.size()) {
            const Key &a = paths_[lagging_[lag]].key, &b = paths_[leading_[lead]].key;
            take_lagging = a < b || (a == b && lagging_[lag] < leading_[lead]);
        }
        const std::uint32_t from = take_lagging ? lagging_[lag++] : leading_[lead++];
        next_paths_[place] = paths_[from];
        std::copy_n(used_.data() + from * stride_, stride_, next_used_.data() + place * stride_);
    }
    paths_.swap(next_paths_);
    used_.swap(next_used_);
}

template <class Key>
bool JavaSearch<Key>::is_free(std::uint32_t path, const Option& option) const {
    if (stride_ == 1) return !(used_[path] & option.bits);
    const std::uint64_t* used = used_.data() + path * stride_;
    for (std::uint32_t i = option.match->hypothesis_start; i < end_of(*option.match); ++i)
        if (used[i / 64] >> (i % 64) & 1) return false;
    return true;
}

template <class Key>
void JavaSearch<Key>::add_candidate(Key key, const Origin& origin) {
    if (candidates_ > beam_ && worst_ < key) return;
    layout_.set_age(key, candidates_);
    keys_[candidates_] = key;
    origins_[candidates_] = origin;
    if (++candidates_ == beam_ + 1)
        worst_ = *std::max_element(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(beam_));
}

/// Each path tries every match that begins here, and doing without.
template <class Key>
void JavaSearch<Key>::choose(std::span<const Match> matches, std::uint32_t position) {
    options_.clear();
    for (const Match& match : matches) {
        options_.push_back({&match, covered(match), distance_of(match), bits_of(match)});
    }
    candidates_ = 0;
    keys_.resize(paths_.size() * (matches.size() + 1));
    origins_.resize(keys_.size());
    for (std::uint32_t parent = 0; parent < paths_.size(); ++parent) {
        const bool inside = position < paths_[parent].reference_end;
        if (!inside) {
            offer_options(parent);
            decline(paths_[parent], position);
        }
        add_candidate(paths_[parent].key, {parent, nullptr});
    }
    keys_.resize(candidates_);
    keep_best(position);
}

template <class Key>
void JavaSearch<Key>::offer_options(std::uint32_t parent) {
    Path& path = paths_[parent];
    for (const Option& option : options_) {
        if (!is_free(parent, option)) continue;
        Key key = path.key;
        layout_.cover(key, option.covered);
        if (breaks_chunk(path, *option.match)) layout_.add_chunk(key);
        add_candidate(key, {parent, option.match});
        layout_.add_distance(path.key, option.distance);
    }
}

/// Makes the best candidates the new paths, in order.
template <class Key>
void JavaSearch<Key>::keep_best(std::uint32_t position) {
    if (keys_.size() > beam_) {
        std::nth_element(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(beam_), keys_.end());
        keys_.resize(beam_);
    }
    std::sort(keys_.begin(), keys_.end());
    next_paths_.resize(keys_.size());
    next_used_.resize(keys_.size() * stride_);
    for (std::size_t place = 0; place < keys_.size(); ++place) {
        Key key = keys_[place];
        const Origin& origin = origins_[layout_.age(key)];
        layout_.set_age(key, 0);
        Path& path = next_paths_[place] = paths_[origin.parent];
        path.key = key;
        std::uint64_t* used = next_used_.data() + place * stride_;
        std::copy_n(used_.data() + origin.parent * stride_, stride_, used);
        if (!origin.taken) continue;
        const Match& match = *origin.taken;
        path.reference_end = position + match.reference_length;
        path.hypothesis_end = end_of(match);
        for (std::uint32_t i = match.hypothesis_start; i < end_of(match); ++i)
            used[i / 64] |= std::uint64_t{1} << (i % 64);
        choices_.push_back({path.choice, &match});
        path.choice = static_cast<std::uint32_t>(choices_.size() - 1);
    }
    paths_.swap(next_paths_);
    used_.swap(next_used_);
}

template <class Key>
void JavaSearch<Key>::collect(const Stage& stage, Alignment& alignment) const {
    const auto closed = [this](const Path& path) {
        Key key = path.key;
        if (path.hypothesis_end != none) layout_.add_chunk(key);
        return key;
    };
    const auto best = std::min_element(paths_.begin(), paths_.end(),
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

template class JavaSearch<NarrowKey>;
template class JavaSearch<WideKey>;

}  // namespace bolide::align
