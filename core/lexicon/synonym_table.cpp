#include "lexicon/synonym_table.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "text/split.hpp"
#include "text/utf8.hpp"
#include "work/stopping.hpp"

namespace bolide::lexicon {

using resource::checked;
using resource::checked_stretch;
using resource::ResourceError;
using resource::StringTable;
using resource::tag;

namespace {

constexpr std::uint32_t kind = tag("SYNO");
constexpr StringTable::Sections word_sections = {tag("WORD"), tag("WOFF"), tag("WSLT")};
constexpr StringTable::Sections form_sections = {tag("FORM"), tag("FOFF"), tag("FSLT")};
constexpr std::uint32_t first_synset_section = tag("SOFF"), synset_section = tag("SYNS"), number_section = tag("SNUM");
constexpr std::uint32_t first_base_section = tag("BOFF"), base_section = tag("BASE");

struct Ending {
    std::string_view suffix, replacement;
};

/// Meteor 1.5's morphology, in its order; the first whose result is a known word decides.
constexpr Ending endings[] = {{"s", ""},      {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"},
                              {"men", "man"}, {"ies", "y"}, {"es", "e"},  {"es", ""},   {"ed", "e"},    {"ed", ""},
                              {"ing", "e"},   {"ing", ""},  {"er", ""},   {"est", ""},  {"er", "e"},    {"est", "e"}};

std::size_t count_utf16(std::string_view bytes) {
    std::size_t units = 0;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        units += (value & 0xC0) != 0x80;
        units += value >= 0xF0;
    }
    return units;
}

/// Reads a text of line pairs.
class LinePairs {
  public:
    LinePairs(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

    bool next(std::string_view& first, std::string_view& second) {
        if (at_ >= text_.size()) return false;
        first = line();
        if (at_ >= text_.size()) fail("the text ends inside a pair of lines");
        second = line();
        return true;
    }
    /// Ends with an error about the second line of the pair, or `back` lines before it.
    [[noreturn]] void fail(const std::string& what, std::size_t back = 0) const {
        throw ResourceError(name_ + ", line " + std::to_string(line_ - back) + ": " + text::repaired(what));
    }

  private:
    std::string_view line() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view found = text_.substr(at_, end - at_);
        if (found.ends_with('\r')) found.remove_suffix(1);
        stop_.spend(found.size());
        at_ = end + 1;
        ++line_;
        return found;
    }
    std::string_view text_;
    std::string name_;
    std::size_t at_ = 0, line_ = 0;
    work::StopCheck stop_;
};

std::uint32_t parse_number(std::string_view text, const LinePairs& where) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        where.fail("a number was expected, not \"" + std::string(text) + "\"");
    return number;
}

struct Lists {
    std::vector<std::vector<std::uint32_t>> of;

    void write(resource::ResourceWriter& writer, std::uint32_t firsts_name, std::uint32_t values_name) const {
        std::vector<std::uint32_t> firsts = {0}, values;
        for (const auto& list : of) {
            values.insert(values.end(), list.begin(), list.end());
            firsts.push_back(static_cast<std::uint32_t>(values.size()));
        }
        writer.add(firsts_name, firsts);
        writer.add(values_name, values);
    }
};

}  // namespace

SynonymTable::SynonymTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, kind, trusted),
      words_(file_, word_sections),
      first_synset_(file_.section<std::uint32_t>(first_synset_section)),
      synsets_(file_.section<std::uint32_t>(synset_section)),
      offsets_of_synsets_(file_.section<std::uint32_t>(number_section)),
      forms_(file_, form_sections),
      first_base_(file_.section<std::uint32_t>(first_base_section)),
      bases_(file_.section<std::uint32_t>(base_section)) {
    file_.finish_opening();
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
    // Parity: a word with irregular bases is not tried with the regular endings as well.
    if (const auto form = forms_.find(word, hash)) {
        for (const std::uint32_t base : checked_stretch(bases_, first_base_[*form], first_base_[*form + 1]))
            add_synsets(checked(base, words_.size()), found);
        return;
    }
    if (word.ends_with("ss") || count_utf16(word) <= 2) return;
    std::string base;
    for (const Ending& ending : endings) {
        if (word.back() != ending.suffix.back() || !word.ends_with(ending.suffix)) continue;
        base.assign(word.substr(0, word.size() - ending.suffix.size())).append(ending.replacement);
        if (const auto id = words_.find(base)) return add_synsets(*id, found);
    }
}

void SynonymTable::synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const {
    found.clear();
    if (const auto id = words_.find(word, hash)) add_synsets(*id, found);
    add_base_synsets(word, hash, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::size_t compile_synonyms(std::string_view synsets, std::string_view exceptions, const std::filesystem::path& path,
                             const resource::Provenance& provenance) {
    resource::StringIndex words, forms;
    Lists synsets_of, bases_of;
    std::map<std::uint32_t, std::uint32_t> dense;
    std::string_view first, second;
    for (LinePairs pairs(synsets, "synsets"); pairs.next(first, second);) {
        if (words.intern(first) != synsets_of.of.size())
            pairs.fail("the word \"" + std::string(first) + "\" occurs twice", 1);
        auto& list = synsets_of.of.emplace_back();
        text::for_each_word(second, [&](std::string_view number) { list.push_back(parse_number(number, pairs)); });
        for (const std::uint32_t number : list) dense.emplace(number, 0);
    }
    std::vector<std::uint32_t> numbers;
    for (auto& [number, id] : dense) {
        id = static_cast<std::uint32_t>(numbers.size());
        numbers.push_back(number);
    }
    for (auto& list : synsets_of.of)
        for (auto& number : list) number = dense[number];
    for (LinePairs pairs(exceptions, "exceptions"); pairs.next(first, second);) {
        const auto base = words.find(first);
        text::for_each_word(second, [&](std::string_view form) {
            if (forms.intern(form) == bases_of.of.size()) bases_of.of.emplace_back();
            if (base) bases_of.of[*forms.find(form)].push_back(*base);
        });
    }
    resource::ResourceWriter writer(kind);
    resource::write_strings(words, writer, word_sections);
    synsets_of.write(writer, first_synset_section, synset_section);
    writer.add(number_section, numbers);
    resource::write_strings(forms, writer, form_sections);
    bases_of.write(writer, first_base_section, base_section);
    writer.write(path, provenance);
    return words.size();
}

}  // namespace bolide::lexicon
