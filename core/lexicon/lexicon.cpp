#include "lexicon/lexicon.hpp"

#include "lexicon/word_tables.hpp"
#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::lexicon {

std::uint32_t Lexicon::Classes::number(std::u16string_view word, Equality equality) {
    if (equality == Equality::java_hash) return by_hash_.add(java_hash(word));
    return by_text_.intern({reinterpret_cast<const char*>(word.data()), word.size() * sizeof(char16_t)});
}

Lexicon::Lexicon(std::shared_ptr<const Knowledge> knowledge) : knowledge_(std::move(knowledge)) {
    // Room for the words of a usual test set: memory costs nothing until it is written, but growing writes it anew.
    constexpr std::size_t usual_words = std::size_t{1} << 14;
    facts_.reserve(usual_words);
    ends_.reserve(usual_words);
    index_.reserve(512);
    for (std::uint32_t synset = 0; synset < synset_row; ++synset) synsets_.push_back(synset);
}

void Lexicon::clear() { *this = Lexicon(knowledge_); }

WordId Lexicon::intern(std::string_view word, std::uint64_t hash) {
    const WordId known = index_.find(hash, [&](WordId id) { return resource::is_same_string(text(id), word); });
    if (known != resource::HashIndex::none) return known;
    index_.reserve(size() + 1);
    facts_.push_back(make_facts(word, hash));
    bytes_.append(word);
    ends_.push_back(bytes_.size());
    return index_.insert(hash);
}

namespace {

/// Whether a word has neither synonyms nor paraphrases: only itself can stand for it.
bool is_unlisted(std::string_view word, const WordFacts& facts) {
    return facts.paraphrases.word == unlisted && facts.thesaurus.word == unlisted && facts.synset_count == 0 &&
           !facts.is_function && text::has_only_letters(word);
}

TableFacts look_up(const ParaphraseTable* table, std::string_view word, std::uint64_t hash) {
    const auto number = table ? table->word(word, hash) : std::nullopt;
    if (!number) return {unlisted, 0, {}};
    const TrieNode node = table->first_node(*number);
    return {*number, node, table->entries_of(node)};
}

}  // namespace

std::string Lexicon::listed(WordId word) const {
    return knowledge_->folds ? text::fold_indic(text(word)) : std::string(text(word));
}

void Lexicon::find_relations(std::string_view word, std::uint64_t hash, std::u16string& units, WordFacts& facts) {
    const Knowledge& known = *knowledge_;
    auto& found = found_synsets_;
    found.clear();
    const bool has_groups = known.synonyms && known.synonyms->is_folded();
    if (known.roots || has_groups) {
        const std::string folded = text::fold_indic(word);
        const std::string root = known.roots ? known.roots->root(folded) : folded;
        units = text::to_utf16(root);
        facts.is_infinitive = known.roots && known.roots->is_infinitive(folded, root);
        if (has_groups) known.synonyms->groups(folded, root, found);
    } else if (known.stems) {
        known.stems->stem(units);
    } else if (known.stemmer) {
        known.stemmer(units);
    }
    if (known.synonyms && !has_groups) known.synonyms->synsets(word, hash, found);
    facts.stem_class = stem_classes_.number(units, known.equality);
    add_synsets(found, facts);
}

void Lexicon::add_synsets(std::span<const std::uint32_t> found, WordFacts& facts) {
    if (found.empty()) return;
    facts.first_synset = static_cast<std::uint32_t>(synsets_.size());
    facts.synset_count = static_cast<std::uint32_t>(found.size());
    synset_numbers_.resize(knowledge_->synonyms->synset_count());
    for (const std::uint32_t synset : found) {
        std::uint32_t& number = synset_numbers_[synset];
        if (!number) number = synset_end_++;
        synsets_.push_back(number);
    }
    std::sort(synsets_.begin() + facts.first_synset, synsets_.end());
    while (synsets_.size() % synset_row) synsets_.push_back(static_cast<std::uint32_t>(synsets_.size() % synset_row));
}

WordFacts Lexicon::make_facts(std::string_view word, std::uint64_t hash) {
    const Knowledge& known = *knowledge_;
    if (known.paraphrases) known.paraphrases->prefetch_word(hash);
    if (known.synonyms) known.synonyms->prefetch(hash);
    WordFacts facts{};
    std::u16string units = text::to_utf16(word);
    facts.length = static_cast<std::uint32_t>(units.size());
    if (known.folds) units = text::to_utf16(text::fold_indic(word));
    facts.word_class = word_classes_.number(units, known.equality);
    find_relations(word, hash, units, facts);
    const std::string lower = text::lower(word);
    const std::uint64_t lower_hash = lower == word ? hash : resource::string_hash(lower);
    const bool folds_case = known.folds_case;
    facts.paraphrases = look_up(known.paraphrases.get(), folds_case ? lower : word, folds_case ? lower_hash : hash);
    facts.thesaurus = look_up(known.thesaurus.get(), lower, lower_hash);
    facts.is_function = known.function_words.contains(lower);
    facts.is_copy = known.copy_words.contains(lower) || (known.copies_numbers && text::has_digit(word)) ||
                    (known.copies_unlisted && is_unlisted(word, facts));
    return facts;
}

}  // namespace bolide::lexicon
