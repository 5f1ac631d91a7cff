// A fuzzer of everything that the core reads, the same in every run with the same seed.
//
//   core_fuzz [--seed N] [--iterations N | --seconds N] [--first N] [--only NAME]
//
// Runs every target so many times, tells how many inputs were accepted and refused, and exits with 1 at the first
// defect, with the command that shows it again. An input that takes more than ten seconds is a defect.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "tests/fuzz/targets.hpp"

namespace {

using namespace bolide::tests;
using Clock = std::chrono::steady_clock;

struct Options {
    std::uint64_t seed = 1, iterations = 300, first = 0;
    double seconds = 0;
    std::string only;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i], value = arguments[i + 1];
        if (name == "--only")
            options.only = value;
        else if (name == "--seconds")
            options.seconds = std::stod(value);
        else
            (name == "--seed"    ? options.seed
             : name == "--first" ? options.first
                                 : options.iterations) = std::stoull(value);
    }
    return options;
}

/// What is being run, for whoever reports that it never ended.
struct Place {
    std::string_view target;
    std::uint64_t seed = 0, iteration = 0;
} running;

void report() {
    std::cout << "core_fuzz --seed " << running.seed << " --only \"" << running.target << "\" --first "
              << running.iteration << " --iterations 1" << std::endl;
}

#ifndef _WIN32
void out_of_time(int) {
    std::cout << "FAILED: an input takes more than ten seconds: ";
    report();
    std::_Exit(1);
}
#endif

bool run_once(const Target& target, std::uint64_t seed, std::uint64_t iteration) {
    running = {target.name, seed, iteration};
#ifndef _WIN32
    alarm(10);
#endif
    Random random(seed * 1000003 + iteration);
    return target.run(random);
}

/// Returns how many inputs there were, and how many of them were accepted.
std::pair<std::uint64_t, std::uint64_t> run_all(const Target& target, const Options& options, double seconds) {
    const auto begin = Clock::now();
    std::uint64_t done = 0, accepted = 0;
    const auto goes_on = [&] {
        if (seconds <= 0) return done < options.iterations;
        return std::chrono::duration<double>(Clock::now() - begin).count() < seconds;
    };
    for (; goes_on(); ++done) accepted += run_once(target, options.seed, options.first + done);
    return {done, accepted};
}

}  // namespace

int main(int count, char** arguments) {
    const Options options = parse(count, arguments);
    std::vector<Target> targets = table_targets();
    for (const Target& target : source_targets()) targets.push_back(target);
    std::erase_if(targets, [&](const Target& target) { return !options.only.empty() && options.only != target.name; });
#ifndef _WIN32
    std::signal(SIGALRM, out_of_time);
#endif
    try {
        for (const Target& target : targets) {
            const auto [done, accepted] =
                run_all(target, options, options.seconds / static_cast<double>(targets.size()));
            std::cout << target.name << ": " << done << " inputs, " << accepted << " accepted, " << done - accepted
                      << " refused" << std::endl;
        }
    } catch (const std::exception& error) {
        std::cout << "FAILED: " << error.what() << ": ";
        report();
        return 1;
    }
    return targets.empty() ? 1 : 0;
}
