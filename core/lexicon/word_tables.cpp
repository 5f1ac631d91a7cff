#include "lexicon/word_tables.hpp"

#include "text/strings.hpp"
#include "work/stopping.hpp"

namespace bolide::lexicon {

using resource::checked;
using resource::checked_stretch;
using resource::ResourceError;
using resource::StringTable;
using resource::tag;

namespace {

constexpr std::uint32_t stem_kind = tag("STEM"), synonym_kind = tag("SYNO");
constexpr StringTable::Sections word_sections = {tag("WORD"), tag("WOFF"), tag("WSLT")};
constexpr StringTable::Sections form_sections = {tag("FORM"), tag("FOFF"), tag("FSLT")};
constexpr std::uint32_t hash_section = tag("HASH"), first_section = tag("OFFS"), unit_section = tag("UNIT");

constexpr std::uint32_t first_synset_section = tag("SOFF"), synset_section = tag("SYNS"), number_section = tag("SNUM");
constexpr std::uint32_t first_base_section = tag("BOFF"), base_section = tag("BASE");

struct Ending {
    std::string_view suffix, replacement;
};

/// Meteor 1.5's morphology, in its order; the first ending that gives a known word decides.
constexpr Ending regular_endings[] = {{"s", ""},      {"ses", "s"},   {"xes", "x"}, {"zes", "z"}, {"ches", "ch"},
                                      {"shes", "sh"}, {"men", "man"}, {"ies", "y"}, {"es", "e"},  {"es", ""},
                                      {"ed", "e"},    {"ed", ""},     {"ing", "e"}, {"ing", ""},  {"er", ""},
                                      {"est", ""},    {"er", "e"},    {"est", "e"}};

/// A line of a source.
struct Place {
    const char* source;
    std::size_t line;

    [[noreturn]] void fail(const std::string& what) const {
        throw ResourceError(std::string(source) + ", line " + std::to_string(line) + ": " + text::repaired(what));
    }
};

/// Calls `visit` with both lines of every pair, and the place of the second.
template <class Visit>
void for_each_pair(std::string_view text, const char* source, Visit visit) {
    work::StopCheck stop;
    std::string_view first;
    Place place{source, 0};
    text::for_each_line(text, [&](std::string_view line) {
        stop.spend(line.size());
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (++place.line % 2)
            first = line;
        else
            visit(first, line, place);
    });
    if (place.line % 2) place.fail("the text ends inside a pair of lines");
}

std::uint32_t parse_number(std::string_view text, const Place& place) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        place.fail("expected a number, found \"" + std::string(text) + "\"");
    return number;
}

using Lists = std::vector<std::vector<std::uint32_t>>;

template <class List>
void write_lists(const std::vector<List>& lists, resource::ResourceWriter& writer, std::uint32_t firsts_name,
                 std::uint32_t values_name) {
    std::vector<std::uint32_t> firsts = {0};
    std::vector<typename List::value_type> values;
    for (const List& list : lists) {
        values.insert(values.end(), list.begin(), list.end());
        firsts.push_back(static_cast<std::uint32_t>(values.size()));
    }
    writer.add(firsts_name, firsts);
    writer.add(values_name, values);
}

struct Synonyms {
    resource::StringIndex words, forms;  ///< Forms are irregular ones.
    Lists synsets_of, bases_of;          ///< Of the words, and of the forms.
    std::vector<std::uint32_t> numbers;  ///< The source's numbers of the synsets.

    resource::ResourceWriter written() const {
        resource::ResourceWriter writer(synonym_kind);
        resource::write_strings(words, writer, word_sections);
        write_lists(synsets_of, writer, first_synset_section, synset_section);
        writer.add(number_section, numbers);
        resource::write_strings(forms, writer, form_sections);
        write_lists(bases_of, writer, first_base_section, base_section);
        return writer;
    }
};

}  // namespace

StemTable::StemTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, stem_kind, trusted),
      hashes_(file_.section<std::uint32_t>(hash_section)),
      firsts_(file_.section<std::uint32_t>(first_section)),
      units_(file_.section<char16_t>(unit_section)) {
    if (firsts_.size() != hashes_.size() + 1) throw ResourceError("its list of stems is damaged");
}

void StemTable::stem(std::u16string& word) const {
    const std::uint32_t hash = java_hash(word);
    const auto found = std::lower_bound(hashes_.begin(), hashes_.end(), hash);
    if (found == hashes_.end() || *found != hash) return;
    const auto i = static_cast<std::size_t>(found - hashes_.begin());
    const auto stem = checked_stretch(units_, firsts_[i], firsts_[i + 1]);
    word.assign(stem.begin(), stem.end());
}

std::size_t compile_stems(std::string_view source_text, const std::filesystem::path& path,
                          const resource::Provenance& provenance) {
    std::map<std::uint32_t, std::u16string> stems;
    std::size_t number = 0;
    work::StopCheck stop;
    text::for_each_line(source_text, [&](std::string_view line) {
        stop.spend(line.size());
        std::vector<std::string_view> parts;
        text::for_each_word(line, [&](std::string_view word) { parts.push_back(word); });
        ++number;
        if (parts.size() < 3)
            throw ResourceError("line " + std::to_string(number) + ": expected a word, a count and a stem");
        stems[java_hash(text::to_utf16(parts[0]))] = text::to_utf16(parts[2]);
    });
    std::vector<std::uint32_t> hashes;
    std::vector<std::u16string> in_order;
    for (auto& [hash, stem] : stems) {
        hashes.push_back(hash);
        in_order.push_back(std::move(stem));
    }
    resource::ResourceWriter writer(stem_kind);
    writer.add(hash_section, hashes);
    write_lists(in_order, writer, first_section, unit_section);
    writer.write(path, provenance);
    return hashes.size();
}

Roots::Roots(std::string table, Endings endings, std::size_t shortest, Endings infinitives)
    : table_(std::move(table)),
      endings_(std::move(endings)),
      infinitives_(std::move(infinitives)),
      shortest_(shortest) {
    forms_.reserve(static_cast<std::size_t>(std::count(table_.begin(), table_.end(), '\n')));
    text::for_each_line(table_, [&](std::string_view line) {
        const std::size_t tab = line.find('\t');
        if (tab == line.npos || tab + 1 == line.size()) return;
        if (forms_.add(line.substr(0, tab)) == roots_.size()) roots_.push_back(line.substr(tab + 1));
    });
}

std::string Roots::root(std::string_view word) const {
    if (const auto form = forms_.find(word)) return std::string(roots_[*form]);
    for (const auto& [ending, replacement] : endings_) {
        if (!word.ends_with(ending)) continue;
        const std::string_view left = word.substr(0, word.size() - ending.size());
        if (text::starts_of(left).size() > shortest_) return std::string(left).append(replacement);
    }
    return std::string(word);
}

bool Roots::is_infinitive(std::string_view word, std::string_view root) const {
    return std::any_of(infinitives_.begin(), infinitives_.end(), [&](const auto& pair) {
        return word.ends_with(pair.first) &&
               root == std::string(word.substr(0, word.size() - pair.first.size())).append(pair.second);
    });
}

SynonymTable::SynonymTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, synonym_kind, trusted) {
    open();
}

SynonymTable::SynonymTable(resource::Image groups) : file_(std::move(groups), synonym_kind), is_folded_(true) {
    open();
}

void SynonymTable::open() {
    words_ = {file_, word_sections};
    first_synset_ = file_.section<std::uint32_t>(first_synset_section);
    synsets_ = file_.section<std::uint32_t>(synset_section);
    offsets_of_synsets_ = file_.section<std::uint32_t>(number_section);
    forms_ = {file_, form_sections};
    first_base_ = file_.section<std::uint32_t>(first_base_section);
    bases_ = file_.section<std::uint32_t>(base_section);
    if (first_synset_.size() != words_.size() + 1 || first_base_.size() != forms_.size() + 1)
        throw ResourceError("its lists of synsets are damaged");
}

void SynonymTable::add_synsets(std::uint32_t word, std::vector<std::uint32_t>& found) const {
    const auto list = checked_stretch(synsets_, first_synset_[word], first_synset_[word + 1]);
    if (found.size() + list.size() > most_synsets) resource::refuse_damaged();
    for (const std::uint32_t synset : list) found.push_back(checked(synset, synset_count()));
}

void SynonymTable::add_base_synsets(std::string_view word, std::uint64_t hash,
                                    std::vector<std::uint32_t>& found) const {
    // Parity: regular endings are not tried for a word with irregular bases.
    if (const auto form = forms_.find(word, hash)) {
        for (const std::uint32_t base : checked_stretch(bases_, first_base_[*form], first_base_[*form + 1]))
            add_synsets(checked(base, words_.size()), found);
        return;
    }
    // A unit of UTF-16 has at most three bytes.
    if (word.ends_with("ss") || (word.size() <= 6 && text::to_utf16(word).size() <= 2)) return;
    std::string base;
    for (const Ending& ending : regular_endings) {
        if (word.back() != ending.suffix.back() || !word.ends_with(ending.suffix)) continue;
        base.assign(word.substr(0, word.size() - ending.suffix.size())).append(ending.replacement);
        if (const auto id = words_.find(base)) return add_synsets(*id, found);
    }
}

void SynonymTable::add_own(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const {
    if (const auto id = words_.find(word, hash)) add_synsets(*id, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

void SynonymTable::groups(std::string_view word, std::string_view root, std::vector<std::uint32_t>& found) const {
    found.clear();
    for (const std::string_view form : {word, root}) add_own(form, resource::string_hash(form), found);
}

void SynonymTable::synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const {
    found.clear();
    if (!is_folded_) add_base_synsets(word, hash, found);
    add_own(word, hash, found);
}

std::size_t compile_synonyms(std::string_view synsets, std::string_view exceptions, const std::filesystem::path& path,
                             const resource::Provenance& provenance) {
    Synonyms made;
    std::map<std::uint32_t, std::uint32_t> dense;
    for_each_pair(synsets, "synsets", [&](std::string_view word, std::string_view numbers, Place place) {
        if (made.words.intern(word) != made.synsets_of.size())
            Place{place.source, place.line - 1}.fail("the word \"" + std::string(word) + "\" occurs twice");
        auto& list = made.synsets_of.emplace_back();
        text::for_each_word(numbers, [&](std::string_view number) { list.push_back(parse_number(number, place)); });
        for (const std::uint32_t number : list) dense.emplace(number, 0);
    });
    for (auto& [number, id] : dense) {
        id = static_cast<std::uint32_t>(made.numbers.size());
        made.numbers.push_back(number);
    }
    for (auto& list : made.synsets_of)
        for (auto& number : list) number = dense[number];
    for_each_pair(exceptions, "exceptions", [&](std::string_view word, std::string_view forms, Place) {
        const auto base = made.words.find(word);
        text::for_each_word(forms, [&](std::string_view form) {
            const std::uint32_t number = made.forms.intern(form);
            if (number == made.bases_of.size()) made.bases_of.emplace_back();
            if (base) made.bases_of[number].push_back(*base);
        });
    });
    made.written().write(path, provenance);
    return made.words.size();
}

resource::Image compile_groups(std::string_view text, const resource::Provenance& provenance) {
    Synonyms made;
    text::for_each_line(text, [&](std::string_view line) {
        const auto group = static_cast<std::uint32_t>(made.numbers.size());
        for (std::size_t at = 0; at <= line.size();) {
            const std::size_t end = std::min(line.find('\t', at), line.size());
            const std::uint32_t word = made.words.add(line.substr(at, end - at));
            if (word == made.synsets_of.size()) made.synsets_of.emplace_back();
            made.synsets_of[word].push_back(group);
            at = end + 1;
        }
        made.numbers.push_back(group);
    });
    return made.written().image(provenance);
}

}  // namespace bolide::lexicon
