/// Splits a stage into certain matches, and parts in which the rest can be decided independently.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"

namespace bolide::align {

/// The worth of a choice of matches, to be maximised: covered words outweigh chunks, and chunks outweigh distance.
using Worth = std::int64_t;

struct Option {
    match::Match match;
    std::int32_t gain;                      ///< Covered words of both sides, in halves.
    std::int32_t chunks = 1;                ///< The chunks it adds to the certain matches alone.
    std::uint32_t first_word = 0;           ///< Of the hypothesis, counted inside the part.
    std::uint32_t next = 0;                 ///< The place to continue at after it.
    std::uint32_t followers = 0, last = 0;  ///< The range of options there that continue its chunk; if there are none,
                                            ///< both are the number of options.
    Worth worth = 0;

    std::uint32_t hypothesis_end() const { return match.hypothesis_start + match.hypothesis_length; }
    std::uint32_t reference_end() const { return match.reference_start + match.reference_length; }
    bool is_phrase() const { return match.hypothesis_length > 1 || match.reference_length > 1; }
};

/// Visits the hypothesis words of an option, counted inside its part.
template <class Visit>
void for_each_word(const Option& option, Visit visit) {
    for (std::uint32_t k = 0; k < option.match.hypothesis_length; ++k) visit(option.first_word + k);
}

/// Connected options: no option elsewhere covers one of their words, or forms a chunk with one of them. They are sorted
/// by place (the reference word at which they begin), then by start in the hypothesis, then by length there, then by
/// length in the reference.
struct Part {
    std::span<const Option> options;
    std::span<const std::uint32_t> firsts;  ///< The first option at each place, and the end.
    std::uint32_t words;                    ///< The number of hypothesis words.
    Worth chunk;                            ///< The worth of one chunk less.
    bool has_distance;                      ///< Whether distances fit into the worth; they are left out otherwise.

    std::uint32_t places() const { return static_cast<std::uint32_t>(firsts.size() - 1); }
    std::span<const Option> at(std::uint32_t place) const {
        return options.subspan(firsts[place], firsts[place + 1] - firsts[place]);
    }
};

class Parts {
  public:
    /// Splits a stage, in time nearly linear in its matches. Invalidates earlier results.
    void split(const match::Stage& stage, const PaperSettings& settings) {
        hypothesis_size_ = static_cast<std::uint32_t>(stage.hypothesis_size());
        reference_size_ = static_cast<std::uint32_t>(stage.reference_size());
        collect(stage, settings);
        if (std::any_of(found_.begin(), found_.end(), std::mem_fn(&Option::is_phrase))) leave_out_phrases();
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

    /// The matches in every best alignment: those that share no word with another.
    std::span<const match::Match> certain() const { return certain_; }
    std::size_t size() const { return bounds_.size(); }

    Part operator[](std::size_t number) const {
        const Bounds& bounds = bounds_[number];
        return {std::span(options_).subspan(bounds.option, bounds.options),
                std::span(firsts_).subspan(bounds.first, bounds.places + 1), bounds.words, bounds.chunk,
                bounds.has_distance};
    }

  private:
    struct Bounds {
        std::uint32_t option, first;  ///< Where the part begins.
        std::uint32_t options, places, words;
        Worth chunk;
        bool has_distance;
    };
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The order of options at a place: start in the hypothesis, length there, length in the reference.
    static auto stretch_of(const Option& option) {
        return std::tuple(option.match.hypothesis_start, option.match.hypothesis_length, option.match.reference_length);
    }

    /// The options that begin at a hypothesis word.
    static std::span<Option> starting_at(std::span<Option> options, std::uint32_t start) {
        const auto first = std::partition_point(options.begin(), options.end(), [&](const Option& option) {
            return option.match.hypothesis_start < start;
        });
        const auto last = std::partition_point(
            first, options.end(), [&](const Option& option) { return option.match.hypothesis_start == start; });
        return {first, last};
    }

    /// The root of a word's set of connected words.
    std::uint32_t root_of(std::uint32_t word) {
        while (parents_[word] != word) word = parents_[word] = parents_[parents_[word]];
        return word;
    }
    void unite(std::uint32_t a, std::uint32_t b) { parents_[root_of(a)] = root_of(b); }

    /// Of options for the same words, keeps the one that gains most, and the earliest of equals.
    void collect(const match::Stage& stage, const PaperSettings& settings) {
        found_.clear();
        first_found_.resize(reference_size_ + 1);
        for (std::uint32_t word = 0; word < reference_size_; ++word) {
            first_found_[word] = static_cast<std::uint32_t>(found_.size());
            for (const match::Match& match : stage.at(word)) {
                const bool is_whole =
                    settings.coverage == Coverage::count || settings.kinds[match.matcher] == match::Matcher::exact;
                found_.push_back({match, (is_whole ? 2 : 1) * (match.hypothesis_length + match.reference_length)});
            }
            const auto first = found_.begin() + first_found_[word];
            if (found_.end() - first < 2) continue;
            std::stable_sort(first, found_.end(), [](const Option& a, const Option& b) {
                return std::pair(stretch_of(a), -a.gain) < std::pair(stretch_of(b), -b.gain);
            });
            const auto is_same = [](const Option& a, const Option& b) { return stretch_of(a) == stretch_of(b); };
            found_.erase(std::unique(first, found_.end(), is_same), found_.end());
        }
        first_found_[reference_size_] = static_cast<std::uint32_t>(found_.size());
    }

    /// The gain of a phrase's words matched one by one, taking the first that fits for each reference word.
    std::int32_t gain_inside(const Option& phrase) const {
        std::int32_t gain = 0;
        std::uint64_t used = 0;
        for (std::uint32_t word = phrase.match.reference_start; word < phrase.reference_end(); ++word)
            for (std::uint32_t at = first_found_[word]; at < first_found_[word + 1]; ++at) {
                const Option& option = found_[at];
                const std::uint32_t place = option.match.hypothesis_start - phrase.match.hypothesis_start;
                if (option.is_phrase() || place >= std::min<std::uint32_t>(phrase.match.hypothesis_length, 64))
                    continue;
                if (used >> place & 1) continue;
                used |= std::uint64_t{1} << place;
                gain += option.gain;
                break;
            }
        return gain;
    }

    /// Drops phrases that gain less than their words one by one: no best alignment has them.
    void leave_out_phrases() {
        is_certain_.clear();  // Here: the phrases that are dropped.
        for (const Option& option : found_)
            is_certain_.push_back(option.is_phrase() && gain_inside(option) > option.gain);
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

    void find_certain() {
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

    /// Next to a certain match there is always a chunk to join.
    void join() {
        parents_.resize(hypothesis_size_ + reference_size_);
        std::iota(parents_.begin(), parents_.end(), 0u);
        for (std::size_t at = 0; at < found_.size(); ++at) {
            Option& option = found_[at];
            const std::uint32_t start = option.match.hypothesis_start;
            if (!is_certain_[at]) for_each_word(option, [&](std::uint32_t word) { unite(word, start); });
            for (Option& follower : followers_of(option)) {
                const bool is_next_certain = is_certain_[static_cast<std::size_t>(&follower - found_.data())];
                if (!is_certain_[at] && !is_next_certain) unite(start, follower.match.hypothesis_start);
                if (is_certain_[at] != is_next_certain) --(is_certain_[at] ? follower : option).chunks;
            }
        }
    }

    void number_parts() {
        part_of_.assign(hypothesis_size_ + reference_size_, none);
        for (std::uint32_t word = 0; word < reference_size_; ++word) {
            if (!is_contested(word)) continue;
            std::uint32_t& part = part_of_[root_of(hypothesis_size_ + word)];
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

    void gather() {
        for (Bounds& bounds : bounds_) bounds.options = bounds.places = 0;  // Counted again below.
        for (std::uint32_t word = 0; word < reference_size_; ++word) {
            if (!is_contested(word)) continue;
            Bounds& bounds = bounds_[part_of_[root_of(hypothesis_size_ + word)]];
            firsts_[bounds.first + bounds.places++] = bounds.options;
            std::copy(found_.begin() + first_found_[word], found_.begin() + first_found_[word + 1],
                      options_.begin() + bounds.option + bounds.options);
            bounds.options += first_found_[word + 1] - first_found_[word];
        }
        for (const Bounds& bounds : bounds_) firsts_[bounds.first + bounds.places] = bounds.options;
    }

    void number_words() {
        place_.resize(hypothesis_size_);
        for (std::uint32_t i = 0; i < hypothesis_size_; ++i) {
            const std::uint32_t part = part_of_[root_of(i)];
            if (part != none) place_[i] = bounds_[part].words++;
        }
        for (Option& option : options_) option.first_word = place_[option.match.hypothesis_start];
    }

    /// Sets where each option continues.
    void connect(const Bounds& bounds) {
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
                const auto found =
                    starting_at(options.subspan(there, firsts[option.next + 1] - there), option.hypothesis_end());
                if (found.empty()) continue;
                option.followers = static_cast<std::uint32_t>(found.data() - options.data());
                option.last = option.followers + static_cast<std::uint32_t>(found.size());
            }
        }
    }

    /// Weighs covered words, chunks and distance so that each outweighs all that follow.
    void weigh(Bounds& bounds) {
        const auto options = std::span(options_).subspan(bounds.option, bounds.options);
        std::uint32_t farthest = 0;
        std::int32_t most = 0;
        for (const Option& option : options) {
            farthest = std::max(farthest, distance_of(option.match));
            most = std::max(most, option.gain);
        }
        const Worth steps = 2 * Worth{bounds.places} + 1;  // More than the difference in chunks of any two choices.
        const double largest = double(most) * double(steps) * (double(farthest) * bounds.places + 1);
        // The prices of all words and the worth of all options must fit, with room for sums of both.
        bounds.has_distance = largest * 4 * (double(bounds.places) + bounds.words) < 0x1p62;
        bounds.chunk = bounds.has_distance ? Worth{farthest} * bounds.places + 1 : 1;
        for (Option& option : options)
            option.worth = (option.gain * steps - option.chunks) * bounds.chunk -
                           (bounds.has_distance ? Worth{distance_of(option.match)} : 0);
    }

    /// Reference words are numbered after hypothesis words.
    template <class Visit>
    void for_each_word(const Option& option, Visit visit) const {
        for (std::uint32_t i = option.match.hypothesis_start; i < option.hypothesis_end(); ++i) visit(i);
        for (std::uint32_t j = option.match.reference_start; j < option.reference_end(); ++j)
            visit(hypothesis_size_ + j);
    }

    bool is_contested(std::uint32_t reference_word) const {
        const std::uint32_t first = first_found_[reference_word];
        return first < first_found_[reference_word + 1] && !is_certain_[first];
    }

    std::span<Option> followers_of(const Option& option) {
        const std::uint32_t at = option.reference_end();
        if (at == reference_size_) return {};
        const auto there = std::span(found_).subspan(first_found_[at], first_found_[at + 1] - first_found_[at]);
        return starting_at(there, option.hypothesis_end());
    }

    std::uint32_t hypothesis_size_ = 0, reference_size_ = 0;
    std::vector<Option> found_;               ///< All, in the order of the reference.
    std::vector<std::uint32_t> first_found_;  ///< At each reference word.
    std::vector<bool> is_certain_;
    std::vector<match::Match> certain_;
    std::vector<std::uint32_t> cover_;    ///< How many options cover each word; hypothesis words first.
    std::vector<std::uint32_t> parents_;  ///< Of connected words.
    std::vector<std::uint32_t> part_of_;  ///< Of each root; `none` if it has no part.
    std::vector<std::uint32_t> place_;    ///< Of each hypothesis word among those of its part.
    std::vector<Option> options_;
    std::vector<std::uint32_t> firsts_;
    std::vector<Bounds> bounds_;
};

/// A part without the options that no best choice has. Options keep their order and places their numbers, so searching
/// it is searching the part without some options. Places may be empty.
class Remainder {
  public:
    /// Keeps the possible options of a part, which may be an earlier remainder.
    Part keep(const Part& part, const std::vector<bool>& is_possible) {
        const auto size = static_cast<std::uint32_t>(part.options.size());
        kept_before_.resize(size + 1);
        next_options_.clear();
        for (std::uint32_t at = 0; at < size; ++at) {
            kept_before_[at] = static_cast<std::uint32_t>(next_options_.size());
            if (is_possible[at]) next_options_.push_back(part.options[at]);
        }
        kept_before_[size] = static_cast<std::uint32_t>(next_options_.size());
        for (Option& option : next_options_) {
            option.followers = kept_before_[option.followers];
            option.last = kept_before_[option.last];
            if (option.followers == option.last) option.followers = option.last = kept_before_[size];
        }
        firsts_.resize(part.firsts.size());
        for (std::size_t place = 0; place < firsts_.size(); ++place) firsts_[place] = kept_before_[part.firsts[place]];
        std::swap(options_, next_options_);
        return {options_, firsts_, part.words, part.chunk, part.has_distance};
    }

  private:
    std::vector<std::uint32_t> kept_before_;
    std::vector<Option> options_, next_options_;
    std::vector<std::uint32_t> firsts_;
};

}  // namespace bolide::align
