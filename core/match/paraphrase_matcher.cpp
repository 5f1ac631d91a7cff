#include "match/paraphrase_matcher.hpp"

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::ParaphraseTable;
using lexicon::PhraseHash;
using lexicon::TableFacts;
using lexicon::TrieNode;
using lexicon::unlisted;
using lexicon::WordFacts;

namespace {

/// Up to this many phrases B of a phrase A, and words of a segment, are searched without counting steps: few enough not
/// to matter, and most cases.
constexpr std::size_t longest_unwatched = 1024;

constexpr std::size_t most_units = 2 * lexicon::longest_phrase;

/// The number of phrases B that wait for memory together.
constexpr std::size_t most_hits = 256;

}  // namespace

void ParaphraseMatcher::prepare(const Lexicon& lexicon, std::span<const Words> segments) {
    table_ = (lexicon.knowledge().*source_.table).get();
    reference_side_.segment = hypothesis_side_.segment = nothing;
    if (table_) finder_.find(lexicon, *table_, source_.facts, segments);
}

/// The words after those of a segment must begin with an unlisted one.
void ParaphraseMatcher::index(std::size_t segment, Side& side) {
    if (side.segment == segment) return;
    for (const std::uint16_t hash : side.hashes) side.bits[hash / 8] = 0;
    const auto words = finder_.words(segment);
    side.segment = segment;
    side.words = words;
    side.places.reset(words.size());
    side.hashes.resize(words.size() * PhraseHash::most_words);
    std::uint16_t* last = side.hashes.data();
    for (std::size_t i = words.size(); i-- > 0;) {
        const std::uint32_t* const word = words.data() + i;
        side.places.link(*word, static_cast<std::uint32_t>(i));
        PhraseHash hash;
        for (std::size_t k = 0; k < PhraseHash::most_words && word[k] != unlisted; ++k) {
            hash.add(word[k]);
            const std::uint32_t value = hash.value();
            side.bits[value / 8] |= static_cast<std::uint8_t>(1u << value % 8);
            *last++ = static_cast<std::uint16_t>(value);
        }
    }
    side.hashes.resize(static_cast<std::size_t>(last - side.hashes.data()));
}

/// Decodes a phrase of the list, which must not come before the last one decoded. Empty if the list is damaged.
std::span<const std::uint32_t> ParaphraseMatcher::words_of(std::span<const std::uint16_t> units, std::size_t number,
                                                           Cursor& cursor) {
    // A table made to be slow has endless phrases.
    units = units.first(std::min(units.size(), (number + 1) * most_units));
    cursor.unit = ParaphraseTable::skip(units, cursor.unit, number - std::exchange(cursor.number, number));
    const std::size_t end = ParaphraseTable::skip(units, cursor.unit, 1);
    std::size_t found = 0;
    for (std::size_t unit = cursor.unit; unit < end;) {
        if (found == decoded_.size()) return {};
        decoded_[found++] = ParaphraseTable::decode(units.first(end), unit);
    }
    return {decoded_.data(), found};
}

/// Adds the matches of the phrases B hit, in order.
template <class Add>
void ParaphraseMatcher::verify(const Side& other, Cursor& cursor, Stage& stage, Add add) {
    for (const Hit& hit : hits_) {
        const auto& phrase = hit.phrase;
        if (phrase.start != cursor.start || phrase.length != cursor.length) cursor = {phrase.start, phrase.length};
        const auto words = words_of(table_->units_from(phrase.entries), hit.number, cursor);
        if (words.empty()) continue;
        const std::size_t followed = other.places.for_each(words.front(), [&](std::uint32_t place) {
            if (place + words.size() > other.words.size()) return;
            for (std::size_t k = 1; k < words.size(); ++k)
                if (words[k] != other.words[place + k]) return;
            add(phrase, place, static_cast<std::uint32_t>(words.size()));
        });
        if (other.words.size() > longest_unwatched || hit.number > longest_unwatched) stage.spend(followed);
        stage.refuse_too_many();
    }
    hits_.clear();
}

/// Calls `add(phrase, start, length)` for every place in `other` of every phrase B of every phrase A of a segment.
template <class Add>
void ParaphraseMatcher::match_phrases(std::size_t segment, const Side& other, Stage& stage, Add add) {
    Cursor cursor;
    for (const Phrase& phrase : finder_.phrases(segment)) {
        const std::uint32_t count = phrase.entries.count;
        if (count > longest_unwatched || other.words.size() > longest_unwatched) stage.spend(count);
        const auto hashes = table_->hashes_from(phrase.entries);
        for (std::uint32_t first = 0; first < count; first += Side::at_once) {
            if (!other.may_have_any(hashes.subspan(first))) [[likely]]
                continue;
            for (std::uint32_t number = first; number < std::min<std::uint32_t>(first + Side::at_once, count);
                 ++number) {
                if (!other.has(hashes[number])) continue;
                table_->prefetch_paraphrase(phrase.entries, number);
                hits_.push_back({phrase, number});
                if (hits_.size() == most_hits) verify(other, cursor, stage, add);
            }
        }
    }
    verify(other, cursor, stage, add);
}

void ParaphraseMatcher::match(std::size_t hypothesis, std::size_t reference, std::uint8_t place, Stage& stage) {
    if (!table_) return;
    index(reference, reference_side_);
    index(hypothesis, hypothesis_side_);
    const auto add = [&](std::uint32_t i, std::uint32_t hypothesis_length, std::uint32_t j,
                         std::uint32_t reference_length) {
        stage.add(
            {i, j, static_cast<std::uint8_t>(hypothesis_length), static_cast<std::uint8_t>(reference_length), place});
    };
    hits_.clear();  // An error may have left some.
    match_phrases(reference, hypothesis_side_, stage, [&](const Phrase& phrase, std::uint32_t i, std::uint32_t length) {
        add(i, length, phrase.start, phrase.length);
    });
    match_phrases(hypothesis, reference_side_, stage, [&](const Phrase& phrase, std::uint32_t j, std::uint32_t length) {
        add(phrase.start, phrase.length, j, length);
    });
}

void PhraseFinder::find_words(const Lexicon& lexicon, const ParaphraseTable& table, TableFacts WordFacts::* facts_of,
                              std::span<const Words> segments) {
    std::size_t count = segments.size();
    for (const Words words : segments) count += words.size();
    words_.resize(count);
    paths_.resize(count);
    places_.clear();
    std::uint32_t at = 0, single = 0;
    for (const Words words : segments) {
        places_.push_back({at, single, 0});
        for (const auto word : words) {
            const TableFacts& facts = lexicon[word].*facts_of;
            table.prefetch_hashes(facts.entries);
            paths_[single] = {at, 1, facts.node, 0, 0, facts.entries};
            single += facts.node != 0;
            words_[at++] = facts.word;
        }
        words_[at++] = unlisted;
    }
    places_.push_back({at, single, 0});
    paths_.resize(single);
    for (Path& path : paths_) look_ahead(table, path);
}

/// Finds the edge by which a path may continue, and prefetches its data.
inline void PhraseFinder::look_ahead(const ParaphraseTable& table, Path& path) const {
    path.hash = ParaphraseTable::edge_hash(path.node, words_[path.start + path.length]);
    table.prefetch_filter(path.hash);
}

/// Adds the paths one word longer than those from `first` on. Every round prefetches what the next one reads, so that
/// all of it is under way before the first piece is needed.
void PhraseFinder::extend(const ParaphraseTable& table, std::size_t first) {
    if (edges_.size() < paths_.size() - first) edges_.resize(paths_.size() - first);
    std::size_t count = 0;
    for (std::size_t i = first; i < paths_.size(); ++i) {
        const Path& path = paths_[i];
        const std::uint32_t next = words_[path.start + path.length];
        edges_[count] = {path.hash, static_cast<std::uint32_t>(i), next};
        count += (next != unlisted) & table.may_have_child(path.hash);
    }
    const std::span<const Edge> edges = std::span(edges_).first(count);
    for (const Edge& edge : edges) table.prefetch_child(edge.hash);
    for (const Edge& edge : edges) table.prefetch_record(table.likely_child(edge.hash));
    for (const auto& [hash, shorter, next] : edges) {
        const Path& path = paths_[shorter];
        const TrieNode child = table.child(path.node, next, hash);
        if (!child) continue;
        Path longer{path.start, path.length + 1, child, 0, 0, table.entries_of(child)};
        table.prefetch_hashes(longer.entries);
        look_ahead(table, longer);
        paths_[shorter].longer = static_cast<std::uint32_t>(paths_.size());
        paths_.push_back(longer);
    }
}

void PhraseFinder::list_phrases() {
    phrases_.resize(paths_.size());
    std::uint32_t count = 0;
    for (std::size_t segment = 0; segment + 1 < places_.size(); ++segment) {
        places_[segment].phrase = count;
        for (std::uint32_t first = places_[segment].path; first < places_[segment + 1].path; ++first) {
            std::uint32_t at = first;
            do {
                const Path& path = paths_[at];
                phrases_[count] = {path.start - places_[segment].word, path.length, path.entries};
                count += path.entries.count != 0;
                at = path.longer;
            } while (at);
        }
    }
    places_.back().phrase = count;
}

void PhraseFinder::find(const Lexicon& lexicon, const ParaphraseTable& table, TableFacts WordFacts::* facts_of,
                        std::span<const Words> segments) {
    find_words(lexicon, table, facts_of, segments);
    // A damaged table may have a tree without leaves.
    for (std::size_t first = 0, length = 1; first < paths_.size() && length < lexicon::longest_phrase; ++length) {
        const std::size_t end = paths_.size();
        extend(table, first);
        first = end;
    }
    list_phrases();
}

}  // namespace bolide::match
