#include "align/parts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bolide::align {

using match::Match;
using match::Matcher;
using match::Stage;

namespace {

constexpr std::uint32_t none = UINT32_MAX;

/// Where options at a place are in order: by the start in the hypothesis, the length there, the length opposite.
std::uint64_t stretch_of(const Match& match) {
    return std::uint64_t{match.hypothesis_start} << 16 | std::uint64_t{match.hypothesis_length} << 8 |
           match.reference_length;
}

bool is_phrase(const Option& option) { return option.match.hypothesis_length > 1 || option.match.reference_length > 1; }

/// Up to here, looking at one option after the other is faster than halving.
constexpr std::size_t few_options = 32;

/// Those of options in order that begin at a hypothesis word.
template <class Options>
std::pair<std::uint32_t, std::uint32_t> range_of(Options options, std::uint32_t hypothesis_start) {
    std::uint32_t first = 0, last;
    const auto is_before = [&](const Option& option) { return option.match.hypothesis_start < hypothesis_start; };
    if (options.size() > few_options)
        first = static_cast<std::uint32_t>(std::partition_point(options.begin(), options.end(), is_before) -
                                           options.begin());
    while (first < options.size() && options[first].match.hypothesis_start < hypothesis_start) ++first;
    for (last = first; last < options.size() && options[last].match.hypothesis_start == hypothesis_start;) ++last;
    return {first, last};
}

}  // namespace

void Parts::Words::reset(std::size_t size) {
    parents_.resize(size);
    std::iota(parents_.begin(), parents_.end(), 0u);
}

std::uint32_t Parts::Words::root_of(std::uint32_t word) {
    while (parents_[word] != word) word = parents_[word] = parents_[parents_[word]];
    return word;
}

void Parts::split(const Stage& stage, Coverage coverage, std::span<const Matcher> kinds) {
    hypothesis_size_ = static_cast<std::uint32_t>(stage.hypothesis_size());
    reference_size_ = static_cast<std::uint32_t>(stage.reference_size());
    collect(stage, coverage, kinds);
    if (std::any_of(found_.begin(), found_.end(), is_phrase)) leave_out_phrases();
    find_certain();
    bounds_.clear();
    if (certain_.size() == found_.size()) return;
    join();
    number_parts();
    gather();
    number_words();
    for (Bounds& bounds : bounds_) {
        connect(bounds);
        weigh(bounds);
    }
}

/// Of options for the same words, only the one that gains most is kept, and the earliest of those.
void Parts::collect(const Stage& stage, Coverage coverage, std::span<const Matcher> kinds) {
    found_.clear();
    first_found_.resize(reference_size_ + 1);
    for (std::uint32_t word = 0; word < reference_size_; ++word) {
        const std::uint32_t first = first_found_[word] = static_cast<std::uint32_t>(found_.size());
        const auto matches = stage.at(word);
        for (const Match& match : matches) {
            const bool is_whole = coverage == Coverage::count || kinds[match.matcher] == Matcher::exact;
            const Option option{match, (is_whole ? 2 : 1) * (match.hypothesis_length + match.reference_length)};
            if (matches.size() > few_options)
                found_.push_back(option);
            else
                insert(first, option);
        }
        if (matches.size() > few_options) sort(first);
    }
    first_found_[reference_size_] = static_cast<std::uint32_t>(found_.size());
}

/// Puts an option where it belongs among those from `first` on: for few of them.
void Parts::insert(std::uint32_t first, const Option& option) {
    std::size_t place = found_.size();
    while (place > first && stretch_of(option.match) < stretch_of(found_[place - 1].match)) --place;
    if (place == first || stretch_of(found_[place - 1].match) < stretch_of(option.match))
        found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(place), option);
    else if (option.gain > found_[place - 1].gain)
        found_[place - 1] = option;
}

/// Puts the options from `first` on in order: for many.
void Parts::sort(std::uint32_t first) {
    const auto begin = found_.begin() + first;
    std::stable_sort(begin, found_.end(), [](const Option& a, const Option& b) {
        return std::pair(stretch_of(a.match), -a.gain) < std::pair(stretch_of(b.match), -b.gain);
    });
    const auto is_same = [](const Option& a, const Option& b) { return stretch_of(a.match) == stretch_of(b.match); };
    found_.erase(std::unique(begin, found_.end(), is_same), found_.end());
}

/// What words of a phrase count if they are matched one by one, the first that fits for each reference word.
std::int32_t Parts::gain_inside(const Option& phrase) const {
    std::int32_t gain = 0;
    std::uint64_t used = 0;
    for (std::uint32_t word = phrase.match.reference_start; word < phrase.reference_end(); ++word)
        for (std::uint32_t at = first_found_[word]; at < first_found_[word + 1]; ++at) {
            const Option& option = found_[at];
            const std::uint32_t place = option.match.hypothesis_start - phrase.match.hypothesis_start;
            if (is_phrase(option) || place >= std::min<std::uint32_t>(phrase.match.hypothesis_length, 64)) continue;
            if (used >> place & 1) continue;
            used |= std::uint64_t{1} << place;
            gain += option.gain;
            break;
        }
    return gain;
}

/// Leaves out phrases whose words count more one by one: no best alignment has them.
void Parts::leave_out_phrases() {
    is_certain_.clear();  // for now, which ones are left out
    for (const Option& option : found_) is_certain_.push_back(is_phrase(option) && gain_inside(option) > option.gain);
    std::uint32_t kept = 0;
    for (std::uint32_t word = 0, at = 0; word < reference_size_; ++word) {
        const std::uint32_t end = first_found_[word + 1];
        first_found_[word] = kept;
        for (; at < end; ++at)
            if (!is_certain_[at]) found_[kept++] = found_[at];
    }
    first_found_[reference_size_] = kept;
    found_.resize(kept, found_.front());
}

/// Words of the reference are numbered behind those of the hypothesis.
template <class Visit>
void Parts::for_each_word(const Option& option, Visit visit) const {
    for (std::uint32_t i = option.match.hypothesis_start; i < option.hypothesis_end(); ++i) visit(i);
    for (std::uint32_t j = option.match.reference_start; j < option.reference_end(); ++j) visit(hypothesis_size_ + j);
}

void Parts::find_certain() {
    cover_.assign(hypothesis_size_ + reference_size_, 0);
    for (const Option& option : found_) for_each_word(option, [this](std::uint32_t word) { ++cover_[word]; });
    certain_.clear();
    is_certain_.clear();
    for (const Option& option : found_) {
        bool is_alone = true;
        for_each_word(option, [&](std::uint32_t word) { is_alone &= cover_[word] == 1; });
        is_certain_.push_back(is_alone);
        if (is_alone) certain_.push_back(option.match);
    }
}

std::span<Option> Parts::followers_of(const Option& option) {
    const std::uint32_t at = option.reference_end();
    if (at == reference_size_) return {};
    const auto there = std::span(found_).subspan(first_found_[at], first_found_[at + 1] - first_found_[at]);
    const auto [first, last] = range_of(there, option.hypothesis_end());
    return there.subspan(first, last - first);
}

/// Next to a certain match there is always a chunk to join.
void Parts::join() {
    words_.reset(hypothesis_size_ + reference_size_);
    for (std::size_t at = 0; at < found_.size(); ++at) {
        Option& option = found_[at];
        const std::uint32_t start = option.match.hypothesis_start;
        if (!is_certain_[at]) for_each_word(option, [&](std::uint32_t word) { words_.unite(word, start); });
        for (Option& follower : followers_of(option)) {
            const bool is_next_certain = is_certain_[static_cast<std::size_t>(&follower - found_.data())];
            if (!is_certain_[at] && !is_next_certain) words_.unite(start, follower.match.hypothesis_start);
            if (is_certain_[at] != is_next_certain) --(is_certain_[at] ? follower : option).chunks;
        }
    }
}

bool Parts::is_contested(std::uint32_t reference_word) const {
    const std::uint32_t first = first_found_[reference_word];
    return first < first_found_[reference_word + 1] && !is_certain_[first];
}

void Parts::number_parts() {
    part_of_.assign(hypothesis_size_ + reference_size_, none);
    for (std::uint32_t word = 0; word < reference_size_; ++word) {
        if (!is_contested(word)) continue;
        std::uint32_t& part = part_of_[words_.root_of(hypothesis_size_ + word)];
        if (part == none) {
            part = static_cast<std::uint32_t>(bounds_.size());
            bounds_.push_back({});
        }
        bounds_[part].options += first_found_[word + 1] - first_found_[word];
        ++bounds_[part].places;
    }
    std::uint32_t option = 0, first = 0;
    for (Bounds& bounds : bounds_) {
        bounds.option = option;
        bounds.first = first;
        option += bounds.options;
        first += bounds.places + 1;
    }
    options_.resize(option);
    firsts_.resize(first);
}

void Parts::gather() {
    for (Bounds& bounds : bounds_) bounds.options = bounds.places = 0;  // counted again, as they come
    for (std::uint32_t word = 0; word < reference_size_; ++word) {
        if (!is_contested(word)) continue;
        Bounds& bounds = bounds_[part_of_[words_.root_of(hypothesis_size_ + word)]];
        firsts_[bounds.first + bounds.places++] = bounds.options;
        std::copy(found_.begin() + first_found_[word], found_.begin() + first_found_[word + 1],
                  options_.begin() + bounds.option + bounds.options);
        bounds.options += first_found_[word + 1] - first_found_[word];
    }
    for (const Bounds& bounds : bounds_) firsts_[bounds.first + bounds.places] = bounds.options;
}

void Parts::number_words() {
    place_.resize(hypothesis_size_);
    for (std::uint32_t i = 0; i < hypothesis_size_; ++i) {
        const std::uint32_t part = part_of_[words_.root_of(i)];
        if (part != none) place_[i] = bounds_[part].words++;
    }
    for (Option& option : options_) option.first_word = place_[option.match.hypothesis_start];
}

/// Tells every option where to go on.
void Parts::connect(const Bounds& bounds) {
    const auto options = std::span(options_).subspan(bounds.option, bounds.options);
    const auto firsts = std::span(firsts_).subspan(bounds.first, bounds.places + 1);
    const auto start_of = [&](std::uint32_t place) { return options[firsts[place]].match.reference_start; };
    for (std::uint32_t place = 0; place < bounds.places; ++place) {
        for (Option& option : options.subspan(firsts[place], firsts[place + 1] - firsts[place])) {
            option.next = place + 1;
            option.followers = option.last = bounds.options;
            while (option.next < bounds.places && start_of(option.next) < option.reference_end()) ++option.next;
            if (option.next == bounds.places || start_of(option.next) != option.reference_end()) continue;
            const std::uint32_t there = firsts[option.next];
            const auto [first, last] =
                range_of(options.subspan(there, firsts[option.next + 1] - there), option.hypothesis_end());
            if (first == last) continue;
            option.followers = there + first;
            option.last = there + last;
        }
    }
}

/// Weighs covered words, chunks and distance so that less of one never outweighs more of the one before it.
void Parts::weigh(Bounds& bounds) {
    const auto options = std::span(options_).subspan(bounds.option, bounds.options);
    std::uint32_t farthest = 0;
    std::int32_t most = 0;
    for (const Option& option : options) {
        farthest = std::max(farthest, option.distance());
        most = std::max(most, option.gain);
    }
    const Worth steps = 2 * Worth{bounds.places} + 1;  // more than two choices can differ in chunks
    const double largest = double(most) * double(steps) * (double(farthest) * bounds.places + 1);
    // The prices of all words and the worth of all options have to fit, with room for sums of both.
    bounds.has_distance = largest * 4 * (double(bounds.places) + bounds.words) < 0x1p62;
    bounds.chunk = bounds.has_distance ? Worth{farthest} * bounds.places + 1 : 1;
    for (Option& option : options)
        option.worth =
            (option.gain * steps - option.chunks) * bounds.chunk - (bounds.has_distance ? Worth{option.distance()} : 0);
}

Part Parts::operator[](std::size_t number) const {
    const Bounds& bounds = bounds_[number];
    return {std::span(options_).subspan(bounds.option, bounds.options),
            std::span(firsts_).subspan(bounds.first, bounds.places + 1), bounds.words, bounds.chunk,
            bounds.has_distance};
}

}  // namespace bolide::align
