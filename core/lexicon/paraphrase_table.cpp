#include "lexicon/paraphrase_table.hpp"

#include <algorithm>

#include "lexicon/paraphrase_sections.hpp"

namespace bolide::lexicon {

namespace {

/// Whether every node comes behind its parent, as the compiler numbers them, and none is too deep: so that phrases end.
bool is_tree(std::span<const TrieRecord> records) {
    std::vector<std::uint8_t> depth(records.size() - 1, 0);
    for (std::size_t node = 1; node < depth.size(); ++node) {
        if (records[node].parent >= node || depth[records[node].parent] == longest_phrase) return false;
        depth[node] = static_cast<std::uint8_t>(depth[records[node].parent] + 1);
    }
    return true;
}

bool are_nodes(std::span<const std::uint32_t> numbers, std::span<const TrieRecord> records) {
    return std::all_of(numbers.begin(), numbers.end(), [&](TrieNode node) { return node < records.size() - 1; });
}

bool is_sound(std::span<const TrieRecord> records, std::span<const std::uint32_t> edges, std::size_t units,
              std::size_t entries) {
    if (records.size() < 2 || records.front().first_unit != 0 || records.back().first_unit != units) return false;
    if (records.back().first_entry != entries) return false;
    for (std::size_t i = 0; i + 1 < records.size(); ++i)
        if (records[i].first_unit > records[i + 1].first_unit || records[i].first_entry > records[i + 1].first_entry)
            return false;
    if (!is_tree(records) || !resource::is_searchable(edges)) return false;
    if (!std::has_single_bit(edges.size()) || edges.size() < records.size()) return false;
    return are_nodes(edges, records);
}

}  // namespace

ParaphraseTable::ParaphraseTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, paraphrase_file::kind, trusted),
      words_(file_, paraphrase_file::words),
      first_nodes_(file_.section<TrieNode>(paraphrase_file::first_nodes)),
      records_(file_.section<TrieRecord>(paraphrase_file::nodes)),
      edges_(file_.section<std::uint32_t>(paraphrase_file::edges)),
      filter_(file_.section<std::uint64_t>(paraphrase_file::filter)),
      hashes_(file_.section<std::uint16_t>(paraphrase_file::hashes)),
      units_(file_.section<std::uint16_t>(paraphrase_file::units)),
      probabilities_(file_.section<float>(paraphrase_file::probabilities)) {
    if (file_.is_trusted()) return;
    const bool sound = std::has_single_bit(filter_.size()) && hashes_.size() == probabilities_.size() &&
                       is_sound(records_, edges_, units_.size(), probabilities_.size()) &&
                       first_nodes_.size() == words_.size() && are_nodes(first_nodes_, records_);
    file_.finish_opening();
    if (!sound) throw resource::ResourceError("its tree of phrases is damaged");
}

std::size_t ParaphraseTable::phrases() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < records_.size(); ++i)
        count += records_[i].first_entry != records_[i + 1].first_entry;
    return count;
}

std::vector<Paraphrase> ParaphraseTable::look_up(const std::vector<std::string>& phrase) const {
    TrieNode node = 0;
    for (const std::string& text : phrase) {
        const auto id = word(text);
        node = id ? child(node, *id) : 0;
        if (!node) return {};
    }
    std::vector<Paraphrase> found;
    const auto block = paraphrases(node);
    std::size_t entry = records_[node].first_entry;
    for (std::size_t at = 0; at < block.size() && entry < records_[node + 1].first_entry; ++entry) {
        const std::size_t end = end_of_phrase(block, at);
        std::string text;
        while (at < end) {
            const std::uint32_t id = decode(block.first(end), at);
            if (!text.empty()) text.push_back(' ');
            if (id < words_.size()) text.append(words_[id]);
        }
        found.push_back({std::move(text), probabilities_[entry]});
    }
    return found;
}

}  // namespace bolide::lexicon
