/// Powers with one result on every platform: that of Java's Math.pow.
#pragma once

#include "standard.hpp"

namespace bolide::score {

/// `base` to the power of `exponent`, both at least 0, or NaN: correctly rounded (except for one case in 2^40), but
/// with Java's last bit where Java 17 on x86-64 is known to round incorrectly. The C library's `pow` occasionally
/// differs from both, and between systems.
double power(double base, double exponent);

/// e to the power of `x`, correctly rounded in the same way; the C library's `exp` differs between platforms.
double exponential(double x);

/// Powers of many numbers with one exponent, cached: fragmentations are fractions of small numbers, which repeat.
class RememberedPowers {
  public:
    explicit RememberedPowers(double exponent) : exponent_(exponent) {}

    double operator()(double base) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &base, sizeof bits);  // Emscripten's library lacks std::bit_cast.
        Known& known = known_[(bits * 0x9E3779B97F4A7C15) >> (64 - size_bits)];
        if (known.base != base) known = {base, power(base, exponent_)};  // Always true for NaN.
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
