#include "tuning/line_search.hpp"

namespace bolide::tuning {

namespace {

using Sums = std::vector<std::int64_t>;

double worth(const Objective& objective, std::span<const std::int64_t> sums) {
    score::Score found;
    score::score_rows(sums, objective, std::span(&found, 1));
    return found.score;
}

/// How far to go beyond the outermost change, and the width below which a stretch is skipped.
constexpr double beyond = 1;
constexpr double narrowest = 1e-9;

/// A candidate's score as a line: it starts at `height` and rises by `slope`.
struct Line {
    double slope, height;
    std::size_t candidate;
};

/// From `at` on, another candidate wins.
struct Change {
    double at;
    std::size_t from, to;
};

double dot(Numbers a, Numbers b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

void add(Sums& sums, std::span<const std::int64_t> row, std::int64_t sign) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += sign * row[i];
}

/// Keeps the lines that are highest somewhere, from left to right.
void keep_highest(std::vector<Line>& lines, std::vector<double>& starts) {
    std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        if (a.slope != b.slope) return a.slope < b.slope;
        return a.height != b.height ? a.height > b.height : a.candidate < b.candidate;
    });
    std::size_t kept = 0;
    starts.clear();
    for (const Line& line : lines) {
        if (kept && lines[kept - 1].slope == line.slope) continue;
        double start = 0;
        while (kept) {
            const Line& last = lines[kept - 1];
            start = (last.height - line.height) / (line.slope - last.slope);
            if (kept == 1 || start > starts[kept - 2]) break;
            --kept;
            starts.pop_back();
        }
        if (kept) starts.push_back(start);
        lines[kept++] = line;
    }
    lines.resize(kept);
}

/// Adds the changes of one segment's winner along the line to `changes`; returns the first winner.
std::size_t follow(const Candidates& candidates, std::size_t begin, std::size_t end, Numbers weights, Numbers direction,
                   std::vector<Change>& changes) {
    std::vector<Line> lines;
    std::vector<double> starts;
    for (std::size_t i = begin; i < end; ++i)
        lines.push_back({dot(candidates.of(i), direction), dot(candidates.of(i), weights), i});
    keep_highest(lines, starts);
    for (std::size_t i = 1; i < lines.size(); ++i)
        changes.push_back({starts[i - 1], lines[i - 1].candidate, lines[i].candidate});
    return lines[0].candidate;
}

}  // namespace

double score_winners(const Candidates& candidates, Numbers weights, const Objective& objective) {
    Sums sums(candidates.width);
    for (std::size_t segment = 0, begin = 0; segment < candidates.ends.size(); begin = candidates.ends[segment++]) {
        std::size_t best = begin;
        double highest = dot(candidates.of(begin), weights);
        for (std::size_t i = begin + 1; i < candidates.ends[segment]; ++i) {
            const double height = dot(candidates.of(i), weights);
            if (height > highest) {
                best = i;
                highest = height;
            }
        }
        add(sums, candidates.row(best), 1);
    }
    return worth(objective, sums);
}

Step search_line(const Candidates& candidates, Numbers weights, Numbers direction, const Objective& objective) {
    Sums sums(candidates.width);
    std::vector<Change> changes;
    for (std::size_t segment = 0, begin = 0; segment < candidates.ends.size(); begin = candidates.ends[segment++])
        add(sums, candidates.row(follow(candidates, begin, candidates.ends[segment], weights, direction, changes)), 1);
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
    Step best{0, score_winners(candidates, weights, objective)};
    for (std::size_t i = 0; i <= changes.size(); ++i) {
        if (i) {
            add(sums, candidates.row(changes[i - 1].from), -1);
            add(sums, candidates.row(changes[i - 1].to), 1);
        }
        if (changes.empty()) break;
        const double left = i ? changes[i - 1].at : changes[0].at - 2 * beyond;
        const double right = i < changes.size() ? changes[i].at : changes.back().at + 2 * beyond;
        if (right - left < narrowest) continue;
        const double score = worth(objective, sums);
        if (score > best.score) best = {(left + right) / 2, score};
    }
    return best;
}

}  // namespace bolide::tuning
