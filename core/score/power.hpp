/// Powers with one result on every platform: the one that Java's Math.pow gives.
#pragma once

#include "standard.hpp"

namespace bolide::score {

/// `base` to the power of `exponent`, both at least 0, or NaN: correctly rounded (but for one case in 2^40), and where
/// Java 17 on x86-64 is known not to round correctly, with Java's last bit. The C library's `pow` differs from both now
/// and then, and from one system to the next.
double power(double base, double exponent);

/// e to the power of `x`, rounded as correctly: unlike the C library's `exp`, one result on every platform.
double exponential(double x);

/// Powers of many numbers with one exponent. The fragmentations of a corpus are fractions of small numbers: most of
/// them come again and again, so they are remembered.
class RememberedPowers {
  public:
    explicit RememberedPowers(double exponent) : exponent_(exponent) {}

    double operator()(double base) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &base, sizeof bits);
        Known& known = known_[(bits * 0x9E3779B97F4A7C15) >> (64 - size_bits)];
        if (known.base != base) known = {base, power(base, exponent_)};  // Always for NaN.
        return known.power;
    }

  private:
    static constexpr int size_bits = 9;
    struct Known {
        double base = std::numeric_limits<double>::quiet_NaN(), power = 0;
    };

    double exponent_;
    std::array<Known, std::size_t{1} << size_bits> known_;
};

}  // namespace bolide::score
