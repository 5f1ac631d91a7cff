/// The floor in C++: reads files, decodes UTF-8 and splits at spaces, and does nothing else: SECONDS FILE... Prints
/// JSON as passes.py does.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Times = std::pair<double, double>;

std::string read(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::string bytes(static_cast<std::size_t>(file.tellg()), '\0');
    file.seekg(0).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

std::vector<char32_t> decode(const std::string& bytes) {
    std::vector<char32_t> text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i++]);
        const int more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        char32_t letter = more == 0 ? lead : lead & (0x3F >> more);
        for (int k = 0; k < more && i < bytes.size(); ++k) letter = letter << 6 | (bytes[i++] & 0x3F);
        text.push_back(letter);
    }
    return text;
}

/// Where the words of all lines begin and end.
std::vector<std::pair<std::size_t, std::size_t>> split(const std::vector<char32_t>& text) {
    std::vector<std::pair<std::size_t, std::size_t>> words;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] != U' ' && text[i] != U'\n') continue;
        if (i > start) words.emplace_back(start, i);
        start = i + 1;
    }
    return words;
}

Times timed(char** files, int count, std::size_t& words) {
    const auto wall = std::chrono::steady_clock::now();
    const auto cpu = std::clock();
    words = 0;
    for (int i = 0; i < count; ++i) {
        words += split(decode(read(files[i]))).size();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - wall;
    return {elapsed.count(), static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

}  // namespace

int main(int count, char** arguments) {
    const double seconds = std::atof(arguments[1]);
    std::size_t words = 0;
    const Times first = timed(arguments + 2, count - 2, words);
    std::vector<double> walls, cpus;
    for (double spent = 0; spent < seconds || walls.size() < 3;) {
        const auto [wall, cpu] = timed(arguments + 2, count - 2, words);
        walls.push_back(wall), cpus.push_back(cpu);
        spent += wall;
    }
    const auto middle = [](std::vector<double>& times) {
        std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
        return times[times.size() / 2];
    };
    std::printf("{\"score\": %zu, \"first\": [%g, %g], \"steady\": [%g, %g]}\n", words, first.first, first.second,
                middle(walls), middle(cpus));
}
