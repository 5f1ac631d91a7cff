/// The names of a paraphrase table's sections, shared by reader and compiler.
#pragma once

#include "resource/string_table.hpp"

namespace bolide::lexicon::paraphrase_file {

inline constexpr std::uint32_t kind = resource::tag("PARA");
inline constexpr resource::StringTable::Sections words = {resource::tag("WORD"), resource::tag("WOFF"),
                                                          resource::tag("WSLT")};
inline constexpr std::uint32_t first_nodes = resource::tag("ROOT");
inline constexpr std::uint32_t nodes = resource::tag("NODE");
inline constexpr std::uint32_t edges = resource::tag("EDGE");
inline constexpr std::uint32_t filter = resource::tag("FILT");
inline constexpr std::uint32_t units = resource::tag("PHRB");
inline constexpr std::uint32_t hashes = resource::tag("HASH");
inline constexpr std::uint32_t probabilities = resource::tag("PROB");

}  // namespace bolide::lexicon::paraphrase_file
