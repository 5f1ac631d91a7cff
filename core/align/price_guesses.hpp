/// Guesses at good prices: initial ones, and ones based on a choice that was found.
#pragma once

#include "align/parts.hpp"

namespace bolide::align {

/// If there were no phrases and every match were a chunk, the best choice of a part would be an assignment of its
/// hypothesis words to its places, and the prices of the Hungarian method (Kuhn 1955) would leave no gap. Chunks change
/// these prices little; phrases are handled afterwards. A bound shows how good the prices are.
class FirstPrices {
  public:
    /// A price for each hypothesis word of a part; valid until the next call.
    std::span<const Worth> find(const Part& part) {
        part_ = part;
        prices_.assign(part.words, 0);
        surplus_.assign(part.places(), 0);
        owners_.assign(part.words, none);
        words_.assign(part.places(), none);
        reached_.assign(part.words, {far, none, false});
        for (std::uint32_t place = 0; place < part.places(); ++place) serve(place);
        if (part.options.size() > most_adjusted ||
            std::none_of(part.options.begin(), part.options.end(), std::mem_fn(&Option::is_phrase)))
            return prices_;
        for (std::uint32_t word = 0; word < part.words; ++word) adjust(word);
        return prices_;
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr Worth far = std::numeric_limits<Worth>::max();
    /// After this many exchanges a place stays without a word, and in parts of more options phrases are not handled:
    /// both take time that grows faster than the part.
    static constexpr std::size_t most_exchanges = 64, most_adjusted = 1024;

    /// How a chain of exchanges reaches a word.
    struct Reached {
        Worth loss;
        std::uint32_t taker;  ///< The place that would take it.
        bool is_settled;
    };

    /// Gives a place the word it gains most by; if another place has it, uses the cheapest chain of exchanges.
    void serve(std::uint32_t place) {
        const std::uint32_t word = best_word(place);
        if (word == none) return;
        if (owners_[word] != none) return find_chain(place);
        owners_[word] = place;
        words_[place] = word;
    }

    std::uint32_t best_word(std::uint32_t place) {
        std::uint32_t word = none;
        for (const Option& option : part_.at(place)) {
            if (option.is_phrase() || option.worth - prices_[option.first_word] <= surplus_[place]) continue;
            word = option.first_word;
            surplus_[place] = option.worth - prices_[word];
        }
        return word;
    }

    /// A chain ends with a free word, or with a place that is left without one. The price of each settled word rises by
    /// how much nearer it is than the end of the chain, or than the next word if there is no time to go on. So no place
    /// ever gains more by another word than by its own.
    void find_chain(std::uint32_t place) {
        Worth least = surplus_[place];  // The cost of leaving a place without a word.
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

    /// The word with the cheapest chain among those not yet settled.
    std::uint32_t nearest() const {
        std::uint32_t best = none;
        for (const std::uint32_t word : seen_)
            if (!reached_[word].is_settled && (best == none || reached_[word].loss < reached_[best].loss)) best = word;
        return best;
    }

    /// Records the total cost of giving a place another word.
    void visit(std::uint32_t place, Worth loss) {
        for (const Option& option : part_.at(place)) {
            if (option.is_phrase()) continue;
            Reached& reached = reached_[option.first_word];
            const Worth there = loss + surplus_[place] - (option.worth - prices_[option.first_word]);
            if (there >= reached.loss) continue;
            if (reached.loss == far) seen_.push_back(option.first_word);
            reached = {there, place, false};
        }
    }

    /// Gives each place along a chain its new word, from the end.
    void exchange(std::uint32_t place, std::uint32_t word) {
        for (std::uint32_t taker = none; taker != place;) {
            taker = reached_[word].taker;
            owners_[word] = taker;
            std::swap(words_[taker], word);
        }
    }

    static bool has(const Option& option, std::uint32_t word) {
        return word - option.first_word < option.match.hypothesis_length;
    }

    /// The gain of an option, after prices.
    Worth net(const Option& option) const {
        Worth gain = option.worth;
        for_each_word(option, [&](std::uint32_t word) { gain -= prices_[word]; });
        return gain;
    }

    /// The gain of some places one by one, without a word.
    Worth gain_without(std::uint32_t word, std::uint32_t place, std::uint32_t end) const {
        Worth gain = 0;
        for (; place < end; ++place) {
            Worth most = 0;
            for (const Option& option : part_.at(place))
                if (!has(option, word) && option.match.reference_length == 1) most = std::max(most, net(option));
            gain += most;
        }
        return gain;
    }

    /// Moves the price of a word with several options to where one place would pay it, but not two.
    void adjust(std::uint32_t word) {
        Worth most = 0, second = 0;
        std::uint32_t wanting = none, options = 0;
        for (std::uint32_t place = 0; place < part_.places(); ++place)
            for (const Option& option : part_.at(place)) {
                if (!has(option, word)) continue;
                const Worth asked = net(option) + prices_[word] - gain_without(word, place, option.next);
                if (place != wanting) second = std::max(second, std::min(most, asked));
                if (asked > most) {
                    most = asked;
                    wanting = place;
                }
                ++options;
            }
        if (options > 1) prices_[word] = std::clamp(prices_[word], second, most);
    }

    Part part_{};
    std::vector<Worth> prices_;
    std::vector<Worth> surplus_;                 ///< The gain of each place, after its price.
    std::vector<std::uint32_t> owners_, words_;  ///< The place of each word, and the word of each place.
    std::vector<Reached> reached_;
    std::vector<std::uint32_t> seen_;  ///< The words reached.
};

/// For a best choice there are usually prices at which no option is worth more than what it would displace. They are
/// found by raising the price of a word wherever an option wants it: a few rounds of the method of Bellman and Ford
/// (1958), with chunks counted as in the choice. A bound shows how good the prices are.
class ChoicePrices {
  public:
    /// A price for each hypothesis word of a part; valid until the next call. `choice` lists options, last one first.
    std::span<const Worth> find(const Part& part, std::span<const std::uint32_t> choice) {
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

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr int rounds = 2;  ///< Once along the reference and once back.

    void take(std::span<const std::uint32_t> choice) {
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

    void weigh(std::span<const std::uint32_t> choice) {
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

    Worth surplus(std::uint32_t at) const {
        Worth surplus = values_[at];
        for_each_word(part_.options[at], [&](std::uint32_t word) { surplus -= prices_[word]; });
        return surplus;
    }

    /// Makes an option no better than what it would displace, by charging the chosen option that can pay most for one
    /// of its words; returns whether there is one.
    bool raise(std::uint32_t place, std::uint32_t at) {
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

    Part part_{};
    Worth highest_ = 0;  ///< No price needs to be higher.
    std::vector<Worth> prices_;
    std::vector<Worth> values_;                        ///< Of each option, with the chunks it has or would have.
    std::vector<std::uint32_t> at_place_, with_word_;  ///< The chosen option that covers a place, or a word.
};

}  // namespace bolide::align
