#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "engine/feature_scorer.hpp"

namespace bolide::bindings {

namespace {

using engine::FeatureScorer;

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const Array<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

/// A batch that owns all it is made of.
class Batch {
  public:
    Batch(std::vector<std::string> types, const Array<std::int32_t>& word_class, const Array<std::int32_t>& root_class,
          const Array<std::int64_t>& synset_starts, const Array<std::int32_t>& synsets,
          const Array<std::uint8_t>& infinitive, const Array<std::uint32_t>& words, const Array<std::int64_t>& ends)
        : types_(std::move(types)),
          word_class_(to_vector(word_class)),
          root_class_(to_vector(root_class)),
          synsets_(to_vector(synsets)),
          synset_starts_(to_vector(synset_starts)),
          infinitive_(to_vector(infinitive)),
          words_(to_vector(words)),
          ends_(to_vector(ends)) {
        check();
        view_.types.assign(types_.begin(), types_.end());
        view_.facts = {word_class_, root_class_, synset_starts_, synsets_};
        view_.infinitive = infinitive_;
        view_.words = words_;
        view_.ends = ends_;
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    const engine::TypedBatch& view() const { return view_; }
    std::size_t size() const { return ends_.size(); }

  private:
    void check() const {
        const std::size_t types = types_.size();
        const bool fits = word_class_.size() == types && root_class_.size() == types && infinitive_.size() == types &&
                          are_ends(synset_starts_, synsets_.size()) && synset_starts_.size() == types + 1 &&
                          synset_starts_[0] == 0 && are_ends(ends_, words_.size()) &&
                          std::all_of(words_.begin(), words_.end(), [&](auto word) { return word < types; });
        if (!fits) throw nb::value_error("the parts of the batch do not fit together");
    }
    /// Whether places ascend up to `last`.
    static bool are_ends(const std::vector<std::int64_t>& places, std::size_t last) {
        return std::is_sorted(places.begin(), places.end()) && (places.empty() || places.front() >= 0) &&
               (places.empty() ? last == 0 : places.back() == static_cast<std::int64_t>(last));
    }

    std::vector<std::string> types_;
    std::vector<std::int32_t> word_class_, root_class_, synsets_;
    std::vector<std::int64_t> synset_starts_;
    std::vector<std::uint8_t> infinitive_;
    std::vector<std::uint32_t> words_;
    std::vector<std::int64_t> ends_;
    engine::TypedBatch view_;
};

void check_pairs(const Batch& batch, const Array<std::uint32_t>& hypotheses, const Array<std::uint32_t>& references) {
    const auto inside = [&](const Array<std::uint32_t>& segments) {
        return std::all_of(segments.data(), segments.data() + segments.shape(0),
                           [&](std::uint32_t segment) { return segment < batch.size(); });
    };
    if (hypotheses.shape(0) != references.shape(0) || !inside(hypotheses) || !inside(references))
        throw nb::value_error("the references do not belong to the hypotheses");
}

auto statistics(const FeatureScorer& scorer, const Batch& batch, const Array<std::uint32_t>& hypotheses,
                const Array<std::uint32_t>& references, std::size_t threads) {
    check_pairs(batch, hypotheses, references);
    const std::size_t count = hypotheses.shape(0);
    std::vector<std::int64_t> rows(count * score::feature_columns);
    {
        const engine::SegmentPairs pairs{{hypotheses.data(), count}, {references.data(), count}};
        nb::gil_scoped_release released;
        scorer.statistics(batch.view(), pairs, threads, rows);
    }
    return to_numpy(std::move(rows), score::feature_columns);
}

using PlaceTuple = nb::typed<nb::tuple, int, nb::ellipsis>;
using PhraseTuple = nb::typed<nb::tuple, PlaceTuple, nb::ellipsis>;
using Parsed = nb::typed<nb::tuple, PlaceTuple, PhraseTuple, PhraseTuple>;
using MatchTuple = nb::typed<nb::tuple, int, int, int, int, int>;
using Rows = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>;
using Aligned = nb::typed<nb::tuple, Parsed, Parsed, nb::typed<nb::tuple, MatchTuple, nb::ellipsis>, Rows>;

template <class Places>
nb::tuple to_tuple(const Places& places) {
    nb::list list;
    for (const auto place : places) list.append(static_cast<int>(place));
    return nb::tuple(list);
}

nb::tuple to_tuple(const tag::Phrases& phrases) {
    nb::list list;
    for (std::size_t i = 0; i < phrases.size(); ++i) list.append(to_tuple(phrases[i]));
    return nb::tuple(list);
}

nb::tuple to_python(const engine::ParsedSegment& segment) {
    return nb::make_tuple(to_tuple(segment.tags), to_tuple(segment.parsed.groups), to_tuple(segment.parsed.clauses));
}

nb::typed<nb::list, Parsed> parse(const FeatureScorer& scorer, const Batch& batch, std::size_t threads) {
    std::vector<engine::ParsedSegment> segments;
    {
        nb::gil_scoped_release released;
        segments = scorer.parse(batch.view(), threads);
    }
    nb::list list;
    for (const auto& segment : segments) list.append(to_python(segment));
    return list;
}

nb::typed<nb::list, Aligned> align(const FeatureScorer& scorer, const Batch& batch,
                                   const Array<std::uint32_t>& hypotheses, const Array<std::uint32_t>& references) {
    check_pairs(batch, hypotheses, references);
    const auto segments = scorer.parse(batch.view(), 1);
    nb::list list;
    for (std::size_t i = 0; i < hypotheses.shape(0); ++i) {
        const auto& hypothesis = segments[hypotheses.data()[i]];
        const auto& reference = segments[references.data()[i]];
        std::vector<std::int64_t> row(score::feature_columns);
        const auto alignment = scorer.align(batch.view(), hypothesis.parsed, reference.parsed,
                                            std::span(row).first<score::feature_columns>());
        nb::list matches;
        for (const auto& match : alignment.matches)
            matches.append(nb::make_tuple(match.hypothesis_start, match.hypothesis_length, match.reference_start,
                                          match.reference_length, match.matcher));
        list.append(nb::make_tuple(to_python(hypothesis), to_python(reference), nb::tuple(matches),
                                   to_numpy(std::move(row), score::feature_columns)));
    }
    return list;
}

void construct_tagger(tag::Tagger* self, std::shared_ptr<const tag::Attributes> attributes, std::size_t tag_count,
                      std::vector<std::string> names, const Array<std::uint32_t>& starts,
                      const Array<std::uint8_t>& tags, const Array<float>& weights, const Array<float>& transitions) {
    tag::Field field{tag_count,       std::move(names),   to_vector(starts),
                     to_vector(tags), to_vector(weights), to_vector(transitions)};
    new (self) tag::Tagger(std::move(field), std::move(attributes));
}

void construct_scorer(FeatureScorer* self, const std::vector<match::Matcher>& stages, std::size_t beam,
                      std::shared_ptr<const tag::Tagger> tagger, const std::vector<std::uint8_t>& classes,
                      const std::vector<std::uint8_t>& roles) {
    if (classes.size() != roles.size()) throw nb::value_error("every tag needs a class and roles");
    std::vector<engine::TagUse> uses;
    for (std::size_t i = 0; i < classes.size(); ++i) uses.push_back({classes[i], roles[i]});
    new (self) FeatureScorer({stages, beam, std::move(tagger), std::move(uses)});
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

}  // namespace

void bind_features(nb::module_& module) {
    bind_roles(module);
    nb::class_<tag::Attributes>(module, "TagAttributes")
        .def(nb::init<std::unordered_map<std::string, std::string>>(), nb::arg("classes"))
        .def(
            "see",
            [](const tag::Attributes& attributes, const std::string& word, int offset) {
                std::vector<std::string> names;
                attributes.see(word, offset, names);
                return names;
            },
            nb::arg("word"), nb::arg("offset"))
        .def_static("edge", &tag::Attributes::edge, nb::arg("offset"));
    nb::class_<tag::Tagger>(module, "Tagger")
        .def("__init__", construct_tagger, nb::kw_only(), nb::arg("attributes"), nb::arg("tag_count"), nb::arg("names"),
             nb::arg("starts"), nb::arg("tags"), nb::arg("weights"), nb::arg("transitions"));
    nb::class_<Batch>(module, "FeatureBatch")
        .def(nb::init<std::vector<std::string>, const Array<std::int32_t>&, const Array<std::int32_t>&,
                      const Array<std::int64_t>&, const Array<std::int32_t>&, const Array<std::uint8_t>&,
                      const Array<std::uint32_t>&, const Array<std::int64_t>&>(),
             nb::kw_only(), nb::arg("types"), nb::arg("word_class"), nb::arg("root_class"), nb::arg("synset_starts"),
             nb::arg("synsets"), nb::arg("infinitive"), nb::arg("words"), nb::arg("ends"));
    nb::class_<FeatureScorer>(module, "FeatureScorer")
        .def("__init__", construct_scorer, nb::kw_only(), nb::arg("stages"), nb::arg("beam"), nb::arg("tagger").none(),
             nb::arg("classes"), nb::arg("roles"))
        .def("statistics", statistics, nb::arg("batch"), nb::arg("hypotheses"), nb::arg("references"),
             nb::arg("threads"))
        .def("parse", parse, nb::arg("batch"), nb::arg("threads"))
        .def("align", align, nb::arg("batch"), nb::arg("hypotheses"), nb::arg("references"));
}

}  // namespace bolide::bindings
