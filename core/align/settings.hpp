/// The settings of the aligners. `kinds` gives the kind of matcher at each place in the list of matchers.
#pragma once

#include "match/match.hpp"

namespace bolide::align {

enum class Objective : std::uint8_t {
    coverage,  ///< The most covered words, exact ones counting 1 and others 1/2: used by Meteor 1.5 for scoring
               ///< ("maxcov").
    accuracy,  ///< The most words covered without paraphrases, then the most covered words ("maxacc" of its Matcher).
};

struct JavaSettings {
    std::size_t beam;
    Objective objective = Objective::coverage;
    std::vector<match::Matcher> kinds = {};
};

enum class Coverage : std::uint8_t {
    weighted,  ///< Exact matches count 1, others 1/2.
    count,     ///< All count 1.
};

struct PaperSettings {
    std::size_t beam = 256;  ///< States kept at a place if a part is too hard to solve.
    Coverage coverage = Coverage::weighted;
    std::vector<match::Matcher> kinds = {};
};

struct StagedSettings {
    std::size_t beam;
    std::vector<match::Matcher> kinds = {};
};

/// The type of the settings selects the aligner.
using AlignerSettings = std::variant<JavaSettings, PaperSettings, StagedSettings>;

inline const std::vector<match::Matcher>& kinds_of(const AlignerSettings& settings) {
    return std::visit([](const auto& chosen) -> const std::vector<match::Matcher>& { return chosen.kinds; }, settings);
}

}  // namespace bolide::align
