/// What is left of a part without the options that no best choice has.
#pragma once

#include <cstdint>
#include <vector>

#include "align/parts.hpp"

namespace bolide::align {

/// Options keep their order and places their numbers, so that a search of what is left is a search of the part that
/// never takes some options. Places may be left without any.
class Remainder {
  public:
    /// Keeps those options of a part that are told to be possible; the part may be an earlier remainder.
    Part keep(const Part& part, const std::vector<bool>& is_possible);

  private:
    std::vector<std::uint32_t> kept_before_;
    std::vector<Option> options_, next_options_;
    std::vector<std::uint32_t> firsts_;
};

}  // namespace bolide::align
