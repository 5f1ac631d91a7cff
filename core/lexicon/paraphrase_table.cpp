#include "lexicon/paraphrase_table.hpp"

namespace bolide::lexicon {

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
    if (!std::has_single_bit(filter_.size()) || !std::has_single_bit(edges_.size()) || records_.size() < 2 ||
        hashes_.size() != probabilities_.size() || first_nodes_.size() != words_.size())
        throw resource::ResourceError("its tree of phrases is damaged");
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
    const Entries entries = entries_of(node);
    for (std::size_t at = 0, entry = 0; at < block.size() && entry < entries.count; ++entry) {
        const std::size_t end = end_of_phrase(block, at);
        std::string text;
        while (at < end) {
            const std::uint32_t id = decode(block.first(end), at);
            if (!text.empty()) text.push_back(' ');
            if (id < words_.size()) text.append(words_[id]);
        }
        found.push_back({std::move(text), probabilities_[entries.first + entry]});
    }
    return found;
}

}  // namespace bolide::lexicon
