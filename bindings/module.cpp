#include "bindings.hpp"

#include "text/utf8.hpp"

namespace bolide::bindings {

std::string_view Utf8Views::view(nb::handle string) {
    Py_ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(string.ptr(), &size))
        return {bytes, static_cast<std::size_t>(size)};
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw nb::python_error();
    PyErr_Clear();
    const auto encoded = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(string.ptr(), "utf-8", "surrogatepass"));
    if (!encoded.is_valid()) throw nb::python_error();
    return repaired_.emplace_back(text::repaired({encoded.c_str(), encoded.size()}));
}

}  // namespace bolide::bindings

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of bolide: not part of the public interface.";
    nanobind::set_leak_warnings(false);  // Tables that are shared until the process ends are no leak.
    module.attr("VERSION") = BOLIDE_VERSION;
    bolide::bindings::bind_text(module);
    bolide::bindings::bind_resources(module);
    bolide::bindings::bind_scorer(module);
    bolide::bindings::bind_formula(module);
    bolide::bindings::bind_tuning(module);
    bolide::bindings::bind_line_search(module);
    bolide::bindings::bind_build(module);
    bolide::bindings::bind_features(module);
}
