#include "tag/field.hpp"

#include "score/power.hpp"

namespace bolide::tag {

namespace {

void check(const Field& field) {
    const std::size_t count = field.names.size();
    const bool fits = count > 0 && count <= most_tags && field.starts.size() == field.attributes.size() + 1 &&
                      field.starts.front() == 0 && field.starts.back() == field.tags.size() &&
                      std::is_sorted(field.starts.begin(), field.starts.end()) &&
                      field.tags.size() == field.weights.size() && field.transitions.size() == count * count &&
                      std::all_of(field.tags.begin(), field.tags.end(), [&](Tag tag) { return tag < count; });
    if (!fits) throw std::invalid_argument("the parts of the tagger's model do not fit together");
}

}  // namespace

Model::Model(Field field) : field_(std::move(field)) {
    if (field_.starts.empty()) field_.starts.push_back(0);
    check(field_);
    places_.reserve(field_.attributes.size());
    for (const std::string& name : field_.attributes)
        if (places_.add(name) + 1 != places_.size())
            throw std::invalid_argument("an attribute of the tagger is named twice");
}

void Model::find_best(std::span<float> scores, std::vector<Tag>& found) const {
    const std::size_t count = field_.names.size(), words = scores.size() / count;
    found.assign(words, 0);
    if (words == 0) return;
    for (std::size_t i = 1; i < words; ++i) {
        float best[most_tags];  // Of the paths to each tag.
        std::fill_n(best, count, -std::numeric_limits<float>::infinity());
        for (std::size_t previous = 0; previous < count; ++previous)
            for (std::size_t t = 0; t < count; ++t) {
                const float value = scores[(i - 1) * count + previous] + field_.transitions[previous * count + t];
                best[t] = value > best[t] ? value : best[t];
            }
        for (std::size_t t = 0; t < count; ++t) scores[i * count + t] += best[t];
    }
    const auto end = scores.last(count);
    found.back() = static_cast<Tag>(std::max_element(end.begin(), end.end()) - end.begin());
    for (std::size_t i = words - 1; i > 0; --i) {
        const float* last = &scores[(i - 1) * count];
        float best = -std::numeric_limits<float>::infinity();
        for (std::size_t previous = 0; previous < count; ++previous) {
            const float value = last[previous] + field_.transitions[previous * count + found[i]];
            if (value > best) {
                best = value;
                found[i - 1] = static_cast<Tag>(previous);
            }
        }
    }
}

std::vector<double> Model::marginals(std::span<const float> scores, Tag tag) const {
    const std::size_t count = field_.names.size(), words = scores.size() / count;
    const auto exponentials = [](std::span<const float> values) {
        std::vector<double> made(values.size());
        std::transform(values.begin(), values.end(), made.begin(),
                       [](double value) { return score::exponential(value); });
        return made;
    };
    const std::vector<double> at = exponentials(scores), step = exponentials(field_.transitions);
    const auto scale = [&](std::span<double> row) {  // A common factor of all tags cancels out.
        double whole = 0;
        for (const double value : row) whole += value;
        for (double& value : row) value /= whole;
    };
    std::vector<double> forward(words * count, 1), backward(words * count, 1), found(words);
    for (std::size_t i = 0; i < words; ++i) {
        const auto row = std::span(forward).subspan(i * count, count);
        for (std::size_t t = 0; t < count; ++t) {
            double reached = i ? 0 : 1;
            for (std::size_t from = 0; i && from < count; ++from)
                reached += forward[(i - 1) * count + from] * step[from * count + t];
            row[t] = reached * at[i * count + t];
        }
        scale(row);
    }
    for (std::size_t i = words; i-- > 0;) {
        const auto row = std::span(backward).subspan(i * count, count);
        for (std::size_t t = 0; i + 1 < words && t < count; ++t) {
            row[t] = 0;
            for (std::size_t to = 0; to < count; ++to)
                row[t] += step[t * count + to] * at[(i + 1) * count + to] * backward[(i + 1) * count + to];
        }
        scale(row);
        double whole = 0;
        for (std::size_t t = 0; t < count; ++t) whole += row[t] * forward[i * count + t];
        found[i] = row[tag] * forward[i * count + tag] / whole;
    }
    return found;
}

namespace {

/// The bytes of a file, read only inside its bounds. Numbers are little-endian.
class Bytes {
  public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    std::string_view at(std::size_t place, std::size_t size) const {
        if (place > bytes_.size() || size > bytes_.size() - place) throw std::invalid_argument("it ends too early");
        return bytes_.substr(place, size);
    }
    std::size_t size() const { return bytes_.size(); }
    std::uint32_t number(std::size_t place) const { return static_cast<std::uint32_t>(bits(at(place, 4))); }
    double real(std::size_t place) const {
        double value = 0;
        const std::uint64_t its_bits = bits(at(place, sizeof value));
        std::memcpy(&value, &its_bits, sizeof value);
        return value;
    }
    void expect(std::size_t place, std::string_view word) const {
        if (at(place, word.size()) != word)
            throw std::invalid_argument("there is no " + std::string(word) + " where it belongs");
    }

  private:
    static std::uint64_t bits(std::string_view bytes) {
        std::uint64_t value = 0;
        for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return value;
    }
    std::string_view bytes_;
};

/// The strings of a numbering table (a "constant quark database"), in the order of their numbers.
std::vector<std::string> read_names(const Bytes& file, std::size_t start) {
    file.expect(start, "CQDB");
    const std::size_t count = file.number(start + 16), places = start + file.number(start + 20);
    file.at(places, 4 * count);
    std::vector<std::string> names;
    std::size_t left = file.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t record = start + file.number(places + 4 * i);
        const std::string_view text = file.at(record + 8, file.number(record + 4));
        if (text.size() > left) throw std::invalid_argument("its names overlap");
        left -= text.size();
        names.emplace_back(text.substr(0, text.find('\0')));
    }
    return names;
}

struct Weight {
    std::uint32_t attribute;
    Tag tag;
    float value;
};

constexpr std::size_t weight_size = 20;

}  // namespace

Field read_crfsuite(std::string_view bytes) {
    const Bytes file(bytes);
    file.expect(0, "lCRF");
    file.expect(8, "FOMC");
    if (file.number(12) != 100) throw std::invalid_argument("it is of another version");
    const std::size_t start = file.number(28);
    Field field;
    field.names = read_names(file, file.number(32));
    field.attributes = read_names(file, file.number(36));
    const std::size_t tags = field.names.size();
    if (tags == 0 || tags > most_tags) throw std::invalid_argument("it has no tags, or too many");
    field.transitions.assign(tags * tags, 0.0F);
    file.expect(start, "FEAT");
    const std::size_t count = file.number(start + 8);
    file.at(start + 12, weight_size * count);
    std::vector<Weight> weights;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = start + 12 + weight_size * i;
        const std::uint32_t kind = file.number(at), from = file.number(at + 4), to = file.number(at + 8);
        const auto value = static_cast<float>(file.real(at + 12));
        if (!std::isfinite(value)) throw std::invalid_argument("a weight is not a number");
        if (kind > 1 || to >= tags || from >= (kind ? tags : field.attributes.size()))
            throw std::invalid_argument("a weight belongs to nothing");
        if (kind)
            field.transitions[from * tags + to] = value;
        else
            weights.push_back({from, static_cast<Tag>(to), value});
    }
    std::stable_sort(weights.begin(), weights.end(),
                     [](const Weight& a, const Weight& b) { return a.attribute < b.attribute; });
    field.starts.assign(field.attributes.size() + 1, 0);
    for (const Weight& weight : weights) {
        ++field.starts[weight.attribute + 1];
        field.tags.push_back(weight.tag);
        field.weights.push_back(weight.value);
    }
    for (std::size_t i = 1; i < field.starts.size(); ++i) field.starts[i] += field.starts[i - 1];
    return field;
}

}  // namespace bolide::tag
