#include "align/choice_prices.hpp"

#include <algorithm>
#include <limits>

namespace bolide::align {

namespace {

/// Once along the reference and once back.
constexpr int rounds = 2;

}  // namespace

std::span<const Worth> ChoicePrices::find(const Part& part, std::span<const std::uint32_t> choice) {
    part_ = part;
    prices_.assign(part.words, 0);
    take(choice);
    weigh(choice);
    bool has_moved = true;
    for (int round = 0; round < rounds && has_moved; ++round) {
        has_moved = false;
        for (std::uint32_t count = 0; count < part.places(); ++count) {
            const std::uint32_t place = round % 2 ? part.places() - 1 - count : count;
            for (std::uint32_t at = part.firsts[place]; at < part.firsts[place + 1]; ++at)
                has_moved |= at_place_[place] != at && raise(place, at);
        }
    }
    return prices_;
}

void ChoicePrices::take(std::span<const std::uint32_t> choice) {
    at_place_.assign(part_.places() + 1, none);
    with_word_.assign(part_.words, none);
    std::uint32_t place = part_.places();
    for (const std::uint32_t at : choice) {
        const Option& option = part_.options[at];
        while (part_.firsts[place] > at) --place;
        std::fill(at_place_.begin() + place, at_place_.begin() + option.next, at);
        for_each_word(option, [&](std::uint32_t word) { with_word_[word] = at; });
    }
}

void ChoicePrices::weigh(std::span<const std::uint32_t> choice) {
    values_.resize(part_.options.size());
    highest_ = 0;
    for (std::size_t at = 0; at < values_.size(); ++at) {
        const Option& option = part_.options[at];
        const std::uint32_t next = at_place_[option.next];
        const bool is_continued = option.followers <= next && next < option.last;
        values_[at] = option.worth + (is_continued ? part_.chunk : 0);
        highest_ = std::max(highest_, option.worth + 2 * part_.chunk);
    }
    for (const std::uint32_t at : choice)
        for (std::uint32_t next = part_.options[at].followers; next < part_.options[at].last; ++next)
            values_[next] += part_.chunk;
}

/// What an option is worth more than its words cost.
Worth ChoicePrices::surplus(std::uint32_t at) const {
    Worth surplus = values_[at];
    for_each_word(part_.options[at], [&](std::uint32_t word) { surplus -= prices_[word]; });
    return surplus;
}

/// Makes an option no better than what it would displace, at the cost of the chosen option that has most to give for
/// one of its words; returns whether there is one.
bool ChoicePrices::raise(std::uint32_t place, std::uint32_t at) {
    const Option& option = part_.options[at];
    Worth excess = surplus(at);
    for (std::uint32_t there = place, last = none; there < option.next; ++there) {
        if (at_place_[there] == last) continue;
        last = at_place_[there];
        if (last != none) excess -= surplus(last);
    }
    if (excess <= 0) return false;
    std::uint32_t raised = none;
    Worth most = std::numeric_limits<Worth>::min();
    for_each_word(option, [&](std::uint32_t word) {
        const std::uint32_t owner = with_word_[word];
        if (owner == none || owner == at_place_[place] || surplus(owner) <= most) return;
        most = surplus(owner);
        raised = word;
    });
    if (raised == none) return false;
    prices_[raised] = std::min(prices_[raised] + excess, highest_);
    return true;
}

}  // namespace bolide::align
