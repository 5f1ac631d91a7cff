#include "align/first_prices.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bolide::align {

namespace {

constexpr Worth far = std::numeric_limits<Worth>::max();
/// After so many exchanges a place stays without a word, and in parts of more options phrases are not looked at: both
/// take time that grows faster than the part.
constexpr std::size_t most_exchanges = 64, most_adjusted = 1024;

bool is_single(const Option& option) {
    return option.match.hypothesis_length == 1 && option.match.reference_length == 1;
}

}  // namespace

std::span<const Worth> FirstPrices::find(const Part& part) {
    part_ = part;
    prices_.assign(part.words, 0);
    surplus_.assign(part.places(), 0);
    owners_.assign(part.words, none);
    words_.assign(part.places(), none);
    reached_.assign(part.words, {far, none, false});
    for (std::uint32_t place = 0; place < part.places(); ++place) serve(place);
    if (part.options.size() > most_adjusted || std::all_of(part.options.begin(), part.options.end(), is_single))
        return prices_;
    list_users();
    for (std::uint32_t word = 0; word < part.words; ++word) adjust(word);
    return prices_;
}

/// Gives a place the word that it gains most by; if another place has it, by the cheapest chain of exchanges.
void FirstPrices::serve(std::uint32_t place) {
    const std::uint32_t word = best_word(place);
    if (word == none) return;
    if (owners_[word] != none) return find_chain(place);
    owners_[word] = place;
    words_[place] = word;
}

std::uint32_t FirstPrices::best_word(std::uint32_t place) {
    std::uint32_t word = none;
    for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
        const Option& option = part_.options[at];
        if (!is_single(option) || option.worth - prices_[option.first_word] <= surplus_[place]) continue;
        word = option.first_word;
        surplus_[place] = option.worth - prices_[word];
    }
    return word;
}

/// A chain ends with a word that nobody has, or with a place that is left without one. Prices rise by what the words
/// that were settled are nearer than its end, or than the next word where there is no time to go on: so no place ever
/// gains more by another word than by its own.
void FirstPrices::find_chain(std::uint32_t place) {
    Worth least = surplus_[place];  // what is lost by leaving a place without a word
    std::uint32_t left_out = place, end = none;
    seen_.clear();
    visit(place, 0);
    for (std::size_t count = 0;; ++count) {
        const std::uint32_t word = nearest();
        if (word == none || reached_[word].loss >= least) break;
        const Worth loss = reached_[word].loss;
        const std::uint32_t owner = owners_[word];
        if (owner == none || count == most_exchanges) {
            end = owner == none ? word : none;
            left_out = place;
            least = loss;
            break;
        }
        reached_[word].is_settled = true;
        if (loss + surplus_[owner] < least) {
            left_out = owner;
            least = loss + surplus_[owner];
        }
        visit(owner, loss);
    }
    surplus_[place] -= least;
    for (const std::uint32_t word : seen_) {
        if (!reached_[word].is_settled || reached_[word].loss >= least) continue;
        prices_[word] += least - reached_[word].loss;
        surplus_[owners_[word]] -= least - reached_[word].loss;
    }
    if (end == none && left_out != place) std::swap(end, words_[left_out]);
    if (end != none) exchange(place, end);
    for (const std::uint32_t word : seen_) reached_[word] = {far, none, false};
}

/// The word that the cheapest chain leads to, of those from which no chain has been followed.
std::uint32_t FirstPrices::nearest() const {
    std::uint32_t best = none;
    for (const std::uint32_t word : seen_)
        if (!reached_[word].is_settled && (best == none || reached_[word].loss < reached_[best].loss)) best = word;
    return best;
}

/// Notes what it would cost, in all, if a place took another word.
void FirstPrices::visit(std::uint32_t place, Worth loss) {
    for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
        const Option& option = part_.options[at];
        if (!is_single(option)) continue;
        Reached& reached = reached_[option.first_word];
        const Worth there = loss + surplus_[place] - (option.worth - prices_[option.first_word]);
        if (there >= reached.loss) continue;
        if (reached.loss == far) seen_.push_back(option.first_word);
        reached = {there, place, false};
    }
}

/// Gives each place along a chain the word that it was to have, from the end.
void FirstPrices::exchange(std::uint32_t place, std::uint32_t word) {
    for (std::uint32_t taker = none; taker != place;) {
        taker = reached_[word].taker;
        owners_[word] = taker;
        std::swap(words_[taker], word);
    }
}

/// Lists the options of each word, in order, and what they gain at these prices.
void FirstPrices::list_users() {
    first_user_.assign(part_.words + 2, 0);
    net_.resize(part_.options.size());
    for (const Option& option : part_.options)
        for_each_word(option, [this](std::uint32_t word) { ++first_user_[word + 2]; });
    std::partial_sum(first_user_.begin(), first_user_.end(), first_user_.begin());
    users_.resize(first_user_.back());
    for (std::uint32_t place = 0; place < part_.places(); ++place)
        for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
            net_[at] = part_.options[at].worth;
            for_each_word(part_.options[at], [&](std::uint32_t word) {
                net_[at] -= prices_[word];
                users_[first_user_[word + 1]++] = {at, place};
            });
        }
}

/// What the places of an option can gain one by one, without a word.
Worth FirstPrices::gain_without(std::uint32_t word, const User& user) const {
    Worth gain = 0;
    for (std::uint32_t place = user.place; place < part_.options[user.option].next; ++place) {
        Worth most = 0;
        for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
            const Option& option = part_.options[at];
            const bool has_word = word - option.first_word < option.match.hypothesis_length;
            if (!has_word && option.match.reference_length == 1) most = std::max(most, net_[at]);
        }
        gain += most;
    }
    return gain;
}

/// Moves the price of a word to where one place would pay it, but no two would.
void FirstPrices::adjust(std::uint32_t word) {
    const std::span users(users_.data() + first_user_[word], first_user_[word + 1] - first_user_[word]);
    if (users.size() < 2) return;
    Worth most = 0, second = 0;
    std::uint32_t place = none;
    for (const User& user : users) {
        const Worth asked = net_[user.option] + prices_[word] - gain_without(word, user);
        if (user.place != place) second = std::max(second, std::min(most, asked));
        if (asked <= most) continue;
        most = asked;
        place = user.place;
    }
    const Worth price = std::clamp(prices_[word], second, most);
    for (const User& user : users) net_[user.option] += prices_[word] - price;
    prices_[word] = price;
}

}  // namespace bolide::align
