#include "lexicon/paraphrase_table.hpp"

#include "text/strings.hpp"
#include "work/stopping.hpp"

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

std::vector<std::pair<std::string, float>> ParaphraseTable::look_up(const std::vector<std::string>& phrase) const {
    TrieNode node = 0;
    for (const std::string& text : phrase) {
        const auto id = word(text);
        node = id ? child(node, *id) : 0;
        if (!node) return {};
    }
    std::vector<std::pair<std::string, float>> found;
    const auto block = resource::checked_stretch(units_, records_[node].first_unit, records_[node + 1].first_unit);
    const Entries entries = entries_of(node);
    for (std::size_t at = 0, entry = 0; at < block.size() && entry < entries.count; ++entry) {
        const std::size_t end = skip(block, at, 1);
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

using resource::ResourceError;

namespace {

struct Entry {
    TrieNode node;               ///< Where phrase A ends.
    std::uint32_t first, count;  ///< Phrase B, in the pool of words.
    float probability;
};

/// The rank of each word by falling frequency; ties keep their order.
std::vector<std::uint32_t> ranks(const std::vector<std::uint64_t>& frequency) {
    std::vector<std::uint32_t> order(frequency.size()), rank(frequency.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return frequency[a] > frequency[b]; });
    for (std::uint32_t place = 0; place < order.size(); ++place) rank[order[place]] = place;
    return rank;
}

std::uint32_t narrow(std::size_t value) {
    if (value > UINT32_MAX) throw ResourceError("it is too large: more than 4 G units");
    return static_cast<std::uint32_t>(value);
}

}  // namespace

struct ParaphraseCompiler::State {
    resource::StringIndex words;
    std::vector<std::uint64_t> frequency;
    resource::HashIndex edges;  ///< By start and word; each leads to the node of the next number.
    std::vector<TrieRecord> records = {{0, 0, 0, 0}};
    std::vector<std::uint32_t> pool;
    std::vector<Entry> entries;
    text::LinePieces lines;
    std::size_t line = 0;
    work::StopCheck stop;
    float probability = 0;
    TrieNode node = 0;
    std::vector<std::uint32_t> phrase;

    [[noreturn]] void fail(const std::string& what) const {
        throw ResourceError("line " + std::to_string(line) + ": " + text::repaired(what));
    }

    void read_probability(std::string_view text) {
        double value = 0;
        if (!text::to_double(text, value) || !std::isfinite(value) || value < 0)
            fail("expected a probability, found \"" + std::string(text.substr(0, 60)) + "\"");
        probability = static_cast<float>(value);
    }

    void read_phrase(std::string_view text) {
        phrase.clear();
        text::for_each_word(text, [this](std::string_view found) {
            const std::uint32_t word = words.intern(found);
            if (word == most_different_words)
                fail("there are more than " + std::to_string(most_different_words) + " different words");
            if (word == frequency.size()) frequency.push_back(0);
            ++frequency[word];
            phrase.push_back(word);
        });
        if (phrase.empty()) fail("expected a phrase, found an empty line");
        if (phrase.size() > longest_phrase) fail("a phrase has more than " + std::to_string(longest_phrase) + " words");
    }

    TrieNode node_of_phrase() {
        TrieNode at = 0;
        for (const std::uint32_t word : phrase) {
            const std::uint32_t edge = edges.add(std::uint64_t{at} << 32 | word);
            if (narrow(edge + std::size_t{1}) == records.size()) records.push_back({at, word, 0, 0});
            at = edge + 1;
        }
        return at;
    }

    void read_line(std::string_view text) {
        if (text.ends_with('\r')) text.remove_suffix(1);
        ++line;
        stop.spend(text.size());
        if (line % 3 == 1) return read_probability(text);
        read_phrase(text);
        if (line % 3 == 2) {
            node = node_of_phrase();
        } else {
            entries.push_back({node, narrow(pool.size()), narrow(phrase.size()), probability});
            pool.insert(pool.end(), phrase.begin(), phrase.end());
        }
    }

    /// Numbers the nodes by the rarest word of their phrases: often used ones are close together.
    void renumber(const std::vector<std::uint32_t>& rank) {
        std::vector<std::uint32_t> rarest(records.size(), 0), order(records.size()), place(records.size());
        for (TrieNode id = 1; id < records.size(); ++id)
            rarest[id] = std::max(rarest[records[id].parent], rank[records[id].word]);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin() + 1, order.end(), [&](TrieNode a, TrieNode b) {
            stop.spend();
            return rarest[a] < rarest[b];
        });
        for (TrieNode id = 0; id < order.size(); ++id) place[order[id]] = id;
        std::vector<TrieRecord> renumbered;
        for (const TrieNode id : order) renumbered.push_back({place[records[id].parent], records[id].word, 0, 0});
        records = std::move(renumbered);
        for (Entry& entry : entries) entry.node = place[entry.node];
    }

    /// Writes the nodes: one after the other, by their first word, and by their edges.
    void write_trie(resource::ResourceWriter& writer) const {
        std::vector<TrieNode> first_nodes(words.size(), 0), slots(std::bit_ceil(2 * records.size()), 0);
        std::vector<std::uint64_t> filter(std::bit_ceil(records.size() / 8 + 1), 0);
        for (TrieNode id = 1; id + 1 < records.size(); ++id) {
            const auto [parent, word, unit, entry] = records[id];
            if (!parent) first_nodes[word] = id;
            const std::uint64_t hash = ParaphraseTable::edge_hash(parent, word);
            std::size_t at = hash & (slots.size() - 1);
            while (slots[at]) at = (at + 1) & (slots.size() - 1);
            slots[at] = id;
            const std::size_t bit = hash & (64 * filter.size() - 1);
            filter[bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
        writer.add(paraphrase_file::first_nodes, first_nodes);
        writer.add(paraphrase_file::nodes, records);
        writer.add(paraphrase_file::edges, slots);
        writer.add(paraphrase_file::filter, filter);
    }

    void write(resource::ResourceWriter& writer) {
        const std::vector<std::uint32_t> rank = ranks(frequency);
        renumber(rank);
        std::stable_sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) {
            stop.spend();
            return a.node < b.node;
        });
        std::vector<std::uint16_t> units, phrase_units, hashes;
        std::vector<float> probabilities;
        std::size_t next = 0;
        for (TrieNode id = 0; id < records.size(); ++id) {
            stop.spend();
            records[id].word = id ? rank[records[id].word] : 0;
            records[id].first_unit = narrow(units.size());
            records[id].first_entry = narrow(next);
            for (; next < entries.size() && entries[next].node == id; ++next) {
                stop.spend();
                phrase_units.clear();
                PhraseHash hash;
                for (std::uint32_t i = 0; i < entries[next].count; ++i) {
                    const std::uint32_t word = rank[pool[entries[next].first + i]];
                    ParaphraseTable::encode(word, phrase_units);
                    if (i < PhraseHash::most_words) hash.add(word);
                }
                hashes.push_back(hash.value());
                phrase_units.back() |= last_unit;
                units.insert(units.end(), phrase_units.begin(), phrase_units.end());
                probabilities.push_back(entries[next].probability);
            }
        }
        records.push_back({0, 0, narrow(units.size()), narrow(next)});

        std::vector<std::uint32_t> by_rank(rank.size());
        for (std::uint32_t word = 0; word < rank.size(); ++word) by_rank[rank[word]] = word;
        resource::StringIndex ranked;
        for (const std::uint32_t word : by_rank) ranked.intern(words[word]);
        resource::write_strings(ranked, writer, paraphrase_file::words);
        write_trie(writer);
        writer.add(paraphrase_file::hashes, hashes);
        writer.add(paraphrase_file::units, units);
        writer.add(paraphrase_file::probabilities, probabilities, resource::Verify::on_demand);
    }
};

ParaphraseCompiler::ParaphraseCompiler() : state_(std::make_unique<State>()) {}
ParaphraseCompiler::~ParaphraseCompiler() = default;

void ParaphraseCompiler::feed(std::string_view text) {
    state_->lines.feed(text, [this](std::string_view line) { state_->read_line(line); });
}

std::size_t ParaphraseCompiler::write(const std::filesystem::path& path, const resource::Provenance& provenance) {
    State& state = *state_;
    state.lines.finish([&](std::string_view line) { state.read_line(line); });
    if (state.line % 3) state.fail("the text ends inside an entry of three lines");
    resource::ResourceWriter writer(paraphrase_file::kind);
    state.write(writer);
    writer.write(path, provenance);
    return state.entries.size();
}

}  // namespace bolide::lexicon
