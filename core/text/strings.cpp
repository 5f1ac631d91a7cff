#include "text/strings.hpp"

#include <version>

#ifndef __cpp_lib_to_chars
#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include <cctype>
#include <cerrno>
#endif

namespace bolide::text {

#ifdef __cpp_lib_to_chars

bool to_double(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

#else  // The standard library of LLVM and Apple, which has it for whole numbers only until lately.

bool to_double(std::string_view text, double& value) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    const bool is_plain = !text.empty() && text[0] != '+' && !std::isspace(static_cast<unsigned char>(text[0])) &&
                          text.find_first_of("xX") == text.npos;
    if (!is_plain) return false;
    const std::string copy(text);  // Ends in a zero byte.
    char* end = nullptr;
    errno = 0;
    const double found = strtod_l(copy.c_str(), &end, c_locale);
    const bool is_out_of_range = errno == ERANGE && (found == 0 || std::isinf(found));
    if (end != copy.c_str() + copy.size() || is_out_of_range) return false;
    value = found;
    return true;
}

#endif

}  // namespace bolide::text
