/// Phrase tables of Moses: `f ||| e ||| p(f|e) lex(f|e) p(e|f) lex(e|f) …`, a phrase pair on each line.
#pragma once

#include "build/phrase_counter.hpp"
#include "text/strings.hpp"
#include "work/stopping.hpp"

namespace bolide::build {

struct PhraseTableColumns {
    TextColumn source, target;
    std::vector<double> source_given_target, target_given_source;
};

/// The number of a line, from 1, and what is wrong with it.
using BadLine = std::pair<std::uint64_t, std::string>;

/// Reads a phrase table piece by piece. Rows are taken out in portions, so that memory is bounded for any table.
class PhraseTableReader {
  public:
    /// Skips rows with both probabilities below `minimum`: no threshold would keep the results.
    PhraseTableReader(bool lowercase, double minimum)
        : lowercase_(lowercase), minimum_(minimum), of_source_(counters, 0), of_target_(counters, 0) {}

    void feed(std::string_view text);
    void finish();

    PhraseTableColumns take();
    std::size_t waiting() const { return columns_.source.bytes.size() + columns_.target.bytes.size(); }

    std::uint64_t lines() const { return line_; }
    std::uint64_t bad_lines() const { return bad_lines_; }
    const BadLine& first_bad_line() const { return first_bad_line_; }
    std::size_t longest_phrase() const { return longest_phrase_; }
    /// An upper bound on the rows of one source phrase with p(e|f) of at least `minimum`, and on those of one target
    /// phrase with p(f|e): phrases share counters by their hashes.
    std::uint32_t most_of_source() const { return *std::max_element(of_source_.begin(), of_source_.end()); }
    std::uint32_t most_of_target() const { return *std::max_element(of_target_.begin(), of_target_.end()); }

  private:
    static constexpr std::size_t counters = 1 << 17;

    void read_line(std::string_view line);
    /// Stores a row. Returns the error in the line, or an empty string.
    std::string read_row(std::string_view line);
    /// Adds a phrase to a column and returns the stored text.
    std::string_view add_phrase(TextColumn& column, std::string_view phrase);

    bool lowercase_;
    double minimum_;
    text::LinePieces pieces_;
    work::StopCheck stop_;
    std::uint64_t line_ = 0, bad_lines_ = 0;
    BadLine first_bad_line_;
    std::size_t longest_phrase_ = 0;
    std::vector<std::uint32_t> of_source_, of_target_;
    PhraseTableColumns columns_;
};

}  // namespace bolide::build
