#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "lexicon/roots.hpp"
#include "lexicon/synonym_groups.hpp"
#include "tag/parser.hpp"
#include "text/indic.hpp"

namespace bolide::bindings {

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const Array<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

void construct_tagger(tag::Tagger* self, std::shared_ptr<const tag::Attributes> attributes,
                      std::vector<std::string> tags, std::vector<std::string> names, const Array<std::uint32_t>& starts,
                      const Array<std::uint8_t>& attribute_tags, const Array<float>& weights,
                      const Array<float>& transitions) {
    tag::Field field{std::move(tags),           std::move(names),   to_vector(starts),
                     to_vector(attribute_tags), to_vector(weights), to_vector(transitions)};
    new (self) tag::Tagger(std::move(field), std::move(attributes));
}

void construct_grammar(tag::Grammar* self, std::shared_ptr<const tag::Tagger> tagger,
                       const std::vector<std::uint8_t>& classes, const std::vector<std::uint8_t>& roles) {
    if (classes.size() != roles.size()) throw nb::value_error("every tag needs a class and roles");
    std::vector<tag::TagUse> uses;
    for (std::size_t i = 0; i < classes.size(); ++i) uses.push_back({classes[i], roles[i]});
    new (self) tag::Grammar(std::move(tagger), std::move(uses));
}

void bind_roles(nb::module_& module) {
    nb::dict roles;
    roles["content"] = static_cast<int>(tag::content);
    roles["follower"] = static_cast<int>(tag::follower);
    roles["leader"] = static_cast<int>(tag::leader);
    roles["verb"] = static_cast<int>(tag::verb);
    roles["verb_follower"] = static_cast<int>(tag::verb_follower);
    roles["marker"] = static_cast<int>(tag::marker);
    roles["mark"] = static_cast<int>(tag::mark);
    module.attr("TAG_ROLES") = roles;
    module.attr("TAG_REACH") = tag::reach;
}

void bind_words(nb::module_& module) {
    module.def("fold_indic", text::fold_indic, nb::arg("token"));
    using Endings = std::vector<std::pair<std::string, std::string>>;
    nb::class_<lexicon::Roots>(module, "Roots")
        .def(
            "__init__",
            [](lexicon::Roots* self, std::string table, Endings endings, std::size_t shortest, Endings infinitives) {
                new (self) lexicon::Roots(std::move(table), {std::move(endings), shortest, std::move(infinitives)});
            },
            nb::arg("table"), nb::kw_only(), nb::arg("endings"), nb::arg("shortest"), nb::arg("infinitives"))
        .def("of", &lexicon::Roots::root, nb::arg("word"))
        .def("is_infinitive", &lexicon::Roots::is_infinitive, nb::arg("word"), nb::arg("root"));
    nb::class_<lexicon::SynonymGroups>(module, "SynonymGroups")
        .def(nb::init<std::string>(), nb::arg("text"))
        .def_prop_ro("text", &lexicon::SynonymGroups::text)
        .def("__len__", &lexicon::SynonymGroups::size)
        .def(
            "groups",
            [](const lexicon::SynonymGroups& groups, std::string_view word, std::string_view root) {
                std::vector<std::uint32_t> found;
                groups.groups(word, root, found);
                return found;
            },
            nb::arg("word"), nb::arg("root"));
}

}  // namespace

void bind_tagging(nb::module_& module) {
    bind_roles(module);
    bind_words(module);
    nb::class_<tag::Attributes>(module, "TagAttributes")
        .def(nb::init<std::unordered_map<std::string, std::string>>(), nb::arg("classes"))
        .def(
            "see",
            [](const tag::Attributes& attributes, const std::string& word, int offset) {
                text::Strings names;
                attributes.see(word, offset, names);
                std::vector<std::string> found;
                names.copy_to(found);
                return found;
            },
            nb::arg("word"), nb::arg("offset"))
        .def_static("edge", &tag::Attributes::edge, nb::arg("offset"));
    nb::class_<tag::Tagger>(module, "Tagger")
        .def("__init__", construct_tagger, nb::kw_only(), nb::arg("attributes"), nb::arg("tags"), nb::arg("names"),
             nb::arg("starts"), nb::arg("attribute_tags"), nb::arg("weights"), nb::arg("transitions"));
    nb::class_<tag::Grammar>(module, "Grammar")
        .def("__init__", construct_grammar, nb::kw_only(), nb::arg("tagger"), nb::arg("classes"), nb::arg("roles"));
}

}  // namespace bolide::bindings
