/// A metric as text: what `Meteor.settings()` writes (docs/c.md).
#pragma once

#include "engine/scorer.hpp"
#include "score/formula.hpp"

namespace bolide::c {

/// Settings that cannot be understood; the message says what and where.
struct SettingsError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A table that cannot be used; the message has its path.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Choices {
    engine::Settings settings;
    score::Formula formula;
    std::string signature;
};

/// Reads settings and opens their tables. Throws SettingsError and FileError.
Choices read_settings(std::string_view text);

}  // namespace bolide::c
