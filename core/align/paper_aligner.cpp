#include "align/paper_aligner.hpp"

#include "align/part_search.hpp"
#include "align/price_guesses.hpp"
#include "work/stopping.hpp"

namespace bolide::align {

class PaperAligner::Solver {
  public:
    explicit Solver(PaperSettings settings) : settings_(std::move(settings)), effort_(settings_.beam) {}

    bool align(const match::Stage& stage, Alignment& alignment, bool may_give_up) {
        parts_.split(stage, settings_);
        auto& matches = alignment.matches;
        matches.assign(parts_.certain().begin(), parts_.certain().end());
        alignment.is_proven = true;
        may_give_up_ = may_give_up;
        looks_left_ = may_give_up ? Effort::short_looks : Effort::looks;
        for (std::size_t number = 0; number < parts_.size(); ++number) {
            const Part part = parts_[number];
            const bool is_solved = part.words <= SmallWordSet::most_words    ? solve(part, small_, matches)
                                   : part.words <= MiddleWordSet::most_words ? solve(part, middle_, matches)
                                                                             : solve(part, large_, matches);
            alignment.is_proven &= is_solved && part.has_distance;
            if (!alignment.is_proven && may_give_up) return false;
        }
        finish(alignment);
        return true;
    }

  private:
    static constexpr Worth any = std::numeric_limits<Worth>::min();
    static constexpr std::size_t all = SIZE_MAX;
    /// The states kept by the first search of a part: most parts never have more.
    static constexpr std::size_t first_width = Effort::unit / 2;
    /// The states kept by early proofs, at first and in the end.
    static constexpr std::size_t soon_width = 2 * Effort::unit, soon_last_width = 4 * Effort::unit;
    /// With a gap of more chunks, a proof would need too many states.
    static constexpr Worth wide_gap = Effort::unit / 2;

    void spend(std::size_t looks) { looks_left_ -= std::min(looks, looks_left_); }

    /// Adds the best choice of a part, or a good one; returns whether it is proven to be the best.
    template <class WordSet>
    bool solve(const Part& part, PartSearch<WordSet>& search, std::vector<match::Match>& matches) {
        const bool is_small = part.options.size() <= most_options;
        const bool is_solved = is_small && (prove_soon(part, search) || prove(part, search));
        if (!is_solved && may_give_up_) return false;
        if (!is_solved) {
            if (!is_small) prices_.reset(part);
            const std::size_t affordable = Effort::beam_looks / Effort::looks_by_state / part.options.size();
            look(part, search, {std::max<std::size_t>(std::min(settings_.beam, affordable), 1), any, all});
        }
        search.collect(matches);
        return is_solved;
    }

    /// Searches a part and counts the cost. Returns whether every choice that is worth enough was considered.
    template <class WordSet>
    bool look(const Part& part, PartSearch<WordSet>& search, const SearchLimits& limits) {
        work::check_stop();
        const bool is_complete = search.run(part, prices_, limits);
        spend(Effort::looks_by_state * search.reached());
        return is_complete;
    }

    /// Lowers the bound by at most `steps` steps, if there is time for all of them.
    Worth lower(const Part& part, Worth target, std::size_t steps, double& caution) {
        const std::size_t affordable = looks_left_ / std::max<std::size_t>(part.options.size(), 1);
        spend(std::min(steps, affordable) * part.options.size());
        return prices_.lower(target, std::min(steps, affordable), caution);
    }

    bool can_search(const Part& part, std::size_t width) const {
        return looks_left_ >= Effort::looks_by_state * width * part.options.size();
    }

    /// Searches a part with good prices and few states, which is enough for most parts. Returns whether the result is
    /// proven. The first proof aims at the bound less a share of a chunk: similar words close together leave such a
    /// gap.
    template <class WordSet>
    bool prove_soon(const Part& part, PartSearch<WordSet>& search) {
        if (!effort_.is_full()) return false;
        prices_.reset(part, first_prices_.find(part));
        const Worth promised = prices_.bound() - part.chunk / Worth{Effort::unit};
        if (look(part, search, {soon_width, promised, all}) && search.has_found()) return true;
        return look(part, search, {first_width, any, all}) || improve(part, search);
    }

    /// Continues after a first search. The choice found suggests prices; prices show which options no best choice has,
    /// and where to look for a better one. Only if none is found, steps are taken to lower the bound.
    template <class WordSet>
    bool improve(const Part& part, PartSearch<WordSet>& search) {
        Part left = part;
        double caution = 1;
        std::size_t width = soon_width;
        Worth best = any;
        for (std::size_t steps = Effort::unit; steps < 8 * Effort::unit && can_search(left, width);) {
            const bool is_better = search.has_found() && search.worth() > best;
            if (is_better) {
                best = search.worth();
                explain(left, search);
            }
            if (!is_better || prices_.bound() - best > part.chunk) {
                lower(left, best, steps, caution);
                steps += Effort::unit;
                width = soon_last_width;
            }
            left = leave_out(left, best);
            const bool is_wide = prices_.bound() - best > wide_gap * part.chunk;
            if (look(left, search, {is_wide ? first_width : width, best, all})) return true;
        }
        return false;
    }

    /// Tries the prices suggested by the best choice so far.
    template <class WordSet>
    void explain(const Part& part, const PartSearch<WordSet>& search) {
        choice_.clear();
        search.collect(choice_);
        prices_.try_out(choice_prices_.find(part, choice_));
    }

    /// Drops the options that no choice worth `least` has: all best choices remain.
    Part leave_out(const Part& part, Worth least) {
        prices_.find_possible(least, is_possible_);
        const Part left = remainder_.keep(part, is_possible_);
        if (left.options.size() < part.options.size()) prices_.narrow(left);
        return left;
    }

    /// Searches a part with the same prices throughout; returns whether the result is proven.
    template <class WordSet>
    bool prove(const Part& part, PartSearch<WordSet>& search) {
        prices_.reset(part);
        if (look(part, search, {first_width, any, all})) return true;
        const Worth least = raise(part, search);
        return look(part, search, {all, least, std::min(effort_.states(), looks_left_ / Effort::looks_by_state)});
    }

    /// Looks for prices that prove the choice found to be the best, and for a better one; returns its worth.
    template <class WordSet>
    Worth raise(const Part& part, PartSearch<WordSet>& search) {
        Worth best = search.worth();
        for (std::size_t steps = Effort::full; steps <= effort_.price_steps(); steps *= 2) {
            double caution = 1;
            if (lower(part, best, steps, caution) == best || !can_search(part, first_width)) break;
            look(part, search, {first_width, best, all});
            if (search.has_found()) best = search.worth();
        }
        return best;
    }

    PaperSettings settings_;
    Effort effort_;
    std::size_t looks_left_ = 0;  ///< The budget left for proofs.
    bool may_give_up_ = false;
    Parts parts_;
    Prices prices_;
    FirstPrices first_prices_;
    ChoicePrices choice_prices_;
    Remainder remainder_;
    std::vector<bool> is_possible_;
    std::vector<std::uint32_t> choice_;
    PartSearch<SmallWordSet> small_;
    PartSearch<MiddleWordSet> middle_;
    PartSearch<LargeWordSet> large_;
};

PaperAligner::PaperAligner(PaperSettings settings) : solver_(std::make_unique<Solver>(std::move(settings))) {}

PaperAligner::~PaperAligner() = default;

bool PaperAligner::align(const match::Stage& stage, Alignment& alignment, bool may_give_up) {
    return solver_->align(stage, alignment, may_give_up);
}

}  // namespace bolide::align
