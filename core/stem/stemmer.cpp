#include "stem/stemmer.hpp"

#include <algorithm>
#include <array>

namespace bolide::stem {

namespace {

constexpr std::array<std::string_view, 15> names = {"danish",   "dutch",     "english", "finnish",   "french",
                                                    "german",   "hungarian", "italian", "norwegian", "portuguese",
                                                    "romanian", "russian",   "spanish", "swedish",   "turkish"};
constexpr std::array<Stemmer, 15> stemmers = {danish,   dutch,     english, finnish,   french,
                                              german,   hungarian, italian, norwegian, portuguese,
                                              romanian, russian,   spanish, swedish,   turkish};

}  // namespace

Stemmer stemmer_named(std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : stemmers[static_cast<std::size_t>(found - names.begin())];
}

std::span<const std::string_view> stemmer_names() { return names; }

}  // namespace bolide::stem
