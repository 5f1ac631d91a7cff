#include "align/prices.hpp"

#include <algorithm>
#include <numeric>

namespace bolide::align {

namespace {

/// How much of the last direction a step keeps: less zigzag.
constexpr double inertia = 0.7;
/// After so many steps without a lower bound, steps are halved.
constexpr int patience = 8;

template <class Visit>
void for_each_word(const Option& option, Visit visit) {
    for (std::uint32_t k = 0; k < option.match.hypothesis_length; ++k) visit(option.first_word + k);
}

}  // namespace

void Prices::reset(const Part& part) {
    part_ = part;
    cost_.resize(part.options.size());
    through_.resize(part.options.size());
    after_.resize(part.options.size());
    ahead_.assign(part.places() + 1, 0);
    left_.assign(part.places() + 1, 0);
    guess();
    update();
    settle();
}

void Prices::guess() {
    direction_.assign(part_.words, 0);  // for now, how many places ask for each word
    highest_.assign(part_.words, 0);
    last_place_.assign(part_.words, 0);
    for (std::uint32_t place = 0; place < part_.places(); ++place) {
        const std::uint32_t first = part_.firsts[place], end = part_.firsts[place + 1];
        for (std::uint32_t at = first; at < end; ++at)
            for_each_word(part_.options[at], [&](std::uint32_t word) {
                direction_[word] += 1.0 / (end - first);
                highest_[word] = std::max(highest_[word], part_.options[at].worth);
                last_place_[word] = place;
            });
    }
    prices_.resize(part_.words);
    for (std::uint32_t word = 0; word < part_.words; ++word)
        prices_[word] = direction_[word] > 1.01 ? highest_[word] : 0;
    for (Worth& worth : highest_) worth += 2 * part_.chunk;
}

/// Goes through the places from the end, to find the bound at these prices.
void Prices::update() {
    const Option* const options = part_.options.data();
    const std::uint32_t* const firsts = part_.firsts.data();
    const Worth* const prices = prices_.data();
    Worth *const through = through_.data(), *const ahead = ahead_.data(), chunk = part_.chunk;
    for (std::uint32_t place = part_.places(); place-- > 0;) {
        Worth best = ahead[place + 1];
        for (std::uint32_t at = firsts[place], end = firsts[place + 1]; at < end; ++at) {
            const Option& option = options[at];
            Worth after = ahead[option.next];
            for (std::uint32_t next = option.followers; next < option.last; ++next)
                after = std::max(after, through[next] + chunk);
            Worth gain = option.worth + after;
            for_each_word(option, [&](std::uint32_t word) { gain -= prices[word]; });
            through[at] = gain;
            best = std::max(best, gain);
        }
        ahead[place] = best;
    }
    paid_ = std::accumulate(prices_.begin(), prices_.end(), Worth{0});
}

/// Makes known to a search what these prices say of each option and place.
void Prices::settle() {
    for (std::size_t at = 0; at < part_.options.size(); ++at) {
        const Option& option = part_.options[at];
        Worth cost = 0;
        for_each_word(option, [&](std::uint32_t word) { cost += prices_[word]; });
        cost_[at] = cost;
        after_[at] = through_[at] - option.worth + cost;
    }
    std::fill(left_.begin(), left_.end(), 0);
    for (std::uint32_t word = 0; word < part_.words; ++word) left_[last_place_[word]] += prices_[word];
    for (std::uint32_t place = part_.places(); place-- > 0;) left_[place] += left_[place + 1];
}

/// Counts how often the best choice at these prices uses each word.
void Prices::trace() {
    uses_.assign(part_.words, 0);
    std::uint32_t followers = 0, last = 0;
    for (std::uint32_t place = 0; place < part_.places();) {
        Worth best = ahead_[place];
        std::uint32_t chosen = UINT32_MAX;
        for (std::uint32_t at = followers; at < last; ++at)
            if (through_[at] + part_.chunk >= best) best = through_[chosen = at] + part_.chunk;
        if (chosen == UINT32_MAX && best > ahead_[place + 1])
            for (chosen = part_.firsts[place]; through_[chosen] != best;) ++chosen;
        followers = last = 0;
        if (chosen == UINT32_MAX) {
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
    for (std::uint32_t word = 0; word < part_.words; ++word) {
        const double to = double(prices_[word]) + length / square * direction_[word];
        prices_[word] = static_cast<Worth>(std::clamp(to, 0.0, double(highest_[word])) + 0.5);
    }
    return true;
}

Worth Prices::lower(Worth target, std::size_t steps) {
    Worth best = bound();
    best_prices_ = prices_;
    std::fill(direction_.begin(), direction_.end(), 0.0);
    double caution = 1;
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
    prices_ = best_prices_;
    update();
    settle();
    return best;
}

}  // namespace bolide::align
