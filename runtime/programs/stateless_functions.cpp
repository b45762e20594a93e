#include "runtime/programs/stateless_functions.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace switchyard {
namespace {

/// Functions of the C library that keep no state outside of the program's memory. Their checked forms, such as
/// __printf_chk, are found without the prefix and suffix.
constexpr std::string_view kStatelessCFunctions[] = {
    // memory and text
    "memccpy", "memchr", "memcmp", "memcpy", "memmem", "memmove", "mempcpy", "memrchr", "memset", "bcmp", "bcopy",
    "bzero", "stpcpy", "stpncpy", "strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp", "strcpy",
    "strcspn", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strsep",
    "strspn", "strstr", "strtok_r", "rawmemchr", "ffs", "ffsl", "ffsll",
    // numbers in texts
    "atof", "atoi", "atol", "atoll", "strtod", "strtof", "strtol", "strtold", "strtoll", "strtoul", "strtoull",
    "strtoimax", "strtoumax", "sscanf", "vsscanf", "sprintf", "snprintf", "vsprintf", "vsnprintf",
    // functions for standard output and standard error
    "fflush", "fprintf", "fputc", "fputs", "fwrite", "printf", "putc", "putchar", "puts", "vfprintf", "vprintf",
    "ferror", "clearerr", "fileno", "_IO_putc", "__overflow",
    // characters
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
    "isupper", "isxdigit", "tolower", "toupper", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
    // arrays, and numbers
    "bsearch", "qsort", "qsort_r", "abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv", "a64l", "ecvt_r",
    // the program itself
    "__errno_location", "__stack_chk_fail", "__tls_get_addr", "_setjmp", "setjmp", "longjmp", "_longjmp", "__longjmp",
    "sched_yield", "getpid", "sysconf", "gethostname", "getpagesize", "htonl", "htons", "ntohl", "ntohs", "__assert",
    "__libc_start_main", "__gmon_start__", "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable"};

/// Functions of the mathematical library, without the last letter, which stands for the type, as in sinf.
constexpr std::string_view kMathematicalFunctions[] = {
    "acos",    "acosh",  "asin",    "asinh",   "atan",      "atan2",        "atanh",    "cabs",      "carg",   "cbrt",
    "ceil",    "cexp",   "cimag",   "clog",    "conj",      "copysign",     "cos",      "cosh",      "cpow",   "creal",
    "csin",    "ccos",   "csqrt",   "erf",     "erfc",      "exp",          "exp10",    "exp2",      "expm1",  "fabs",
    "fdim",    "floor",  "fma",     "fmax",    "fmin",      "fmod",         "frexp",    "hypot",     "ilogb",  "isinf",
    "isnan",   "j0",     "j1",      "ldexp",   "llrint",    "llround",      "log",      "log10",     "log1p",  "log2",
    "logb",    "lrint",  "lround",  "modf",    "nearbyint", "nextafter",    "pow",      "remainder", "rint",   "round",
    "scalbln", "scalbn", "sin",     "sincos",  "sinh",      "sqrt",         "tan",      "tanh",      "tgamma", "trunc",
    "y0",      "y1",     "__isinf", "__isnan", "__finite",  "__fpclassify", "__signbit"};

/// Parts of the names of C++ library functions that use state of the host, such as files, or that keep state of their
/// own.
constexpr std::string_view kNamePartsOfStatefulFunctions[] = {
    "file", "fstream", "locale",        "thread",         "random_device",   "chrono", "mutex",      "future",
    "once", "pmr",     "set_terminate", "set_unexpected", "set_new_handler", "xalloc", "pool_alloc", "free_list",
    "wcin", "wcout",   "wcerr",         "wclog"};

/// Ends of the names of MPI functions for which the states of the nodes are not enough to tell whether a call is
/// correct: that depends also on what the nodes know of each other. A send in ready mode is correct if its sender knows
/// that the receive is posted.
constexpr std::string_view kMpiSuffixesDependingOnCausalOrder[] = {
    "_Rsend", "_Irsend", "_Rsend_init", "_Rsend_c", "_Irsend_c", "_Rsend_init_c", "_Cancel"};

bool is_name_in_list(std::span<const std::string_view> names, std::string_view name) noexcept {
  return std::ranges::find(names, name) != names.end();
}

std::string_view base_name_of_c_function_variant(std::string_view name) noexcept {
  for (const std::string_view prefix : {"__isoc99_", "__isoc23_"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name.starts_with("__") && name.ends_with("_chk") ? name.substr(2, name.size() - 6) : name;
}

bool is_of_cpp_library(std::string_view name) noexcept {
  return name.starts_with("_Z") || name.starts_with("__cxa_") || name.starts_with("_Unwind_") ||
         name.starts_with("__gxx_") || name == "__dynamic_cast";
}

}  // namespace

bool is_stateless_function(std::string_view name) noexcept {
  if (is_of_cpp_library(name)) {
    return std::ranges::none_of(kNamePartsOfStatefulFunctions,
                                [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
  }
  const bool has_type = name.ends_with('f') || name.ends_with('l');
  return is_name_in_list(kStatelessCFunctions, base_name_of_c_function_variant(name)) ||
         is_name_in_list(kMathematicalFunctions, name) ||
         (has_type && is_name_in_list(kMathematicalFunctions, name.substr(0, name.size() - 1)));
}

bool does_call_depend_on_known_events(std::string_view name) noexcept {
  return std::ranges::any_of(kMpiSuffixesDependingOnCausalOrder,
                             [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace switchyard
