/// The search of Meteor 1.5 as described, line by line: whole paths are copied, sorted and cut. Slow and obvious.
#pragma once

#include <cstdlib>

#include "align/java_aligner.hpp"

namespace bolide::tests {

class TextbookAligner {
  public:
    using Matches = std::vector<match::Match>;

    explicit TextbookAligner(align::JavaSettings settings) : settings_(std::move(settings)) {}

    /// The chosen matches in the order of the reference. `at[j]` are the candidates that begin at reference word j.
    Matches align(std::size_t hypothesis_size, const std::vector<Matches>& at) const {
        const std::size_t size = at.size();
        std::vector<Path> next = {first_path(hypothesis_size, at)};
        for (std::size_t cur = 0; cur <= size; ++cur) {
            std::vector<Path> paths = std::move(next);
            std::stable_sort(paths.begin(), paths.end(), is_better);
            next.clear();
            for (std::size_t i = 0; i < std::min(settings_.beam, paths.size()); ++i) {
                if (cur == size) {
                    if (paths[i].last != -1) ++paths[i].chunks;
                    next.push_back(paths[i]);
                } else {
                    step(paths[i], cur, at[cur], next);
                }
            }
            if (next.empty()) next = {paths[0]};
        }
        std::stable_sort(next.begin(), next.end(), is_better);
        Matches chosen;
        for (const auto& match : next[0].match)
            if (match) chosen.push_back(*match);
        return chosen;
    }

  private:
    struct Path {
        std::vector<std::optional<match::Match>> match;  ///< By reference word.
        std::vector<bool> used1, used2;                  ///< Words of the hypothesis, of the reference.
        int m1 = 0, m2 = 0;                              ///< Covered words by weight, in whole numbers.
        int a1 = 0, a2 = 0;                              ///< All covered words; 0 if they do not matter.
        int chunks = 0;
        long dist = 0;
        std::size_t idx = 0;
        long last = -1;
    };

    static bool is_better(const Path& a, const Path& b) {
        if (a.m1 + a.m2 != b.m1 + b.m2) return a.m1 + a.m2 > b.m1 + b.m2;
        if (a.a1 + a.a2 != b.a1 + b.a2) return a.a1 + a.a2 > b.a1 + b.a2;
        if (a.chunks != b.chunks) return a.chunks < b.chunks;
        return a.dist < b.dist;
    }

    static long distance(const match::Match& m) {
        return std::labs(static_cast<long>(m.reference_start) - static_cast<long>(m.hypothesis_start));
    }

    static void use(Path& path, const match::Match& m) {
        for (std::size_t k = 0; k < m.hypothesis_length; ++k) path.used1[m.hypothesis_start + k] = true;
        for (std::size_t k = 0; k < m.reference_length; ++k) path.used2[m.reference_start + k] = true;
        path.match[m.reference_start] = m;
    }

    static bool is_free(const Path& path, const match::Match& m) {
        for (std::size_t k = 0; k < m.hypothesis_length; ++k)
            if (path.used1[m.hypothesis_start + k]) return false;
        for (std::size_t k = 0; k < m.reference_length; ++k)
            if (path.used2[m.reference_start + k]) return false;
        return true;
    }

    /// Takes the uncontested matches first.
    static Path first_path(std::size_t hypothesis_size, const std::vector<Matches>& at) {
        std::vector<int> cover1(hypothesis_size), cover2(at.size());
        for (const Matches& list : at)
            for (const match::Match& m : list) {
                for (std::size_t k = 0; k < m.hypothesis_length; ++k) ++cover1[m.hypothesis_start + k];
                for (std::size_t k = 0; k < m.reference_length; ++k) ++cover2[m.reference_start + k];
            }
        Path path;
        path.match.resize(at.size());
        path.used1.resize(hypothesis_size);
        path.used2.resize(at.size());
        for (const Matches& list : at) {
            if (list.size() != 1) continue;
            const match::Match& m = list[0];
            bool alone = true;
            for (std::size_t k = 0; k < m.hypothesis_length; ++k) alone &= cover1[m.hypothesis_start + k] == 1;
            for (std::size_t k = 0; k < m.reference_length; ++k) alone &= cover2[m.reference_start + k] == 1;
            if (alone) use(path, m);
        }
        return path;
    }

    double weight(const match::Match& m) const {
        const match::Matcher kind = settings_.kinds[m.matcher];
        if (settings_.objective == align::Objective::coverage) return kind == match::Matcher::exact ? 1.0 : 0.5;
        return kind == match::Matcher::paraphrase ? 0.0 : 1.0;
    }

    void add(Path& path, const match::Match& m) const {
        path.m1 = static_cast<int>(path.m1 + m.hypothesis_length * weight(m));
        path.m2 = static_cast<int>(path.m2 + m.reference_length * weight(m));
        if (settings_.objective == align::Objective::accuracy) {
            path.a1 += m.hypothesis_length;
            path.a2 += m.reference_length;
        }
        if (path.last != -1 && m.hypothesis_start != path.last) ++path.chunks;
        path.idx = m.reference_start + m.reference_length;
        path.last = m.hypothesis_start + m.hypothesis_length;
    }

    void step(Path& p, std::size_t cur, const Matches& matches, std::vector<Path>& next) const {
        if (p.used2[cur]) {
            if (cur >= p.idx) {
                if (!p.match[p.idx]) return;
                const match::Match fixed = *p.match[p.idx];
                add(p, fixed);
                p.dist += distance(fixed);
            }
            next.push_back(p);
            return;
        }
        for (const match::Match& m : matches) {
            if (!is_free(p, m)) continue;
            Path q = p;
            use(q, m);
            add(q, m);
            p.dist += distance(m);  // The old path is charged, after the copy.
            next.push_back(q);
        }
        if (p.last != -1) ++p.chunks;
        p.last = -1;
        ++p.idx;
        next.push_back(p);
    }

    align::JavaSettings settings_;
};

}  // namespace bolide::tests
