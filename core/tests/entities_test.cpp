// Entities: models of CRFsuite, the attributes of tokens, their types.
#include "tag/entities.hpp"

#include <set>

#include "tag/field.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_model.hpp"
#include "tests/textbook_tagger.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

/// A weight that adds up without rounding.
float made_weight(Random& random) { return (static_cast<float>(random.below(33)) - 16) / 4; }

/// A model with weights for some attributes of segments.
tag::Field made_field(Random& random, const std::vector<std::vector<std::string>>& rows) {
    tag::Field field;
    const std::size_t count = 2 + random.below(8);
    for (std::size_t t = 0; t < count; ++t) field.names.push_back(std::to_string(t));
    std::set<std::string> names;
    for (const auto& row : rows) names.insert(row.begin(), row.end());
    field.starts.push_back(0);
    for (const std::string& name : names) {
        if (random.chance(40)) continue;
        field.attributes.push_back(name);
        for (std::size_t t = 0; t < count; ++t) {
            if (random.chance(50)) continue;
            field.tags.push_back(static_cast<tag::Tag>(t));
            field.weights.push_back(made_weight(random));
        }
        field.starts.push_back(static_cast<std::uint32_t>(field.tags.size()));
    }
    for (std::size_t i = 0; i < count * count; ++i) field.transitions.push_back(made_weight(random));
    return field;
}

TEST("types equal those found from all attributes of each token, one by one") {
    const std::vector<std::string_view> words = {"Anna", "anna", "ROME", "in", "|",
                                                 "a|b",  "b",    "F-16", "",   "\u00c9t\u00e9"};
    const tag::EntityAttributes attributes("rome\tLOC0\nanna\tPER1\n");
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<std::vector<std::string_view>> segments(6);
        std::vector<std::vector<std::string>> rows;
        for (auto& segment : segments) {
            const bool in_order = random.chance(50);  // So that pairs recur.
            for (std::size_t i = random.below(9); i > 0; --i)
                segment.push_back(in_order ? words[i] : random.pick(words));
            for (auto& row : attributes.see_all(segment)) rows.push_back(std::move(row));
        }
        const tag::Field field = made_field(random, rows);
        const tag::Model model(field);
        tag::EntityTagger tagger(model, attributes);
        std::vector<tag::Tag> found;
        for (const auto& segment : segments) {
            tagger.tag(segment, found);
            CHECK(found == textbook_types(field, attributes, segment));
        }
    }
}

TEST("a segment is written in lower case, upper case, title case, mixed or without letters") {
    using tag::Case;
    const tag::EntityAttributes attributes("");
    const auto case_of = [&](std::initializer_list<std::string_view> tokens) {
        tag::EntityAttributes::CaseCount count;
        for (const std::string_view token : tokens) count.add(attributes.outline(token));
        return count.written();
    };
    CHECK(case_of({"he", "met", "ann"}) == Case::lower);
    CHECK(case_of({"HE", "MET", "ANN"}) == Case::upper);
    CHECK(case_of({"He", "Met", "Ann", "Today"}) == Case::title);
    CHECK(case_of({"he", "met", "Ann"}) == Case::mixed);
    CHECK(case_of({"12", "."}) == Case::none);
    CHECK_EQ(attributes.outline("McDonald's").shape, "XxXx'x");
    CHECK_EQ(attributes.outline("F-16").shape, "X-d");
}

TEST("inconsistent models are refused") {
    const auto attempt = [](auto change) {
        return message_of<std::invalid_argument>([&] {
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
