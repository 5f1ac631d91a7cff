/// Prices for a start: those of the best assignment of words to places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/parts.hpp"

namespace bolide::align {

/// Without phrases, and if every match were a chunk, the best choice of a part would be an assignment of its hypothesis
/// words to its places, and the prices of the Hungarian method (Kuhn 1955) would leave no gap. Chunks make little
/// difference to them; what phrases ask for is looked at afterwards. A bound tells how good the prices are.
class FirstPrices {
  public:
    /// A price for each hypothesis word of a part; valid until the next call.
    std::span<const Worth> find(const Part& part);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// How a chain of exchanges comes to a word.
    struct Reached {
        Worth loss;
        std::uint32_t taker;  ///< The place that would have it.
        bool is_settled;
    };
    /// An option that covers a word.
    struct User {
        std::uint32_t option, place;
    };

    void serve(std::uint32_t place);
    std::uint32_t best_word(std::uint32_t place);
    void find_chain(std::uint32_t place);
    std::uint32_t nearest() const;
    void visit(std::uint32_t place, Worth loss);
    void exchange(std::uint32_t place, std::uint32_t word);
    void list_users();
    Worth gain_without(std::uint32_t word, const User& user) const;
    void adjust(std::uint32_t word);

    Part part_{};
    std::vector<Worth> prices_;
    std::vector<Worth> surplus_;                 ///< What each place gains, price paid.
    std::vector<std::uint32_t> owners_, words_;  ///< The place that has each word, and the word that each place has.
    std::vector<Reached> reached_;
    std::vector<std::uint32_t> seen_;        ///< The words that have been reached.
    std::vector<std::uint32_t> first_user_;  ///< Of each word, and the end.
    std::vector<User> users_;
    std::vector<Worth> net_;  ///< What each option gains, prices paid.
};

}  // namespace bolide::align
