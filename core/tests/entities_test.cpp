// Entities: models of CRFsuite, what is seen of tokens, the types that they get.
#include "tag/entities.hpp"

#include "tag/crfsuite_file.hpp"
#include "tests/harness.hpp"
#include "tests/small_model.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

std::string types(const std::vector<std::string_view>& tokens, const tag::EntityTagger::Doubt* doubt = nullptr) {
    const tag::Model model(tag::read_crfsuite(small_model()));
    const tag::EntityAttributes attributes("rome\tLOC0\n");
    tag::EntityTagger tagger(model, attributes);
    std::vector<tag::Tag> found;
    tagger.tag(tokens, found, doubt);
    std::string all;
    for (const auto tag : found) all.append(all.empty() ? "" : " ").append(model.tags()[tag]);
    return all;
}

TEST("tokens get the types of the best path") {
    CHECK_EQ(types({}), "");
    CHECK_EQ(types({"lives", "in", "Rome"}), "O O PER");
    CHECK_EQ(types({"Anna", "lives", "there"}), "PER O O");
    CHECK_EQ(types({"Bela", "lives", "there"}), "O O O");
}

TEST("a type that is not probable enough is none") {
    const tag::EntityTagger::Doubt sure{1, 0, 0.0}, unsure{1, 0, 1.0};
    CHECK_EQ(types({"lives", "in", "Rome"}, &sure), "O O O");
    CHECK_EQ(types({"lives", "in", "Rome"}, &unsure), "O O PER");
}

TEST("probabilities of all tags of a word are one") {
    const tag::Model model(tag::read_crfsuite(small_model()));
    const std::vector<float> scores = {1, 2, 0, 0, -3, 4};
    const auto here = model.marginals(scores, 0), there = model.marginals(scores, 1);
    for (std::size_t i = 0; i < 3; ++i) CHECK(here[i] + there[i] > 0.999999 && here[i] + there[i] < 1.000001);
    CHECK(there[2] > 0.99);
}

TEST("a segment is written in lower case, upper case, title case, mixed or without letters") {
    using tag::Case, tag::EntityAttributes;
    CHECK(EntityAttributes::case_of({"he", "met", "ann"}) == Case::lower);
    CHECK(EntityAttributes::case_of({"HE", "MET", "ANN"}) == Case::upper);
    CHECK(EntityAttributes::case_of({"He", "Met", "Ann", "Today"}) == Case::title);
    CHECK(EntityAttributes::case_of({"he", "met", "Ann"}) == Case::mixed);
    CHECK(EntityAttributes::case_of({"12", "."}) == Case::none);
    CHECK_EQ(EntityAttributes::outline("McDonald's").shape, "XxXx'x");
    CHECK_EQ(EntityAttributes::outline("F-16").shape, "X-d");
}

TEST("models that do not fit together are refused") {
    const auto attempt = [](auto change) {
        return message_of<tag::BadModel>([&] {
            std::string bytes = small_model();
            change(bytes);
            static_cast<void>(tag::read_crfsuite(bytes));
        });
    };
    CHECK_EQ(attempt([](std::string& bytes) { bytes.resize(100); }), "it ends too early");
    CHECK_EQ(attempt([](std::string& bytes) { bytes[0] = 'x'; }), "there is no lCRF where it belongs");
    CHECK_EQ(attempt([](std::string& bytes) { bytes[12] = 1; }), "it is of another version");
    CHECK_EQ(attempt([](std::string& bytes) { bytes[64] = 99; }), "a weight belongs to nothing");
    CHECK_EQ(attempt([](std::string& bytes) { bytes[79] = bytes[78] = '\x7F'; }), "a weight is not a number");
    CHECK_EQ(attempt([](std::string& bytes) { bytes[33] = '\xFF'; }), "it ends too early");
    CHECK_EQ(message_of<std::invalid_argument>([] { tag::EntityAttributes("rome\n"); }), "the gazetteer is damaged");
}

}  // namespace
