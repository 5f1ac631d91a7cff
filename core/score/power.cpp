#include "score/power.hpp"

namespace bolide::score {

namespace {

/// A number as the sum of two doubles, the second at most half a unit in the last place of the first: about 106 bits.
struct Double2 {
    double high, low;
};

/// The exact sum of two doubles, the first being the larger.
Double2 normalised(double high, double low) {
    const double sum = high + low;
    return {sum, low - (sum - high)};
}

Double2 operator+(Double2 a, Double2 b) {
    const double sum = a.high + b.high, moved = sum - a.high;
    const double error = (a.high - (sum - moved)) + (b.high - moved);
    return normalised(sum, error + a.low + b.low);
}

Double2 operator-(Double2 a) { return {-a.high, -a.low}; }

Double2 operator*(Double2 a, Double2 b) {
    const double product = a.high * b.high;
    const double error = std::fma(a.high, b.high, -product);
    return normalised(product, error + (a.high * b.low + a.low * b.high));
}

Double2 operator/(Double2 a, Double2 b) {
    const double first = a.high / b.high;
    const Double2 rest = a + -(b * Double2{first, 0});
    return normalised(first, (rest.high + rest.low) / b.high);
}

constexpr Double2 ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/// 1 / n! for n from 1 on.
constexpr Double2 inverse_factorials[] = {{0x1.0000000000000p+0, 0x0.0p+0},
                                          {0x1.0000000000000p-1, 0x0.0p+0},
                                          {0x1.5555555555555p-3, 0x1.5555555555555p-57},
                                          {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                                          {0x1.1111111111111p-7, 0x1.1111111111111p-63},
                                          {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
                                          {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
                                          {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
                                          {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
                                          {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76}};

/// e^x for an x between -746 and 710: the series of e^t - 1 for a small t, doubled back up by (1 + p)^2 - 1 = 2p + p^2.
Double2 exponential(Double2 x) {
    constexpr int doublings = 9;
    const double twos = std::nearbyint(x.high / ln2.high);
    const Double2 rest = x + -(ln2 * Double2{twos, 0});
    const Double2 small = {std::ldexp(rest.high, -doublings), std::ldexp(rest.low, -doublings)};
    Double2 series = {0, 0};
    for (auto factor = std::rbegin(inverse_factorials); factor != std::rend(inverse_factorials); ++factor)
        series = small * (*factor + series);
    for (int i = 0; i < doublings; ++i) series = Double2{2 * series.high, 2 * series.low} + series * series;
    const Double2 result = Double2{1, 0} + series;
    const int scale = static_cast<int>(twos);
    return {std::ldexp(result.high, scale), std::ldexp(result.low, scale)};
}

/// The same as a double, for any x.
double rounded_exponential(Double2 x) {
    if (x.high > 710) return std::numeric_limits<double>::infinity();
    if (x.high < -746) return 0;
    const Double2 result = exponential(x);
    return result.high + result.low;
}

/// The natural logarithm: the library's, made exact by one step of Halley's method.
Double2 logarithm(double x) {
    const Double2 guess = {std::log(x), 0};
    const Double2 reached = exponential(guess);
    const Double2 gap = (Double2{x, 0} + -reached) / (Double2{x, 0} + reached);
    return guess + Double2{2 * gap.high, 2 * gap.low};
}

struct Exception {
    double exponent, base;
    int units;
};

constexpr Exception exceptions[] = {
#include "score/power_exceptions.inc"
};

/// Parity: how many units in the last place Java is off.
int java_error(double base, double exponent) {
    const auto* found =
        std::lower_bound(std::begin(exceptions), std::end(exceptions), std::pair(exponent, base),
                         [](const Exception& e, const auto& key) { return std::pair(e.exponent, e.base) < key; });
    return found != std::end(exceptions) && found->exponent == exponent && found->base == base ? found->units : 0;
}

}  // namespace

double power(double base, double exponent) {
    if (exponent == 1) return base;
    const bool is_regular = base > 1e-300 && base < 1e300 && base != 1 && exponent > 1e-300 && exponent < 1e300;
    if (!is_regular) return std::pow(base, exponent);
    const double rounded = rounded_exponential(logarithm(base) * Double2{exponent, 0});
    const int units = java_error(base, exponent);
    if (!units) return rounded;
    return std::nextafter(rounded, units > 0 ? std::numeric_limits<double>::infinity() : 0.0);
}

double exponential(double x) { return std::isnan(x) ? x : rounded_exponential({x, 0}); }

}  // namespace bolide::score
