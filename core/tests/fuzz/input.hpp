/// An input taken apart: bytes that choose how to read it, then the parts to read.
#pragma once

#include "tests/fuzz/mutation.hpp"

namespace bolide::tests {

class Input {
  public:
    explicit Input(std::string_view bytes) : rest_(bytes) {}

    /// A number below `limit` from the next byte; 0 at the end.
    std::size_t below(std::size_t limit) {
        if (rest_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return byte % limit;
    }
    bool flag() { return below(2) == 1; }

    /// The rest up to the next `separator`, or all of it.
    std::string_view part() {
        const std::size_t end = std::min(rest_.find(separator), rest_.size());
        const std::string_view part = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return part;
    }
    std::string_view rest() const { return rest_; }

    static constexpr char separator = '\x1D';

  private:
    std::string_view rest_;
};

/// An input of one kind: some choices, and parts of which one or more are mutated.
inline std::string made_input(Random& random, std::size_t choices, std::vector<std::string> parts) {
    for (std::string& part : parts)
        if (random.chance(parts.size() == 1 ? 90 : 50)) mutate_bytes(random, part);
    std::string bytes = random_bytes(random, choices);
    for (std::size_t i = 0; i < parts.size(); ++i) bytes.append(i ? 1 : 0, Input::separator).append(parts[i]);
    return bytes;
}

}  // namespace bolide::tests
