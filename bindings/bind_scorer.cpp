#include "bindings.hpp"
#include "engine/scorer.hpp"
#include "score/formula.hpp"

namespace bolide::bindings {

namespace {

using engine::Batch;
using engine::Scorer;

/// Marks of copy words, a `bytes` for each segment; None for none.
using Marks = std::optional<nb::typed<nb::tuple, nb::bytes, nb::ellipsis>>;

/// Adds marks, or vectors of words, which have the same form.
void add(const Marks& bytes, Batch& batch, void (Batch::*add_one)(std::string_view), const char* error) {
    if (!bytes) return;
    if (bytes->size() != batch.size()) throw nb::value_error(error);
    for (nb::handle each : *bytes) (batch.*add_one)(to_view(nb::borrow<nb::bytes>(each)));
}

/// A tuple of strings, or of tuples of strings, as segments.
Batch to_batch(nb::tuple segments, bool is_tokenised, Utf8Views& views, const Marks& marks = {},
               const Marks& vectors = {}) {
    Batch batch(is_tokenised);
    for (nb::handle segment : segments) {
        check_signals(batch.size());
        if (is_tokenised)
            for (nb::handle token : nb::borrow<nb::tuple>(segment)) batch.add_piece(views.view(token));
        else
            batch.add_piece(views.view(segment));
        batch.end_segment();
    }
    add(marks, batch, &Batch::add_marks, "the marks do not belong to the segments");
    add(vectors, batch, &Batch::add_vectors, "the vectors do not belong to the segments");
    return batch;
}

nb::bytes statistics(const Scorer& scorer, nb::tuple hypotheses, bool hypotheses_tokenised, nb::tuple references,
                     bool references_tokenised, std::vector<std::size_t> reference_ends, std::size_t threads,
                     const Marks& hypothesis_marks, const Marks& reference_marks, const Marks& hypothesis_vectors,
                     const Marks& reference_vectors, std::vector<std::size_t> hypothesis_ends) {
    Utf8Views views;
    const engine::Pairs pairs{to_batch(hypotheses, hypotheses_tokenised, views, hypothesis_marks, hypothesis_vectors),
                              to_batch(references, references_tokenised, views, reference_marks, reference_vectors),
                              std::move(reference_ends), std::move(hypothesis_ends)};
    if (!pairs.fit_together()) throw nb::value_error("the references do not match the hypotheses");
    TableBytes<std::int64_t> rows(pairs.rows() * scorer.columns());
    unlocked([&] { scorer.statistics(pairs, threads, rows.cells()); });
    return rows.take();
}

using StringTuple = nb::typed<nb::tuple, nb::str, nb::ellipsis>;
using FlagTuple = nb::typed<nb::tuple, bool, nb::ellipsis>;
using PhraseTuple = nb::typed<nb::tuple, nb::typed<nb::tuple, int, nb::ellipsis>, nb::ellipsis>;
using Read = nb::typed<nb::tuple, StringTuple, FlagTuple, FlagTuple, StringTuple, PhraseTuple, PhraseTuple>;

nb::tuple to_python(const engine::ReadSegment& segment, const tag::Grammar* grammar) {
    const auto flag = [](auto bit) { return static_cast<bool>(bit); };
    const auto phrase = [](auto places) { return to_tuple(places, [](std::uint32_t place) { return place; }); };
    const auto& parse = segment.parse;
    return nb::make_tuple(to_tuple(segment.words, [](const auto& word) { return nb::str(word.data(), word.size()); }),
                          to_tuple(segment.function, flag), to_tuple(segment.copy, flag),
                          to_tuple(parse.tags, [&](tag::Tag tag) { return grammar->tags()[tag]; }),
                          to_tuple(parse.groups, phrase), to_tuple(parse.clauses, phrase));
}

/// Vocabulary, words, kinds, ends of words, matches, ends of matches, statistics, whether copy words were counted.
using Packed =
    nb::typed<nb::tuple, StringTuple, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, bool>;

nb::tuple to_python(const engine::PackedAlignments& packed) {
    const auto bytes = [](const auto& cells) { return nb::bytes(cells.data(), cells.size() * sizeof cells[0]); };
    return nb::make_tuple(
        to_tuple(packed.vocabulary, [](const auto& word) { return nb::str(word.data(), word.size()); }),
        bytes(packed.words), bytes(packed.kinds), bytes(packed.word_ends), bytes(packed.matches),
        bytes(packed.match_ends), bytes(packed.statistics), packed.has_copy_words);
}

Packed align(const Scorer& scorer, nb::tuple hypotheses, bool hypotheses_tokenised, nb::tuple references,
             bool references_tokenised, const Marks& hypothesis_marks, const Marks& reference_marks,
             const Marks& hypothesis_vectors, const Marks& reference_vectors) {
    Utf8Views views;
    const Batch ours = to_batch(hypotheses, hypotheses_tokenised, views, hypothesis_marks, hypothesis_vectors);
    const Batch theirs = to_batch(references, references_tokenised, views, reference_marks, reference_vectors);
    if (ours.size() != theirs.size()) throw nb::value_error("the references do not match the hypotheses");
    return Packed(to_python(unlocked([&] { return engine::pack(scorer.align(ours, theirs)); })));
}

nb::typed<nb::list, Read> read(const Scorer& scorer, nb::tuple segments, bool tokenised) {
    Utf8Views views;
    const Batch batch = to_batch(segments, tokenised, views);
    nb::list list;
    for (const auto& segment : unlocked([&] { return scorer.read(batch); })) {
        check_signals(list.size());
        list.append(to_python(segment, scorer.settings().grammar.get()));
    }
    return list;
}

void construct(Scorer* self, const text::Tokeniser& tokeniser, const std::vector<match::Matcher>& matchers,
               align::AlignerSettings aligner, score::Unit unit, lexicon::Equality equality,
               const std::vector<std::string>& function_words, const std::vector<std::string>& copy_words,
               bool copies_numbers, bool copies_unlisted, const std::string& stemmer,
               std::shared_ptr<const lexicon::StemTable> stems, std::shared_ptr<const lexicon::SynonymTable> synonyms,
               std::shared_ptr<const lexicon::ParaphraseTable> paraphrases,
               std::shared_ptr<const lexicon::ParaphraseTable> thesaurus, bool folds_case,
               const score::Formula& formula, bool folds, std::shared_ptr<const lexicon::Roots> roots,
               std::shared_ptr<const tag::Grammar> grammar, match::Similarity least_meaning) {
    if (matchers.size() > score::matcher_places) throw nb::value_error("a matcher is named twice");
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->equality = equality;
    for (const std::string& word : function_words) knowledge->function_words.intern(word);
    for (const std::string& word : copy_words) knowledge->copy_words.intern(word);
    knowledge->copies_numbers = copies_numbers;
    knowledge->copies_unlisted = copies_unlisted;
    knowledge->stemmer = stemmer.empty() ? nullptr : stem::stemmer_named(stemmer);
    knowledge->stems = std::move(stems);
    knowledge->synonyms = std::move(synonyms);
    knowledge->paraphrases = std::move(paraphrases);
    knowledge->thesaurus = std::move(thesaurus);
    knowledge->folds_case = folds_case;
    knowledge->folds = folds;
    knowledge->roots = std::move(roots);
    std::visit([&](auto& settings) { settings.kinds = matchers; }, aligner);
    const auto* meteor = std::get_if<score::Parameters>(&formula);
    new (self) Scorer({tokeniser, std::move(knowledge), std::move(aligner), unit, score::kind_of(formula),
                       std::move(grammar), least_meaning, meteor ? meteor->shares : score::Shares()});
}

}  // namespace

void bind_scorer(nb::module_& module) {
    bind_enum<match::Matcher>(module, "Matcher", match::matcher_names);
    module.attr("MATCHERS") = to_tuple(match::matcher_names, [](const char* name) { return name; });
    module.attr("WHOLE_SIMILARITY") = match::whole;
    bind_enum<align::Objective>(module, "Objective", {"coverage", "accuracy"});
    bind_enum<align::Coverage>(module, "Coverage", {"weighted", "count"});
    nb::class_<align::JavaSettings>(module, "JavaAligner")
        .def(nb::init<std::size_t, align::Objective>(), nb::kw_only(), nb::arg("beam"), nb::arg("objective"));
    nb::class_<align::PaperSettings>(module, "PaperAligner")
        .def(nb::init<std::size_t, align::Coverage>(), nb::kw_only(), nb::arg("beam"), nb::arg("coverage"));
    nb::class_<align::StagedSettings>(module, "StagedAligner")
        .def(nb::init<std::size_t>(), nb::kw_only(), nb::arg("beam"));
    bind_enum<score::Unit>(module, "Unit", {"words", "characters", "length"});
    bind_enum<lexicon::Equality>(module, "Equality", {"text", "java_hash"});

    bind_numbered_error<engine::SegmentError, &engine::SegmentError::segment>(module, "CoreSegmentError");

    nb::class_<Scorer>(module, "Scorer")
        .def("__init__", construct, nb::kw_only(), nb::arg("tokeniser"), nb::arg("matchers"), nb::arg("aligner"),
             nb::arg("unit"), nb::arg("equality"), nb::arg("function_words") = std::vector<std::string>(),
             nb::arg("copy_words") = std::vector<std::string>(), nb::arg("copies_numbers") = false,
             nb::arg("copies_unlisted") = false, nb::arg("stemmer") = "", nb::arg("stems") = nb::none(),
             nb::arg("synonyms") = nb::none(), nb::arg("paraphrases") = nb::none(), nb::arg("thesaurus") = nb::none(),
             nb::arg("folds_case") = false, nb::arg("formula"), nb::arg("folds") = false, nb::arg("roots") = nb::none(),
             nb::arg("grammar") = nb::none(), nb::arg("least_meaning") = match::Similarity{match::whole / 2})
        .def("statistics", statistics, nb::arg("hypotheses"), nb::arg("hypotheses_tokenised"), nb::arg("references"),
             nb::arg("references_tokenised"), nb::arg("reference_ends"), nb::arg("threads"),
             nb::arg("hypothesis_marks") = nb::none(), nb::arg("reference_marks") = nb::none(),
             nb::arg("hypothesis_vectors") = nb::none(), nb::arg("reference_vectors") = nb::none(),
             nb::arg("hypothesis_ends") = std::vector<std::size_t>())
        .def("align", align, nb::arg("hypotheses"), nb::arg("hypotheses_tokenised"), nb::arg("references"),
             nb::arg("references_tokenised"), nb::arg("hypothesis_marks") = nb::none(),
             nb::arg("reference_marks") = nb::none(), nb::arg("hypothesis_vectors") = nb::none(),
             nb::arg("reference_vectors") = nb::none())
        .def("read", read, nb::arg("segments"), nb::arg("tokenised"));
}

}  // namespace bolide::bindings
