/// How often words are linked: the lexical translation probabilities behind lexical weights (Koehn et al. 2003, §4).
#pragma once

#include <cstdint>
#include <unordered_map>

namespace bolide::build {

using WordNumber = std::uint32_t;
/// Stands for the word that words without links are linked with.
inline constexpr WordNumber no_word = UINT32_MAX;

/// Counts of linked pairs of words, and of each word's links. A word without links has one, with `no_word`.
class LexicalTable {
  public:
    void add(WordNumber source, WordNumber target) {
        ++pairs_[key(source, target)];
        ++of_source_[source];
        ++of_target_[target];
    }

    bool is_empty() const { return pairs_.empty(); }

    /// w(source | target).
    double source_given_target(WordNumber source, WordNumber target) const {
        return ratio(source, target, of_target_, target);
    }
    /// w(target | source).
    double target_given_source(WordNumber source, WordNumber target) const {
        return ratio(source, target, of_source_, source);
    }

  private:
    using Counts = std::unordered_map<WordNumber, std::uint64_t>;
    static std::uint64_t key(WordNumber source, WordNumber target) { return std::uint64_t{source} << 32 | target; }
    double ratio(WordNumber source, WordNumber target, const Counts& totals, WordNumber given) const;

    std::unordered_map<std::uint64_t, std::uint64_t> pairs_;
    Counts of_source_, of_target_;
};

}  // namespace bolide::build
