#include "bindings.hpp"

#include <atomic>

namespace bolide::bindings {

namespace {

/// The thread that handles signals. Others must not ask for the interpreter's lock in the middle of their work: at the
/// end of a program Python would end them there, without a lock, and the program with a crash.
std::atomic<unsigned long> main_thread;

/// What threading.main_thread() says; that module is loaded when somebody makes threads.
unsigned long find_main_thread() {
    const auto modules = nb::module_::import_("sys").attr("modules");
    if (!nb::cast<bool>(modules.attr("__contains__")("threading"))) return PyThread_get_thread_ident();
    return nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
}

/// A process that is forked goes on with the thread that forked it.
void follow_forks() {
    const auto os = nb::module_::import_("os");
    if (!nb::hasattr(os, "register_at_fork")) return;
    os.attr("register_at_fork")(nb::arg("after_in_child") =
                                    nb::cpp_function([] { main_thread = PyThread_get_thread_ident(); }));
}

/// Whether the handler of a signal has raised something, which is Python's error then.
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
                // It is Python's error already: see has_raised.
            }
        },
        nullptr);
}

}  // namespace bolide::bindings
