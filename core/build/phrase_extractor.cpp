#include "build/phrase_extractor.hpp"

namespace bolide::build {

void PhraseExtractor::prepare(const Links& links, std::uint32_t source_length, std::uint32_t target_length) {
    of_source_.assign(source_length, {});
    of_target_.assign(target_length, {});
    for (const Link link : links) {
        of_source_[link.source].add({link.target, link.target});
        of_target_[link.target].add({link.source, link.source});
    }
}

bool PhraseExtractor::is_closed(Reach reach, std::uint32_t start, std::uint32_t end) const {
    for (std::uint32_t source = reach.first; source <= reach.last; ++source) {
        const Reach back = of_source_[source];
        if (!back.is_empty() && (back.first < start || back.last >= end)) return false;
    }
    return true;
}

}  // namespace bolide::build
