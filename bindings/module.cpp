#include "bindings.hpp"

#include "text/strings.hpp"

namespace bolide::bindings {

namespace {

/// The thread that handles signals. Others must not request the interpreter's lock in the middle of their work: at the
/// end of a program Python would end them there, and the program would crash.
std::atomic<unsigned long> main_thread;

/// The result of threading.main_thread(); that module is loaded once a thread is made.
unsigned long find_main_thread() {
    const auto modules = nb::module_::import_("sys").attr("modules");
    if (!nb::cast<bool>(modules.attr("__contains__")("threading"))) return PyThread_get_thread_ident();
    return nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
}

/// A forked process continues with the thread that forked it.
void follow_forks() {
    const auto os = nb::module_::import_("os");
    if (!nb::hasattr(os, "register_at_fork")) return;
    os.attr("register_at_fork")(nb::arg("after_in_child") =
                                    nb::cpp_function([] { main_thread = PyThread_get_thread_ident(); }));
}

/// Whether a signal handler has raised an exception, which is then Python's current error.
bool has_raised() {
    const nb::gil_scoped_acquire acquired;
    return PyErr_CheckSignals() != 0;
}

}  // namespace

Unlocked::Unlocked() {
    if (PyThread_get_thread_ident() == main_thread) work_.emplace(has_raised);
}

void check_signals(std::size_t item) {
    if (item % 4096 == 0 && PyErr_CheckSignals()) throw nb::python_error();
}

void bind_stopping() {
    main_thread = find_main_thread();
    follow_forks();
    nb::register_exception_translator(
        [](const std::exception_ptr& pointer, void*) {
            try {
                std::rethrow_exception(pointer);
            } catch (const work::Stopped&) {
                // Python's error is set already: see has_raised.
            }
        },
        nullptr);
}

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

namespace {

/// Runs before nanobind touches anything: it has one record of all types in a process, which a second interpreter would
/// take from the first, and destroy when it is closed.
int refuse_sub_interpreters(PyObject*) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return 0;
    PyErr_SetString(PyExc_ImportError,
                    "bolide cannot be loaded in a sub-interpreter: load it in the main interpreter, and use threads or "
                    "processes to score at once");
    return -1;
}

/// Nanobind's initialisation, after the check.
PyModuleDef_Slot* checked_first(const PyModuleDef_Slot* slots) {
    static std::vector<PyModuleDef_Slot> all = {{Py_mod_exec, reinterpret_cast<void*>(refuse_sub_interpreters)}};
    for (; slots->slot; ++slots) all.push_back(*slots);
    all.push_back({0, nullptr});
    return all.data();
}

}  // namespace

NB_MODULE(_bindings, module) {
    module.doc() = "The compiled core of bolide: not part of the public interface.";
    nanobind::set_leak_warnings(false);  // Tables shared until the process ends are not leaks.
    module.attr("VERSION") = BOLIDE_VERSION;
    bolide::bindings::bind_stopping();
    bolide::bindings::bind_text(module);
    bolide::bindings::bind_resources(module);
    bolide::bindings::bind_tagging(module);
    bolide::bindings::bind_scorer(module);
    bolide::bindings::bind_formula(module);
    bolide::bindings::bind_tuning(module);
    bolide::bindings::bind_build(module);
}

extern "C" NB_EXPORT PyObject* PyInit__core() {
    PyObject* const module = PyInit__bindings();
    if (!module) return nullptr;
    auto* const definition = reinterpret_cast<PyModuleDef*>(module);
    static PyModuleDef_Slot* const slots = checked_first(definition->m_slots);
    definition->m_slots = slots;
    return module;
}
