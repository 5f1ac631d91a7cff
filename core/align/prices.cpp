#include "align/prices.hpp"

#include <algorithm>
#include <limits>

namespace bolide::align {

namespace {

/// How much of the last direction a step keeps: less zigzag.
constexpr double inertia = 0.7;
/// After so many steps without a lower bound, steps are halved.
constexpr int patience = 8;
/// Less than any choice is worth, with room for sums.
constexpr Worth nothing = std::numeric_limits<Worth>::min() / 4;

}  // namespace

void Prices::reset(const Part& part) {
    begin(part);
    guess();
    update();
    settle();
}

void Prices::reset(const Part& part, std::span<const Worth> prices) {
    begin(part);
    prices_.assign(prices.begin(), prices.end());
    update();
    settle();
}

void Prices::begin(const Part& part) {
    part_ = part;
    direction_.assign(part.words, 0);
    highest_.assign(part.words, 0);
    last_place_.assign(part.words, 0);
    for (std::uint32_t place = 0; place < part.places(); ++place)
        for (std::uint32_t at = part.firsts[place]; at < part.firsts[place + 1]; ++at)
            for_each_word(part.options[at], [&](std::uint32_t word) {
                highest_[word] = std::max(highest_[word], part.options[at].worth + 2 * part.chunk);
                last_place_[word] = place;
            });
}

void Prices::guess() {
    for (std::uint32_t place = 0; place < part_.places(); ++place) {
        const std::uint32_t first = part_.firsts[place], end = part_.firsts[place + 1];
        for (std::uint32_t at = first; at < end; ++at)  // for now, how many places ask for each word
            for_each_word(part_.options[at], [&](std::uint32_t word) { direction_[word] += 1.0 / (end - first); });
    }
    prices_.resize(part_.words);
    for (std::uint32_t word = 0; word < part_.words; ++word)
        prices_[word] = direction_[word] > 1.01 ? highest_[word] - 2 * part_.chunk : 0;
}

void Prices::try_out(std::span<const Worth> prices) {
    const Worth known = bound();
    best_prices_.swap(prices_);
    prices_.assign(prices.begin(), prices.end());
    update();
    if (bound() >= known) {
        prices_.swap(best_prices_);
        update();
    }
    settle();
}

void Prices::narrow(const Part& part) {
    part_ = part;
    uses_.assign(part.words, 0);  // for now, how many places can use each word
    last_place_.assign(part.words, none);
    for (std::uint32_t place = 0; place < part.places(); ++place)
        for (std::uint32_t at = part.firsts[place]; at < part.firsts[place + 1]; ++at)
            for_each_word(part.options[at], [&](std::uint32_t word) {
                uses_[word] += last_place_[word] != place;
                last_place_[word] = place;
            });
    for (std::uint32_t word = 0; word < part.words; ++word) {
        if (uses_[word] < 2) prices_[word] = 0;
        if (uses_[word] < 1) last_place_[word] = 0;
    }
    update();
    settle();
}

/// Goes through the places from the end, to find the bound at these prices.
void Prices::update() {
    sums_.resize(part_.words + 1);
    through_.resize(part_.options.size() + 1);
    ahead_.resize(part_.places() + 1);
    best_option_.resize(part_.places());
    Worth paid = 0;
    for (std::uint32_t word = 0; word < part_.words; ++word) sums_[word + 1] = paid += prices_[word];
    paid_ = paid;
    const Option* const options = part_.options.data();
    const std::uint32_t* const firsts = part_.firsts.data();
    Worth *const through = through_.data(), *const ahead = ahead_.data(), chunk = part_.chunk;
    through[part_.options.size()] = nothing;
    Worth best = ahead[part_.places()] = 0;
    for (std::uint32_t place = part_.places(); place-- > 0;) {
        std::uint32_t chosen = none;
        for (std::uint32_t at = firsts[place], end = firsts[place + 1]; at < end; ++at) {
            const Option& option = options[at];
            Worth after = std::max(ahead[option.next], through[option.followers] + chunk);
            for (std::uint32_t next = option.followers + 1; next < option.last; ++next)
                after = std::max(after, through[next] + chunk);
            const Worth gain = through[at] = option.worth + after - cost_of(option);
            chosen = gain > best ? at : chosen;
            best = std::max(best, gain);
        }
        ahead[place] = best;
        best_option_[place] = chosen;
    }
}

/// Makes known to a search what these prices say of each option and place.
void Prices::settle() {
    left_.assign(part_.places() + 1, 0);
    for (std::uint32_t word = 0; word < part_.words; ++word) left_[last_place_[word]] += prices_[word];
    for (std::uint32_t place = part_.places(); place-- > 0;) left_[place] += left_[place + 1];
}

/// What comes before an option is found in one pass from the start, as what comes after it was from the end.
void Prices::find_possible(Worth least, std::vector<bool>& is_possible) {
    before_.assign(part_.places() + 1, nothing);
    joined_.assign(part_.options.size() + 1, nothing);
    is_possible.resize(part_.options.size());
    before_[0] = paid_;
    for (std::uint32_t place = 0; place < part_.places(); ++place) {
        before_[place + 1] = std::max(before_[place + 1], before_[place]);
        for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
            const Option& option = part_.options[at];
            const Worth before = std::max(before_[place], joined_[at]);
            const Worth gained = before + option.worth - cost_of(option);
            before_[option.next] = std::max(before_[option.next], gained);
            for (std::uint32_t next = option.followers; next < option.last; ++next)
                joined_[next] = std::max(joined_[next], gained + part_.chunk);
            is_possible[at] = before + through_[at] >= least;
        }
    }
}

/// Counts how often the best choice at these prices uses each word.
void Prices::trace() {
    uses_.assign(part_.words, 0);
    std::uint32_t followers = 0, last = 0;
    for (std::uint32_t place = 0; place < part_.places();) {
        Worth best = ahead_[place];
        std::uint32_t chosen = best_option_[place];
        for (std::uint32_t at = followers; at < last; ++at)
            if (through_[at] + part_.chunk >= best) best = through_[chosen = at] + part_.chunk;
        if (chosen == none) {
            followers = last;
            ++place;
            continue;
        }
        const Option& option = part_.options[chosen];
        for_each_word(option, [this](std::uint32_t word) { ++uses_[word]; });
        place = option.next;
        followers = option.followers;
        last = option.last;
    }
}

/// Moves prices up where words are used too often, and down where they are not used; returns whether any moved.
bool Prices::step(double length) {
    double square = 0;
    for (std::uint32_t word = 0; word < part_.words; ++word) {
        const bool is_settled = uses_[word] == 1 || (uses_[word] == 0 && prices_[word] == 0);
        direction_[word] = inertia * direction_[word] + (is_settled ? 0 : uses_[word] - 1);
        square += direction_[word] * direction_[word];
    }
    if (square < 1e-9) return false;
    const double scale = length / square;
    for (std::uint32_t word = 0; word < part_.words; ++word) {
        const double to = double(prices_[word]) + scale * direction_[word];
        prices_[word] = static_cast<Worth>(std::clamp(to, 0.0, double(highest_[word])) + 0.5);
    }
    return true;
}

Worth Prices::lower(Worth target, std::size_t steps, double& caution) {
    Worth best = bound();
    if (best <= target) return best;
    best_prices_ = prices_;
    std::fill(direction_.begin(), direction_.end(), 0.0);
    int waited = 0;
    for (std::size_t count = 0; count < steps && best > target; ++count) {
        trace();
        if (!step(double(bound() - target) / caution)) break;
        update();
        if (bound() < best) {
            best = bound();
            best_prices_ = prices_;
            waited = 0;
        } else if (++waited == patience) {
            caution *= 2;
            waited = 0;
            prices_ = best_prices_;
            update();
        }
    }
    if (waited) {
        prices_ = best_prices_;
        update();
    }
    settle();
    return best;
}

}  // namespace bolide::align
