#include "build/ngrams.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "build/bitext.hpp"
#include "work/stopping.hpp"

namespace bolide::build {

TextColumn ngrams(std::string_view text, std::size_t longest) {
    TextColumn column;
    std::unordered_set<std::string_view> seen;
    std::vector<std::size_t> starts;
    for (const std::string_view line : split_lines(text)) {
        work::check_stop();
        starts.clear();
        for (std::size_t at = 0; at < line.size(); at = std::min(line.find(' ', at), line.size()) + 1)
            starts.push_back(at);
        starts.push_back(line.size() + 1);  // Behind the blank that would follow the last word.
        for (std::size_t first = 0; first + 1 < starts.size(); ++first)
            for (std::size_t last = first + 1; last < std::min(starts.size(), first + longest + 1); ++last) {
                const std::string_view phrase = line.substr(starts[first], starts[last] - 1 - starts[first]);
                if (!seen.insert(phrase).second) continue;
                column.append(phrase);
                column.end_text();
            }
    }
    return column;
}

}  // namespace bolide::build
