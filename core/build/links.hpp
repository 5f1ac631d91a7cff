/// Word alignments of a segment and its translation: links between their words.
#pragma once

#include <compare>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bolide::build {

/// Word `source` of the source segment and word `target` of the target segment translate each other.
struct Link {
    std::uint32_t source, target;
    auto operator<=>(const Link&) const = default;
};
using Links = std::vector<Link>;

/// Input that cannot be built from; `line` is its place in the batch, from 0.
struct BitextError : std::runtime_error {
    BitextError(std::size_t at, const std::string& what) : std::runtime_error(what), line(at) {}
    std::size_t line;
};

/// Reads links in Pharaoh's form, `0-0 1-2 …`, into sorted links without duplicates. Throws BitextError, as if in line
/// 0, for what is no link or points outside of segments of these lengths.
void read_links(std::string_view text, std::size_t source_length, std::size_t target_length, Links& links);

/// Appends links in Pharaoh's form.
void write_links(const Links& links, std::string& text);

enum class Symmetry : std::uint8_t { grow_diag_final_and, intersection, union_ };

/// Makes one alignment of the two directions of an aligner (Och and Ney 2003; Koehn et al. 2003 for
/// grow-diag-final-and). Both are sorted, without duplicates, and so is the result.
void symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry, Links& links);

}  // namespace bolide::build
