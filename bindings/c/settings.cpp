#include "settings.hpp"

#include "text/strings.hpp"

namespace bolide::c {

namespace {

template <class T, std::size_t size>
using Names = std::array<std::pair<std::string_view, T>, size>;

/// The lines `name=value` of a text. What nobody asked for is refused in the end, so that no choice is lost.
class Lines {
  public:
    explicit Lines(std::string_view text) {
        text::for_each_line(text, [this](std::string_view line) {
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.empty()) return;
            const std::size_t sign = line.find('=');
            if (sign == line.npos) throw SettingsError("settings are lines name=value, not: " + std::string(line));
            if (!values_.emplace(line.substr(0, sign), line.substr(sign + 1)).second)
                throw SettingsError(std::string(line.substr(0, sign)) + " is set twice");
        });
    }
    void finish() const {
        if (!values_.empty()) throw SettingsError("unknown setting " + std::string(values_.begin()->first));
    }

    std::string_view take(std::string_view name, std::string_view otherwise = {}) {
        const auto found = values_.find(name);
        if (found == values_.end()) return otherwise;
        const std::string_view value = found->second;
        values_.erase(found);
        return value;
    }
    std::vector<std::string> words(std::string_view name) {
        std::vector<std::string> found;
        text::for_each_word(take(name), [&](std::string_view word) { found.emplace_back(word); });
        return found;
    }
    bool flag(std::string_view name) { return one_of(name, Names<bool, 2>{{{"no", false}, {"yes", true}}}); }
    /// The value of that name; the first of them if nothing is said.
    template <class T, std::size_t size>
    T one_of(std::string_view name, const Names<T, size>& names) {
        const std::string_view value = take(name, names[0].first);
        for (const auto& [known, meant] : names)
            if (known == value) return meant;
        refuse(name, value);
    }
    /// Finite numbers that are not negative.
    std::vector<double> numbers(std::string_view name) {
        std::vector<double> found;
        text::for_each_word(take(name), [&](std::string_view word) {
            if (!text::to_double(word, found.emplace_back()) || !(found.back() >= 0 && found.back() <= 1e100))
                refuse(name, word);
        });
        return found;
    }
    std::vector<double> numbers(std::string_view name, std::size_t count) {
        auto found = numbers(name);
        if (found.size() != count)
            throw SettingsError(std::string(name) + " has to be " + std::to_string(count) + " numbers");
        return found;
    }
    std::size_t whole(std::string_view name, std::size_t least, std::size_t most, std::size_t otherwise) {
        const std::string_view value = take(name);
        if (value.empty()) return otherwise;
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error != std::errc() || end != value.data() + value.size() || number < least || number > most)
            refuse(name, value);
        return number;
    }
    /// Opens the table of that name, if there is to be one.
    template <class Table>
    void open(std::string_view name, std::shared_ptr<const Table>& table) {
        const std::string path(take(name));
        if (path.empty()) return;
        try {
            table = std::make_shared<Table>(std::filesystem::path(std::u8string(path.begin(), path.end())));
        } catch (const std::system_error& error) {
            throw FileError(path + ": " + error.code().message());
        } catch (const resource::ResourceError& error) {
            throw FileError(path + ": " + error.what());
        }
    }

    [[noreturn]] static void refuse(std::string_view name, std::string_view value) {
        throw SettingsError(std::string(name) + " cannot be '" + std::string(value) + "'");
    }

  private:
    std::map<std::string_view, std::string_view> values_;
};

std::vector<std::u32string> to_utf32(const std::vector<std::string>& words) {
    std::vector<std::u32string> found;
    for (const auto& word : words) {
        auto& codes = found.emplace_back();
        for (std::size_t at = 0; at < word.size();) codes.push_back(text::decode(word, at));
    }
    return found;
}

text::Tokeniser read_tokeniser(Lines& lines) {
    enum class Mode { raw, lower, any, norm, nopunct };
    const auto mode = lines.one_of("text", Names<Mode, 5>{{{"lower", Mode::lower},
                                                           {"raw", Mode::raw},
                                                           {"any", Mode::any},
                                                           {"norm", Mode::norm},
                                                           {"nopunct", Mode::nopunct}}});
    if (mode == Mode::any) return text::Tokeniser(std::nullopt, false, true);
    if (mode == Mode::raw || mode == Mode::lower) return text::Tokeniser(std::nullopt, mode == Mode::lower);
    using text::Apostrophe;
    const auto apostrophe = lines.one_of("apostrophe", Names<Apostrophe, 3>{{{"apart", Apostrophe::apart},
                                                                             {"before", Apostrophe::before},
                                                                             {"after", Apostrophe::after}}});
    const text::Prefixes prefixes{to_utf32(lines.words("prefixes")), to_utf32(lines.words("numeric_prefixes"))};
    return text::Tokeniser(text::Normaliser(apostrophe, prefixes, mode == Mode::norm), true);
}

std::vector<match::Matcher> read_matchers(Lines& lines) {
    std::vector<match::Matcher> kinds;
    for (const auto& name : lines.words("matchers")) {
        const auto found = std::find(match::matcher_names.begin(), match::matcher_names.end(), name);
        const auto kind = static_cast<match::Matcher>(found - match::matcher_names.begin());
        if (found == match::matcher_names.end() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end())
            Lines::refuse("matchers", name);
        kinds.push_back(kind);
    }
    if (kinds.empty() || kinds.size() > score::matcher_places)
        throw SettingsError("there have to be 1 to " + std::to_string(score::matcher_places) + " matchers");
    return kinds;
}

align::AlignerSettings read_aligner(Lines& lines, const std::vector<match::Matcher>& kinds) {
    const std::size_t asked = lines.whole("beam", 0, (std::size_t{1} << 31) - 1, 40),
                      beam = std::max<std::size_t>(asked, 1);
    const align::JavaSettings java{asked, kinds, align::Objective::coverage},
        java_accuracy{asked, kinds, align::Objective::accuracy};
    const align::PaperSettings paper{kinds, align::Coverage::weighted, beam},
        paper_count{kinds, align::Coverage::count, beam};
    return lines.one_of("aligner", Names<align::AlignerSettings, 5>{{{"java", java},
                                                                     {"java-maxacc", java_accuracy},
                                                                     {"paper", paper},
                                                                     {"paper-count", paper_count},
                                                                     {"staged", align::StagedSettings{beam, kinds}}}});
}

std::shared_ptr<const lexicon::Knowledge> read_knowledge(Lines& lines) {
    using lexicon::Equality;
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->equality =
        lines.one_of("equality", Names<Equality, 2>{{{"text", Equality::text}, {"java_hash", Equality::java_hash}}});
    for (const auto& word : lines.words("function_words")) knowledge->function_words.intern(word);
    for (const auto& word : lines.words("copy_words")) knowledge->copy_words.intern(word);
    knowledge->copies_numbers = lines.flag("copies_numbers");
    knowledge->copies_unlisted = lines.flag("copies_unlisted");
    knowledge->folds_case = lines.flag("folds_case");
    if (const auto name = lines.take("stemmer"); !name.empty()) {
        knowledge->stemmer = stem::stemmer_named(name);
        if (!knowledge->stemmer) Lines::refuse("stemmer", name);
    }
    lines.open("stems", knowledge->stems);
    lines.open("synonyms", knowledge->synonyms);
    lines.open("paraphrases", knowledge->paraphrases);
    lines.open("thesaurus", knowledge->thesaurus);
    return knowledge;
}

score::Parameters read_parameters(Lines& lines, std::size_t matchers) {
    const auto values = lines.numbers("parameters", score::all_settings.size());
    const auto weights = lines.numbers("weights", matchers);
    score::Parameters made{};
    for (std::size_t i = 0; i < values.size(); ++i) made.*score::all_settings[i].value = values[i];
    std::copy(weights.begin(), weights.end(), made.weights.begin());
    if (const auto copy = lines.numbers("copy_x"); copy.size() == 2)
        made.copy = score::CopySmoothing{copy[0], copy[1]};
    else if (!copy.empty())
        throw SettingsError("copy_x has to be 2 numbers");
    using score::Penalty;
    made.penalty = lines.one_of("penalty", Names<Penalty, 2>{{{"java", Penalty::java}, {"paper", Penalty::paper}}});
    const bool keeps_blanks = lines.flag("chrf_keeps_blanks");
    const auto lcs_alpha = lines.numbers("lcs_alpha");
    for (std::size_t i = 0; i < score::part_kinds; ++i)
        if (const auto share = lines.numbers(score::part_names[i]); share.size() == 1)
            made.shares.push_back(
                {static_cast<score::Part>(i), share[0], lcs_alpha.size() == 1 ? lcs_alpha[0] : 0.5, keeps_blanks});
    return made;
}

}  // namespace

Choices read_settings(std::string_view text) {
    Lines lines(text);
    if (const auto version = lines.take("settings"); version != "1") Lines::refuse("settings", version);
    // One after the other: GCC 12 destroys twice what an aggregate holds already when a later part of it throws.
    const auto kinds = read_matchers(lines);
    auto tokeniser = read_tokeniser(lines);
    auto knowledge = read_knowledge(lines);
    auto aligner = read_aligner(lines, kinds);
    auto parameters = read_parameters(lines, kinds.size());
    using score::Unit;
    const auto unit = lines.one_of(
        "unit", Names<Unit, 3>{{{"words", Unit::words}, {"characters", Unit::characters}, {"length", Unit::length}}});
    std::string signature(lines.take("signature"));
    lines.finish();
    const bool needs_vectors = std::any_of(kinds.begin(), kinds.end(), match::needs_vectors);
    if (needs_vectors || score::need_vectors(parameters.shares))
        throw SettingsError("a matcher or a share of the score needs vectors");
    engine::Settings settings{std::move(tokeniser), std::move(knowledge), std::move(aligner), unit};
    settings.shares = parameters.shares;
    return {std::move(settings), std::move(parameters), std::move(signature)};
}

}  // namespace bolide::c
