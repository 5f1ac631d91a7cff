#include "bindings.hpp"
#include "stem/stemmer.hpp"
#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"
#include "text/tokeniser.hpp"

namespace bolide::bindings {

namespace {

std::vector<std::string> tokenise(const text::Tokeniser& tokeniser, nb::str line) {
    Utf8Views views;
    text::Tokens tokens;
    const std::string_view view = views.view(line);
    unlocked([&] { tokeniser.tokenise(view, tokens); });
    std::vector<std::string> words;
    for (std::size_t i = 0; i < tokens.size(); ++i) words.emplace_back(tokens[i]);
    return words;
}

std::string stem_word(const std::string& language, nb::str word) {
    const stem::Stemmer stemmer = stem::stemmer_named(language);
    if (!stemmer) throw nb::value_error(("there is no stemmer named " + language).c_str());
    Utf8Views views;
    std::u16string units = text::to_utf16(views.view(word));
    stemmer(units);
    return text::to_utf8(units);
}

}  // namespace

void bind_text(nb::module_& module) {
    bind_enum<text::Apostrophe>(module, "Apostrophe", {"before", "after", "apart"});

    nb::class_<text::Normaliser>(module, "Normaliser")
        .def(
            "__init__",
            [](text::Normaliser* self, text::Apostrophe apostrophe, std::vector<std::string> any,
               std::vector<std::string> numeric, bool keep_punctuation) {
                new (self) text::Normaliser(apostrophe, {std::move(any), std::move(numeric)}, keep_punctuation);
            },
            nb::kw_only(), nb::arg("apostrophe"), nb::arg("any_prefixes"), nb::arg("numeric_prefixes"),
            nb::arg("keep_punctuation"));

    nb::class_<text::Tokeniser>(module, "Tokeniser")
        .def(nb::init<std::optional<text::Normaliser>, bool, bool>(), nb::kw_only(), nb::arg("normaliser").none(),
             nb::arg("lowercase"), nb::arg("any_script") = false)
        .def("tokenise", tokenise, nb::arg("line"));

    module.attr("UNICODE_VERSION") = text::unicode_version;
    module.def("lower", [](nb::str text) { return text::lower(Utf8Views().view(text)); }, nb::arg("text"));
    module.def("stem", stem_word, nb::arg("stemmer"), nb::arg("word"));
    module.def("stemmers", stem::stemmer_names);
}

}  // namespace bolide::bindings
