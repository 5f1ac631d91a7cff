#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "tag/crfsuite_file.hpp"
#include "tag/entity_tagger.hpp"
#include "text/tokeniser.hpp"

namespace bolide::bindings {

namespace {

using TokenViews = std::vector<std::string_view>;

TokenViews to_views(nb::handle tokens, Utf8Views& views) {
    TokenViews found;
    for (nb::handle token : nb::cast<nb::sequence>(tokens)) found.push_back(views.view(token));
    return found;
}

/// A model with its gazetteer. What it remembers between calls is kept by the interpreter's lock.
class EntityModel {
  public:
    EntityModel(nb::bytes weights, std::string gazetteer)
        : model_(tag::read_crfsuite({weights.c_str(), weights.size()})),
          attributes_(std::move(gazetteer)),
          tagger_(model_, attributes_) {
        if (!find("O")) throw nb::value_error("its tags have no O");
    }
    EntityModel(const EntityModel&) = delete;
    EntityModel& operator=(const EntityModel&) = delete;

    std::vector<std::vector<std::string>> types(nb::sequence segments, const std::string& vague, double most) {
        const auto doubted = find(vague);
        const tag::EntityTagger::Doubt doubt{doubted.value_or(0), *find("O"), most};
        std::vector<std::vector<std::string>> found;
        for (nb::handle segment : segments) {
            if (PyErr_CheckSignals()) throw nb::python_error();
            Utf8Views views;
            tagger_.tag(to_views(segment, views), tags_, doubted ? &doubt : nullptr);
            auto& names = found.emplace_back();
            for (const tag::Tag tag : tags_) names.push_back(model_.tags()[tag]);
        }
        return found;
    }

    nb::list marks(const text::Tokeniser& tokeniser, nb::sequence segments, bool tokenised) {
        const tag::Tag outside = *find("O");
        nb::list found;
        std::string marks;
        for (nb::handle segment : segments) {
            if (PyErr_CheckSignals()) throw nb::python_error();
            Utf8Views views;
            TokenViews tokens;
            if (tokenised) {
                tokens = to_views(segment, views);
            } else {
                tokeniser.tokenise(views.view(segment), tokens_);
                for (std::size_t i = 0; i < tokens_.size(); ++i) tokens.push_back(tokens_[i]);
            }
            tagger_.tag(tokens, tags_);
            marks.clear();
            for (std::size_t i = 0; i < tokens.size(); ++i)
                marks.push_back(tags_[i] != outside && tagger_.is_word(i) ? '\1' : '\0');
            found.append(nb::bytes(marks.data(), marks.size()));
        }
        return found;
    }

  private:
    std::optional<tag::Tag> find(const std::string& name) const {
        const auto& names = model_.tags();
        const auto found = std::find(names.begin(), names.end(), name);
        return found == names.end() ? std::nullopt : std::optional(static_cast<tag::Tag>(found - names.begin()));
    }

    tag::Model model_;
    tag::EntityAttributes attributes_;
    tag::EntityTagger tagger_;
    text::Tokens tokens_;
    std::vector<tag::Tag> tags_;
};

}  // namespace

void bind_entities(nb::module_& module) {
    nb::class_<tag::EntityAttributes>(module, "EntityAttributes")
        .def(nb::init<std::string>(), nb::arg("gazetteer"))
        .def(
            "see",
            [](const tag::EntityAttributes& attributes, nb::typed<nb::sequence, nb::str> tokens) {
                Utf8Views views;
                return attributes.see_all(to_views(tokens, views));
            },
            nb::arg("tokens"));
    nb::class_<EntityModel>(module, "EntityModel")
        .def(nb::init<nb::bytes, std::string>(), nb::arg("weights"), nb::arg("gazetteer"))
        .def("types", &EntityModel::types, nb::arg("segments"), nb::arg("vague"), nb::arg("most"),
             nb::sig("def types(self, segments: Sequence[Sequence[str]], vague: str, most: float) -> list[list[str]]"))
        .def("marks", &EntityModel::marks, nb::arg("tokeniser"), nb::arg("segments"), nb::arg("tokenised"),
             nb::sig("def marks(self, tokeniser: Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool) "
                     "-> list[bytes]"));
    nb::exception<tag::BadModel>(module, "BadModel", PyExc_ValueError);
}

}  // namespace bolide::bindings
