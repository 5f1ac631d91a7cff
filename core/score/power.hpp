/// Powers with one result on every platform: the one that Java's Math.pow gives.
#pragma once

namespace bolide::score {

/// `base` to the power of `exponent`, both at least 0, or NaN: correctly rounded (but for one case in 2^40), and where
/// Java 17 on x86-64 is known not to round correctly, with Java's last bit. The C library's `pow` differs from both now
/// and then, and from one system to the next.
double power(double base, double exponent);

}  // namespace bolide::score
