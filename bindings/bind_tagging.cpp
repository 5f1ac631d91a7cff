#include "bindings.hpp"
#include "lexicon/word_tables.hpp"
#include "tag/entities.hpp"
#include "tag/field.hpp"
#include "tag/tagger.hpp"
#include "text/folding.hpp"
#include "text/tokeniser.hpp"

namespace bolide::bindings {

namespace {

template <class T>
std::vector<T> to_vector(const Array<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

void construct_grammar(tag::Grammar* self, std::unordered_map<std::string, std::string> word_classes,
                       std::vector<std::string> tags, std::vector<std::string> names,
                       const Array<std::uint32_t>& starts, const Array<std::uint8_t>& attribute_tags,
                       const Array<float>& weights, const Array<float>& transitions,
                       const std::vector<std::pair<std::uint8_t, std::uint8_t>>& uses) {
    tag::Field field{std::move(tags),           std::move(names),   to_vector(starts),
                     to_vector(attribute_tags), to_vector(weights), to_vector(transitions)};
    std::vector<tag::TagUse> all;
    for (const auto& [tag_class, roles] : uses) all.push_back({tag_class, roles});
    new (self) tag::Grammar(std::move(field), tag::Attributes(std::move(word_classes)), std::move(all));
}

void bind_words(nb::module_& module) {
    module.def("fold_indic", text::fold_indic, nb::arg("token"));
    nb::class_<lexicon::Roots>(module, "Roots")
        .def(nb::init<std::string, lexicon::Endings, std::size_t, lexicon::Endings>(), nb::arg("table"), nb::kw_only(),
             nb::arg("endings"), nb::arg("shortest"), nb::arg("infinitives"))
        .def("of", &lexicon::Roots::root, nb::arg("word"));
}

using TokenViews = std::vector<std::string_view>;

TokenViews to_views(nb::handle tokens, Utf8Views& views) {
    TokenViews found;
    for (nb::handle token : nb::cast<nb::sequence>(tokens)) found.push_back(views.view(token));
    return found;
}

/// A model with its gazetteer. The interpreter's lock protects its memory between calls.
class EntityModel {
  public:
    EntityModel(nb::bytes weights, std::string gazetteer)
        : model_(tag::read_crfsuite(to_view(weights))),
          attributes_(std::move(gazetteer)),
          tagger_(model_, attributes_) {
        if (!find("O")) throw nb::value_error("its tags lack O");
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

void bind_tagging(nb::module_& module) {
    nb::dict roles;
    for (std::size_t i = 0; i < tag::role_names.size(); ++i) roles[tag::role_names[i]] = 1 << i;
    module.attr("TAG_ROLES") = roles;
    module.attr("TAG_REACH") = tag::reach;
    bind_words(module);
    nb::class_<tag::Attributes>(module, "TagAttributes")
        .def(nb::init<std::unordered_map<std::string, std::string>>(), nb::arg("classes"))
        .def("see", &tag::Attributes::see, nb::arg("word"), nb::arg("offset"))
        .def_static("edge", &tag::Attributes::edge, nb::arg("offset"));
    nb::class_<tag::Grammar>(module, "Grammar")
        .def("__init__", construct_grammar, nb::kw_only(), nb::arg("word_classes"), nb::arg("tags"), nb::arg("names"),
             nb::arg("starts"), nb::arg("attribute_tags"), nb::arg("weights"), nb::arg("transitions"), nb::arg("uses"));
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
}

}  // namespace bolide::bindings
