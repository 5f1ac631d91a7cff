/// From aligned bitext to counted phrase pairs, a batch at a time, on several threads.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "build/bitext.hpp"
#include "build/phrase_extractor.hpp"
#include "build/text_column.hpp"

namespace bolide::build {

/// The phrase pairs of a batch, by column. A pair may occur in several rows, whose counts add up; its lexical weights
/// are the largest of those rows.
struct PhraseCounts {
    TextColumn source, target;
    std::vector<std::int64_t> count;
    std::vector<double> source_weight, target_weight;  ///< lex(f|e) and lex(e|f).
};

class PhraseCounter {
  public:
    PhraseCounter(std::uint32_t longest, std::size_t threads) : longest_(longest), threads_(threads) {}

    /// Learns how words translate, for the lexical weights: first all of the bitext, then `count`.
    void learn(std::string_view source, std::string_view target, std::string_view links);

    /// Counts the phrase pairs of a batch. Throws BitextError.
    PhraseCounts count(std::string_view source, std::string_view target, std::string_view links);

  private:
    std::uint32_t longest_;
    std::size_t threads_;
    BitextReader reader_;
    LexicalTable lexical_;
};

}  // namespace bolide::build
