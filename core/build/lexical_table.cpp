#include "build/lexical_table.hpp"

namespace bolide::build {

double LexicalTable::ratio(WordNumber source, WordNumber target, const Counts& totals, WordNumber given) const {
    const auto pair = pairs_.find(key(source, target));
    const auto total = totals.find(given);
    if (pair == pairs_.end() || total == totals.end()) return 0;
    return static_cast<double>(pair->second) / static_cast<double>(total->second);
}

}  // namespace bolide::build
