// Models of taggers as CRFsuite writes them, damaged.
#include "tag/entity_tagger.hpp"
#include "tag/field.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/small_model.hpp"

namespace bolide::tests {

namespace {

std::string damaged_model(Random& random) {
    return made_input(random, 1, {small_model(), "rome\tLOC0+\nanna\tPER1\n"});
}

bool read_model(std::string_view bytes) {
    Input input(bytes);
    const bool doubts = input.flag();
    const std::size_t end = input.rest().rfind(Input::separator);
    try {
        const tag::Model model(tag::read_crfsuite(input.rest().substr(0, end)));
        const tag::EntityAttributes attributes(
            end == std::string_view::npos ? "" : std::string(input.rest().substr(end + 1)));
        tag::EntityTagger tagger(model, attributes);
        std::vector<tag::Tag> found;
        const tag::EntityTagger::Doubt doubt{0, static_cast<tag::Tag>(model.tags().size() - 1), 0.5};
        tagger.tag({"Anna", "lives", "in", "Rome", "", "|", "\xFF"}, found, doubts ? &doubt : nullptr);
        return true;
    } catch (const tag::BadModel&) {
        return false;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace

std::vector<Target> model_targets() { return {{"entities", damaged_model, read_model}}; }

}  // namespace bolide::tests
