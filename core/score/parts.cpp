#include "score/parts.hpp"

#include "text/characters.hpp"
#include "text/strings.hpp"

namespace bolide::score {

namespace {

/// The columns of lcs.
enum Common : std::size_t { hypothesis_characters, reference_characters, common_characters, common_columns };
/// The columns of semantics.
enum Semantic : std::size_t {
    hypothesis_weight,
    reference_weight,
    hypothesis_alike,
    reference_alike,
    semantic_columns
};

double subsequence_score(Columns columns, double alpha) {
    const auto ours = static_cast<double>(columns[hypothesis_characters]),
               theirs = static_cast<double>(columns[reference_characters]),
               shared = static_cast<double>(columns[common_characters]);
    if (shared == 0) return 0;
    // The weighted harmonic mean of precision and recall; exactly 1 for equal texts.
    const double mean = shared / (ours + alpha * (theirs - ours));
    return std::max(0.0, (mean - common_by_chance) / (1 - common_by_chance));
}

/// The weighted harmonic mean of both sides' similarity to the nearest words opposite.
double semantic_score(Columns columns) {
    const auto share = [&](Semantic alike, Semantic weight) {
        return static_cast<double>(columns[alike]) / (static_cast<double>(columns[weight]) * match::whole);
    };
    if (columns[hypothesis_alike] == 0 || columns[reference_alike] == 0) return 0;
    const double precision = share(hypothesis_alike, hypothesis_weight),
                 recall = share(reference_alike, reference_weight);
    return precision * recall / (recall + semantics_alpha * (precision - recall));
}

/// Decodes a text, trims it, and collapses every run of blanks to one.
void read(std::string_view text, std::u32string& codes) {
    codes.clear();
    bool is_after_blank = false;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = text::decode(text, at);
        if (text::kind_of(code) == text::CharacterKind::blank) {
            is_after_blank = !codes.empty();
            continue;
        }
        if (is_after_blank) codes.push_back(U' ');
        is_after_blank = false;
        codes.push_back(code);
    }
}

}  // namespace

std::size_t width_of(Part part) {
    return part == Part::chrf  ? 3 * chrf_characters
           : part == Part::lcs ? std::size_t{common_columns}
                               : semantic_columns;
}

std::size_t width_of(const Shares& shares) {
    std::size_t width = 0;
    for (const Share& share : shares) width += width_of(share.part);
    return width;
}

bool need_vectors(const Shares& shares) {
    return std::any_of(shares.begin(), shares.end(), [](const Share& share) { return share.part == Part::semantics; });
}

double part_score(const Share& share, Columns columns) {
    switch (share.part) {
        case Part::chrf:
            return chrf_score(columns, chrf_characters);
        case Part::lcs:
            return subsequence_score(columns, share.alpha);
        case Part::semantics:
            break;
    }
    return semantic_score(columns);
}

double add_parts(const Shares& shares, Columns columns, std::array<double, part_kinds>& each) {
    double sum = 0;
    for (const Share& share : shares) {
        const std::size_t width = width_of(share.part);
        const double found = part_score(share, columns.first(width));
        each[static_cast<std::size_t>(share.part)] = found;
        sum += share.share * found;
        columns = columns.subspan(width);
    }
    return sum;
}

double rest_of(const Shares& shares) {
    double rest = 1;
    for (const Share& share : shares) rest -= share.share;
    return std::max(0.0, rest);
}

void PartCounter::count(std::string_view hypothesis, std::string_view reference, const match::Alike& alike,
                        const Shares& shares, std::span<std::int64_t> columns) {
    if (std::any_of(shares.begin(), shares.end(),
                    [](const Share& share) { return share.part == Part::lcs || share.keeps_blanks; })) {
        read(hypothesis, hypothesis_);
        read(reference, reference_);
    }
    for (const Share& share : shares) {
        const auto row = columns.first(width_of(share.part));
        columns = columns.subspan(row.size());
        if (share.part == Part::lcs) {
            row[hypothesis_characters] = static_cast<std::int64_t>(hypothesis_.size());
            row[reference_characters] = static_cast<std::int64_t>(reference_.size());
            row[common_characters] = static_cast<std::int64_t>(subsequence_.length(hypothesis_, reference_));
        } else if (share.part == Part::semantics) {
            row[hypothesis_weight] = alike.hypothesis_weight;
            row[reference_weight] = alike.reference_weight;
            row[hypothesis_alike] = alike.hypothesis;
            row[reference_alike] = alike.reference;
        } else if (share.keeps_blanks) {
            chrf_.count(hypothesis_, reference_, row.first<3 * chrf_characters>());
        } else {
            chrf_.count(hypothesis, reference, row.first<3 * chrf_characters>());
        }
    }
}

}  // namespace bolide::score
