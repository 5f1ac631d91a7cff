/// Made-up pairs of segments, as their candidate matches.
#pragma once

#include "match/match.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace bolide::tests {

inline const std::vector<match::Matcher> kinds = {match::Matcher::exact, match::Matcher::stem, match::Matcher::synonym,
                                                  match::Matcher::paraphrase};

/// The candidates of a made-up pair, by reference word.
struct Pair {
    std::size_t hypothesis_size;
    std::vector<std::vector<match::Match>> at;

    match::Stage stage() const {
        match::Stage stage;
        stage.reset(hypothesis_size, at.size());
        for (const auto& list : at)
            for (const match::Match& match : list) stage.add(match);
        stage.group();
        return stage;
    }
    std::string text(const std::string& search) const {
        std::string all = search + ", " + std::to_string(hypothesis_size) + " words, stage";
        for (const auto& list : at) all.append(" [").append(render_all(list)).append("]");
        return all.substr(0, 2000) + "\n      ";
    }
};

/// How pairs are made up: sizes, matches for each reference word, how far from the diagonal, the share of phrases.
struct Shape {
    std::size_t smallest, largest, density, spread, phrases;
};

inline Pair make_up(Random& random, const Shape& shape) {
    Pair pair{shape.smallest + random.below(shape.largest - shape.smallest + 1), {}};
    pair.at.resize(shape.smallest + random.below(shape.largest - shape.smallest + 1));
    for (std::size_t j = 0; j < pair.at.size(); ++j)
        for (std::size_t k = random.below(shape.density + 1); k > 0 && pair.hypothesis_size > 0; --k) {
            const std::size_t low = j > shape.spread ? std::min(j - shape.spread, pair.hypothesis_size - 1) : 0;
            const std::size_t i = low + random.below(std::min(2 * shape.spread, pair.hypothesis_size - low));
            const std::size_t here = random.chance(shape.phrases) ? 1 + random.below(4) : 1;
            const std::size_t there = random.chance(shape.phrases) ? 1 + random.below(4) : 1;
            pair.at[j].push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                                  static_cast<std::uint8_t>(std::min(here, pair.hypothesis_size - i)),
                                  static_cast<std::uint8_t>(std::min(there, pair.at.size() - j)),
                                  static_cast<std::uint8_t>(random.below(4))});
        }
    return pair;
}

}  // namespace bolide::tests
