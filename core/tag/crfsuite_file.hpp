/// Reads models as CRFsuite (Okazaki 2007, version 0.12) writes them: what training with it leaves behind.
#pragma once

#include <stdexcept>
#include <string_view>

#include "tag/field.hpp"

namespace bolide::tag {

/// Bytes that are no such model.
struct BadModel : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The field of a model. Throws BadModel for bytes that do not fit together, whatever they are.
Field read_crfsuite(std::string_view bytes);

}  // namespace bolide::tag
