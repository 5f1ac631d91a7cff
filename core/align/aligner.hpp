/// One interface to all aligners.
#pragma once

#include "align/java_aligner.hpp"
#include "align/paper_aligner.hpp"
#include "align/staged_aligner.hpp"
#include "match/stage_builder.hpp"

namespace bolide::align {

inline match::StageBuilder builder_for(const AlignerSettings& settings) {
    return match::StageBuilder(kinds_of(settings), std::holds_alternative<StagedSettings>(settings));
}

/// How long pairs are treated (align/pieces.hpp).
enum class Cut : std::uint8_t {
    never,
    if_hard,  ///< Cut into pieces if the paper aligner cannot prove the best alignment.
    at_once,  ///< Cut without trying: used when the paper aligner makes less than its full effort.
};

inline Cut cut_for(const AlignerSettings& settings) {
    const auto* paper = std::get_if<PaperSettings>(&settings);
    return !paper ? Cut::never : Effort(paper->beam).is_full() ? Cut::if_hard : Cut::at_once;
}

/// Keeps its memory from pair to pair; for one thread.
class Aligner {
  public:
    explicit Aligner(const AlignerSettings& settings) : aligner_(make(settings)) {}

    /// Returns false, without an alignment, only if `may_give_up` is set (see PaperAligner).
    bool align(const match::Stage& stage, Alignment& alignment, bool may_give_up = false) {
        if (auto* paper = std::get_if<PaperAligner>(&aligner_)) return paper->align(stage, alignment, may_give_up);
        std::visit([&](auto& chosen) { chosen.align(stage, alignment); }, aligner_);
        return true;
    }

  private:
    using Any = std::variant<JavaAligner, PaperAligner, StagedAligner>;

    static Any make(const AlignerSettings& settings) {
        if (const auto* java = std::get_if<JavaSettings>(&settings)) return Any(std::in_place_type<JavaAligner>, *java);
        if (const auto* staged = std::get_if<StagedSettings>(&settings))
            return Any(std::in_place_type<StagedAligner>, *staged);
        return Any(std::in_place_type<PaperAligner>, std::get<PaperSettings>(settings));
    }

    Any aligner_;
};

}  // namespace bolide::align
