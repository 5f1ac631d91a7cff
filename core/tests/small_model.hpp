/// A model of two tags and a few attributes, in CRFsuite's format.
#pragma once

#include "standard.hpp"

namespace bolide::tests {

inline void append_number(std::string& bytes, std::uint64_t value, std::size_t size = 4) {
    for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> 8 * i));
}

/// A table of names: its head, the hash table (left out), the names, and their places.
inline std::string name_table(const std::vector<std::string>& names) {
    std::string records, places;
    for (std::size_t i = 0; i < names.size(); ++i) {
        append_number(places, 24 + records.size());
        append_number(records, i);
        append_number(records, names[i].size() + 1);
        records.append(names[i]).push_back('\0');
    }
    std::string table = "CQDB";
    append_number(table, 24 + records.size() + places.size());
    append_number(table, 0);
    append_number(table, 0x62445371);
    append_number(table, names.size());
    append_number(table, 24 + records.size());
    return table + records + places;
}

/// Names are PER after "in" and where a pair of words has that weight; else O.
inline std::string small_model() {
    std::string weights = "FEAT";
    append_number(weights, 12 + 6 * 20);
    append_number(weights, 6);
    const auto add = [&](std::uint32_t kind, std::uint32_t from, std::uint32_t to, double value) {
        for (const std::uint32_t number : {kind, from, to}) append_number(weights, number);
        append_number(weights, std::bit_cast<std::uint64_t>(value), 8);
    };
    add(0, 0, 1, 2.0);
    add(0, 1, 1, 1.5);
    add(0, 2, 0, 1.0);
    add(0, 3, 1, 0.5);
    add(1, 0, 0, 0.5);
    add(1, 1, 1, 0.25);
    const std::string labels = name_table({"O", "PER"});
    const std::string attributes = name_table({"before:word=in", "now|behind=anna|lives", "shape=x", "first"});
    std::string head = "lCRF";
    const std::size_t size = 48 + weights.size() + labels.size() + attributes.size();
    append_number(head, size);
    head.append("FOMC");
    for (const std::size_t number : {std::size_t{100}, std::size_t{0}, std::size_t{2}, std::size_t{4}, std::size_t{48},
                                     48 + weights.size(), 48 + weights.size() + labels.size(), size, size})
        append_number(head, number);
    return head + weights + labels + attributes;
}

}  // namespace bolide::tests
