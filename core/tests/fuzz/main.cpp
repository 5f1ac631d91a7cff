// A fuzzer of everything that the core reads, reproducible by its seed.
//
//   core_fuzz [--seed N] [--iterations N | --seconds N] [--first N] [--only NAME] [--save FOLDER]
//   core_fuzz --corpus FOLDER [--only NAME]
//
// Runs every target on this many inputs, or on those in a folder, and reports how many were accepted and refused, and
// the most steps. Exits with 1 at the first defect, and prints the command that repeats it. An input that takes more
// than `most_steps_of_input` is a defect. `--save` keeps the inputs.
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "tests/fuzz/targets.hpp"
#include "tests/scratch_file.hpp"
#include "tests/steps.hpp"

namespace {

using namespace bolide::tests;
using Clock = std::chrono::steady_clock;
using Path = std::filesystem::path;

struct Options {
    std::uint64_t seed = 1, iterations = 300, first = 0;
    double seconds = 0;
    std::string only;
    Path corpus, save;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i], value = arguments[i + 1];
        if (name == "--only")
            options.only = value;
        else if (name == "--seconds")
            options.seconds = std::stod(value);
        else if (name == "--corpus" || name == "--save")
            (name == "--save" ? options.save : options.corpus) = value;
        else
            (name == "--seed"    ? options.seed
             : name == "--first" ? options.first
                                 : options.iterations) = std::stoull(value);
    }
    return options;
}

/// The command that repeats the current run.
std::string running;

void out_of_steps() {
    std::cout << "FAILED: an input takes more than " << most_steps_of_input << " steps: " << running << std::endl;
    std::_Exit(1);
}

/// The outcomes of a target's inputs.
struct Tally {
    std::uint64_t done = 0, accepted = 0, most_steps = 0;

    void run(const Target& target, std::string_view input) {
        steps = {0, most_steps_of_input, out_of_steps};
        accepted += target.read(input);
        most_steps = std::max(most_steps, steps.taken);
        steps = {};
        ++done;
    }
};

void run_made_up(const Target& target, const Options& options, double seconds, Tally& tally) {
    const auto begin = Clock::now();
    const auto goes_on = [&] {
        if (seconds <= 0) return tally.done < options.iterations;
        return std::chrono::duration<double>(Clock::now() - begin).count() < seconds;
    };
    while (goes_on()) {
        const std::uint64_t iteration = options.first + tally.done;
        running = "core_fuzz --seed " + std::to_string(options.seed) + " --only \"" + std::string(target.name) +
                  "\" --first " + std::to_string(iteration) + " --iterations 1";
        Random random(options.seed * 1000003 + iteration);
        const std::string input = target.make(random);
        if (!options.save.empty()) write_bytes(options.save / std::to_string(iteration), input);
        tally.run(target, input);
    }
}

void run_kept(const Target& target, const Path& corpus, Tally& tally) {
    std::string folder(target.name);
    std::replace(folder.begin(), folder.end(), ' ', '-');
    for (const auto& entry : std::filesystem::directory_iterator(corpus / folder)) {
        running = "core_fuzz --corpus " + corpus.string() + " --only \"" + std::string(target.name) + "\", the file " +
                  entry.path().string();
        tally.run(target, read_bytes(entry.path()));
    }
}

}  // namespace

int main(int count, char** arguments) {
    const Options options = parse(count, arguments);
    std::vector<Target> targets = all_targets();
    std::erase_if(targets, [&](const Target& target) { return !options.only.empty() && options.only != target.name; });
    try {
        for (const Target& target : targets) {
            Tally tally;
            if (options.corpus.empty())
                run_made_up(target, options, options.seconds / static_cast<double>(targets.size()), tally);
            else
                run_kept(target, options.corpus, tally);
            std::cout << target.name << ": " << tally.done << " inputs, " << tally.accepted << " accepted, "
                      << tally.done - tally.accepted << " refused, at most " << tally.most_steps << " steps"
                      << std::endl;
        }
    } catch (const std::exception& error) {
        std::cout << "FAILED: " << error.what() << ": " << running << std::endl;
        return 1;
    }
    return targets.empty() ? 1 : 0;
}
