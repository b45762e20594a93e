/// \file own_accesses.cpp
/// Provides the functions by which a program compiled with --check reports its own loads and stores. As for the thread
/// sanitizer, the compiler inserts a call of such a function before each load and store; the sanitizer's own library is
/// not linked.
///
/// Source: the functions in this file have the names that LLVM's and GCC's instrumentation of loads and stores uses
/// (compiler-rt, tsan_interface.h).
///
/// Nearly all loads and stores of a program are to memory that no MPI call under way uses. Comparing their addresses
/// with the range of watched memory rules them out quickly.

#include "runtime/programs/own_accesses.hpp"

#include <printf.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "runtime/call_text.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

// --- the source lines of loads and stores ----------------------------------------------------------------------------

/// Asks addr2line, a program that comes with compilers, for the source line of the code at offset `place` of a program.
/// Returns an empty place if addr2line does not know the line, or is not installed.
CallPlace ask_addr2line_for_place(const std::string& path, std::uint64_t place) {
  std::string quoted;
  for (const char letter : path) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  const std::string command = fmt::format("addr2line -e '{}' {:#x} 2>/dev/null", quoted, place);
  CallPlace found;
  std::FILE* const answer = popen(command.c_str(), "r");
  if (answer == nullptr) return found;
  std::array<char, 4096> line{};
  if (std::fgets(line.data(), static_cast<int>(line.size()), answer) != nullptr) {
    const std::string text(line.data());
    const std::size_t colon = text.rfind(':'), slash = text.rfind('/', colon);
    const unsigned long number = colon == std::string::npos ? 0 : std::strtoul(text.c_str() + colon + 1, nullptr, 10);
    if (number > 0) {
      const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
      found.file = text.substr(begin, colon - begin);
      found.line = static_cast<std::uint32_t>(number);
    }
  }
  pclose(answer);
  return found;
}

}  // namespace

CallPlace source_line_of(const std::string& path, std::uint64_t place) {
  static std::mutex mutex;  // guards `known`
  static std::map<std::pair<std::string, std::uint64_t>, CallPlace> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace({path, place});
  if (is_new) found->second = ask_addr2line_for_place(path, place);
  return found->second;
}

CallPlace Process::place_of_code(const void* address) const {
  return image_ == nullptr ? CallPlace{} : source_line_of_code_in_image(*image_, address);
}

CallPlace Process::source_line_of_code_in_image(const ProgramImage& image, const void* address) const {
  const auto place = image.code_offset_of(reinterpret_cast<void (*)()>(const_cast<void*>(address)));
  // The offset minus 1, because a return address is that of the instruction behind the call.
  return place ? source_line_of(program_path_, *place - 1) : CallPlace{};
}

CallInvolvedInDefect Process::defect_call_of(const ProgramLoadOrStore& access) const {
  return {node_->id(), access.writes ? "store" : "load", place_of_code(access.code_address)};
}

void Process::note_access(const ProgramLoadOrStore& access) {
  memory_watch.notify_memory_access_listeners(access);
  note_conflict_with_call_under_way(access);
}

void Process::note_atomic_access(const ProgramAtomicAccess& atomic) {
  note_conflict_with_call_under_way(atomic.load_or_store);
  memory_watch.notify_memory_access_listeners(atomic);
}

void Process::note_conflict_with_call_under_way(const ProgramLoadOrStore& access) {
  const auto other = memory_watch.conflicting_call_under_way(access);
  if (!other || defect_notes.has_noted_defect(DefectClass::local_concurrency, other->start.site)) return;
  const EmulatorCodeScope host(*this);
  const CallInvolvedInDefect own = defect_call_of(access);
  std::vector<CallOfNode> makers;
  if (other->start.request_creation_site != CallSite{})
    makers.push_back({node_->id(), other->start.request_creation_site});
  defect_notes.note_defect(
      *node_, DefectClass::local_concurrency, other->start.site,
      fmt::format("the program {} the memory that it {} before it is complete{}",
                  access.writes ? "stores to" : "loads from",
                  other->read_or_write == ReadOrWrite::reads ? "reads" : "writes",
                  own.place.line == 0 ? "" : fmt::format(" ({}:{})", own.place.file, own.place.line)),
      std::move(makers), {own});
}

namespace {

// --- functions that compiled programs call before their loads and stores ---------------------------------------------

void report_access(const void* memory, std::size_t bytes, bool writes, const void* place) {
  Process* const process = t_process;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  if (process == nullptr || !process->memory_watch.may_contain_watched_memory(begin, bytes)) [[likely]]
    return;
  process->note_access({begin, begin + bytes, writes, place});
}

template <std::size_t bytes, bool writes>
void report_sized_access(const void* memory) {
  report_access(memory, bytes, writes, __builtin_return_address(0));
}
template <std::size_t bytes>
void report_read_and_write(const void* memory) {
  report_access(memory, bytes, true, __builtin_return_address(0));
}
template <bool writes>
void report_range_access(const void* memory, std::size_t bytes) {
  report_access(memory, bytes, writes, __builtin_return_address(0));
}
void ignore_event() {}
void ignore_function_entry(const void* /*place*/) {}
void report_vtable_pointer_write(void** object, void* /*table*/) {
  report_access(static_cast<void*>(object), sizeof *object, true, __builtin_return_address(0));
}
void report_vtable_pointer_read(void** object) {
  report_access(static_cast<void*>(object), sizeof *object, false, __builtin_return_address(0));
}

void* copy_and_report_accesses(void* to, const void* from, std::size_t bytes) {
  report_access(from, bytes, false, __builtin_return_address(0));
  report_access(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* fill_memory_and_report_store(void* to, int value, std::size_t bytes) {
  report_access(to, bytes, true, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
int compare_and_report_accesses(const void* a, const void* b, std::size_t bytes) {
  report_access(a, bytes, false, __builtin_return_address(0));
  report_access(b, bytes, false, __builtin_return_address(0));
  return std::memcmp(a, b, bytes);
}

// The functions from here to read_double() replace C library functions that read or write text. Such text may be in a
// buffer that an MPI call under way uses, so that each of these functions also reports its accesses to memory.

std::size_t compute_text_length_and_report_load(const char* text) {
  const std::size_t length = std::strlen(text);
  report_access(text, length + 1, false, __builtin_return_address(0));
  return length;
}
char* copy_text(char* to, const char* from) {
  const std::size_t bytes = std::strlen(from) + 1;
  report_access(from, bytes, false, __builtin_return_address(0));
  report_access(to, bytes, true, __builtin_return_address(0));
  return std::strcpy(to, from);
}
char* copy_text_at_most(char* to, const char* from, std::size_t bytes) {
  report_access(from, strnlen(from, bytes), false, __builtin_return_address(0));
  report_access(to, bytes, true, __builtin_return_address(0));
  return std::strncpy(to, from, bytes);
}
char* append_text(char* to, const char* from) {
  const std::size_t before = std::strlen(to), bytes = std::strlen(from) + 1;
  report_access(from, bytes, false, __builtin_return_address(0));
  report_access(to, before + 1, false, __builtin_return_address(0));
  report_access(to + before, bytes, true, __builtin_return_address(0));
  return std::strcat(to, from);
}
int compare_texts(const char* a, const char* b) {
  report_access(a, std::strlen(a) + 1, false, __builtin_return_address(0));
  report_access(b, std::strlen(b) + 1, false, __builtin_return_address(0));
  return std::strcmp(a, b);
}

int compare_texts_up_to_length(const char* a, const char* b, std::size_t bytes) {
  report_access(a, strnlen(a, bytes), false, __builtin_return_address(0));
  report_access(b, strnlen(b, bytes), false, __builtin_return_address(0));
  return std::strncmp(a, b, bytes);
}
const char* find_first_occurrence_of_character(const char* text, int letter) { return std::strchr(text, letter); }
const char* find_last_occurrence_of_character(const char* text, int letter) { return std::strrchr(text, letter); }
template <const char* (*find)(const char*, int)>
const char* find_character_and_report_load(const char* text, int letter) {
  const char* const found = find(text, letter);
  const std::size_t bytes = found != nullptr ? static_cast<std::size_t>(found - text) + 1 : std::strlen(text) + 1;
  report_access(text, bytes, false, __builtin_return_address(0));
  return found;
}
const char* find_text(const char* in, const char* what) {
  report_access(in, std::strlen(in) + 1, false, __builtin_return_address(0));
  report_access(what, std::strlen(what) + 1, false, __builtin_return_address(0));
  return std::strstr(in, what);
}
[[gnu::format(scanf, 2, 3)]] int scan_text(const char* text, const char* format, ...) {
  report_access(text, std::strlen(text) + 1, false, __builtin_return_address(0));
  std::va_list arguments;
  va_start(arguments, format);
  const int found = std::vsscanf(text, format, arguments);
  va_end(arguments);
  return found;
}
std::size_t write_to_stream(const void* from, std::size_t size, std::size_t count, std::FILE* stream) {
  report_access(from, size * count, false, __builtin_return_address(0));
  return std::fwrite(from, size, count, stream);
}
template <auto function>
auto read_number(const char* text) {
  report_access(text, std::strlen(text) + 1, false, __builtin_return_address(0));
  return function(text);
}
template <class Number, Number (*function)(const char*, char**, int)>
Number read_integer(const char* text, char** end, int base) {
  report_access(text, std::strlen(text) + 1, false, __builtin_return_address(0));
  return function(text, end, base);
}
double read_double(const char* text, char** end) {
  report_access(text, std::strlen(text) + 1, false, __builtin_return_address(0));
  return std::strtod(text, end);
}

/// Formats text into a buffer of the program, as vsnprintf does, and reports the accesses to memory. `place` is the
/// address in the program's code to which the call returns.
int format_into_buffer(char* to, std::size_t room, const char* format, std::va_list arguments, const void* place) {
  std::va_list again;
  va_copy(again, arguments);
  note_printed_texts(format, again, place);
  va_end(again);
  const int length = std::vsnprintf(to, room, format, arguments);
  if (length >= 0 && room > 0) report_access(to, std::min(room, static_cast<std::size_t>(length) + 1), true, place);
  return length;
}
constexpr std::size_t kUnlimitedBufferSize = INT_MAX;
int format_va_list(char* to, const char* format, std::va_list arguments) {
  return format_into_buffer(to, kUnlimitedBufferSize, format, arguments, __builtin_return_address(0));
}
int format_va_list_at_most(char* to, std::size_t room, const char* format, std::va_list arguments) {
  return format_into_buffer(to, room, format, arguments, __builtin_return_address(0));
}
[[gnu::format(printf, 2, 3)]] int format_text(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = format_into_buffer(to, kUnlimitedBufferSize, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return length;
}
[[gnu::format(printf, 3, 4)]] int format_text_at_most(char* to, std::size_t room, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = format_into_buffer(to, room, format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return length;
}

// The compiler turns the program's atomic accesses into calls of the following functions. Nodes share no memory except
// that of shared windows, so that the memory order matters only to the checks for defects.

constexpr ProgramMemoryOrder program_memory_order_of(int order) noexcept {
  constexpr int kOrder = 0xFFFF;  // the higher bits of a memory order are hints for the compiler
  switch (order & kOrder) {
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE:
      return {.is_acquire = true, .is_release = false};
    case __ATOMIC_RELEASE:
      return {.is_acquire = false, .is_release = true};
    case __ATOMIC_ACQ_REL:
    case __ATOMIC_SEQ_CST:
      return {.is_acquire = true, .is_release = true};
    default:
      return {};
  }
}

using AtomicAccessEffect = ProgramAtomicAccess::AtomicAccessEffect;

/// Reports an atomic access of the program after it was made. `found` is the value that the access has read.
template <class T>
void report_atomic_access(const void* memory, AtomicAccessEffect effect, int order, T found, const void* place) {
  Process* const process = t_process;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  if (process == nullptr || !process->memory_watch.may_contain_watched_memory(begin, sizeof(T))) [[likely]]
    return;
  process->note_atomic_access({.load_or_store = {begin, begin + sizeof(T), effect != AtomicAccessEffect::reads, place},
                               .atomic_access_effect = effect,
                               .program_memory_order = program_memory_order_of(order),
                               .value_bits_read = static_cast<std::uint64_t>(found)});
}

template <class T>
T atomic_load_and_report(const T* from, int order) {
  const T found = __atomic_load_n(from, __ATOMIC_SEQ_CST);
  report_atomic_access(from, AtomicAccessEffect::reads, order, found, __builtin_return_address(0));
  return found;
}
template <class T>
void atomic_store_and_report(T* to, T value, int order) {
  __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
  report_atomic_access(to, AtomicAccessEffect::stores_new_value, order, value, __builtin_return_address(0));
}
enum class AtomicChange : std::uint8_t { exchange, add, subtract, bitwise_and, bitwise_or, bitwise_xor, bitwise_nand };
template <class T, AtomicChange change>
T fetch_and_change(T* at, T value) {
  if constexpr (change == AtomicChange::exchange) return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::add) return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::subtract) return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::bitwise_and) return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::bitwise_or) return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::bitwise_xor) return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);
  if constexpr (change == AtomicChange::bitwise_nand) return __atomic_fetch_nand(at, value, __ATOMIC_SEQ_CST);
}
template <class T, AtomicChange change>
T fetch_and_change_with_report(T* at, T value, int order) {
  const T found = fetch_and_change<T, change>(at, value);
  report_atomic_access(at, AtomicAccessEffect::reads_and_stores, order, found, __builtin_return_address(0));
  return found;
}
/// Compares the value at `at` with `expected` and, if they are equal, replaces it by `value`, in one atomic step.
/// Reports the access, and stores the value that was found in `expected`.
template <class T>
bool swap_if_equal(T* at, T& expected, T value, int order, int otherwise, const void* place) {
  const bool is_equal = __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  report_atomic_access(at, is_equal ? AtomicAccessEffect::reads_and_stores : AtomicAccessEffect::reads,
                       is_equal ? order : otherwise, expected, place);
  return is_equal;
}
template <class T>
int compare_and_swap(T* at, T* expected, T value, int order, int otherwise) {
  return swap_if_equal(at, *expected, value, order, otherwise, __builtin_return_address(0)) ? 1 : 0;
}
template <class T>
T swap_if_equal_and_return_old(T* at, T expected, T value, int order, int otherwise) {
  swap_if_equal(at, expected, value, order, otherwise, __builtin_return_address(0));
  return expected;
}
void report_fence(int order) {
  if (t_process != nullptr)
    t_process->memory_watch.notify_memory_access_listeners_of_fence(program_memory_order_of(order));
}
void ignore_atomic_signal_fence(int /*order*/) {}

#define OF_SIZE(bytes)                                                                                          \
  SymbolBinding::make_function_binding("__tsan_read" #bytes, report_sized_access<bytes, false>),                \
      SymbolBinding::make_function_binding("__tsan_write" #bytes, report_sized_access<bytes, true>),            \
      SymbolBinding::make_function_binding("__tsan_read_write" #bytes, report_read_and_write<bytes>),           \
      SymbolBinding::make_function_binding("__tsan_unaligned_read" #bytes, report_sized_access<bytes, false>),  \
      SymbolBinding::make_function_binding("__tsan_unaligned_write" #bytes, report_sized_access<bytes, true>),  \
      SymbolBinding::make_function_binding("__tsan_unaligned_read_write" #bytes, report_read_and_write<bytes>), \
      SymbolBinding::make_function_binding("__tsan_volatile_read" #bytes, report_sized_access<bytes, false>),   \
      SymbolBinding::make_function_binding("__tsan_volatile_write" #bytes, report_sized_access<bytes, true>),   \
      SymbolBinding::make_function_binding("__tsan_unaligned_volatile_read" #bytes,                             \
                                           report_sized_access<bytes, false>),                                  \
      SymbolBinding::make_function_binding("__tsan_unaligned_volatile_write" #bytes, report_sized_access<bytes, true>)

#define ATOMIC(bits)                                                                                                   \
  SymbolBinding::make_function_binding("__tsan_atomic" #bits "_load", atomic_load_and_report<std::uint##bits##_t>),    \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_store",                                             \
                                           atomic_store_and_report<std::uint##bits##_t>),                              \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_exchange",                                          \
                                           fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::exchange>), \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_fetch_add",                                         \
                                           fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::add>),      \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_fetch_sub",                                         \
                                           fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::subtract>), \
      SymbolBinding::make_function_binding(                                                                            \
          "__tsan_atomic" #bits "_fetch_and",                                                                          \
          fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::bitwise_and>),                               \
      SymbolBinding::make_function_binding(                                                                            \
          "__tsan_atomic" #bits "_fetch_or",                                                                           \
          fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::bitwise_or>),                                \
      SymbolBinding::make_function_binding(                                                                            \
          "__tsan_atomic" #bits "_fetch_xor",                                                                          \
          fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::bitwise_xor>),                               \
      SymbolBinding::make_function_binding(                                                                            \
          "__tsan_atomic" #bits "_fetch_nand",                                                                         \
          fetch_and_change_with_report<std::uint##bits##_t, AtomicChange::bitwise_nand>),                              \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_compare_exchange_strong",                           \
                                           compare_and_swap<std::uint##bits##_t>),                                     \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_compare_exchange_weak",                             \
                                           compare_and_swap<std::uint##bits##_t>),                                     \
      SymbolBinding::make_function_binding("__tsan_atomic" #bits "_compare_exchange_val",                              \
                                           swap_if_equal_and_return_old<std::uint##bits##_t>)

const SymbolBinding kAccessBindings[] = {
    SymbolBinding::make_function_binding("__tsan_init", ignore_event),
    SymbolBinding::make_function_binding("__tsan_func_entry", ignore_function_entry),
    SymbolBinding::make_function_binding("__tsan_func_exit", ignore_event),
    SymbolBinding::make_function_binding("__tsan_ignore_thread_begin", ignore_event),
    SymbolBinding::make_function_binding("__tsan_ignore_thread_end", ignore_event),
    OF_SIZE(1),
    OF_SIZE(2),
    OF_SIZE(4),
    OF_SIZE(8),
    OF_SIZE(16),
    SymbolBinding::make_function_binding("__tsan_read_range", report_range_access<false>),
    SymbolBinding::make_function_binding("__tsan_write_range", report_range_access<true>),
    SymbolBinding::make_function_binding("__tsan_vptr_update", report_vtable_pointer_write),
    SymbolBinding::make_function_binding("__tsan_vptr_read", report_vtable_pointer_read),
    SymbolBinding::make_function_binding("__tsan_memcpy", copy_and_report_accesses),
    SymbolBinding::make_function_binding("__tsan_memmove", copy_and_report_accesses),
    SymbolBinding::make_function_binding("__tsan_memset", fill_memory_and_report_store),
    SymbolBinding::make_function_binding("memcpy", copy_and_report_accesses),
    SymbolBinding::make_function_binding("memmove", copy_and_report_accesses),
    SymbolBinding::make_function_binding("memset", fill_memory_and_report_store),
    SymbolBinding::make_function_binding("memcmp", compare_and_report_accesses),
    SymbolBinding::make_function_binding("strlen", compute_text_length_and_report_load),
    SymbolBinding::make_function_binding("strcpy", copy_text),
    SymbolBinding::make_function_binding("strncpy", copy_text_at_most),
    SymbolBinding::make_function_binding("strcat", append_text),
    SymbolBinding::make_function_binding("strcmp", compare_texts),
    SymbolBinding::make_function_binding("strncmp", compare_texts_up_to_length),
    SymbolBinding::make_function_binding("strchr", find_character_and_report_load<find_first_occurrence_of_character>),
    SymbolBinding::make_function_binding("strrchr", find_character_and_report_load<find_last_occurrence_of_character>),
    SymbolBinding::make_function_binding("strstr", find_text),
    SymbolBinding::make_function_binding("sscanf", scan_text),
    SymbolBinding::make_function_binding("__isoc99_sscanf", scan_text),
    SymbolBinding::make_function_binding("fwrite", write_to_stream),
    SymbolBinding::make_function_binding("atoi", read_number<std::atoi>),
    SymbolBinding::make_function_binding("atol", read_number<std::atol>),
    SymbolBinding::make_function_binding("atof", read_number<std::atof>),
    SymbolBinding::make_function_binding("strtol", read_integer<long, std::strtol>),
    SymbolBinding::make_function_binding("strtoul", read_integer<unsigned long, std::strtoul>),
    SymbolBinding::make_function_binding("strtod", read_double),
    SymbolBinding::make_function_binding("sprintf", format_text),
    SymbolBinding::make_function_binding("snprintf", format_text_at_most),
    SymbolBinding::make_function_binding("vsprintf", format_va_list),
    SymbolBinding::make_function_binding("vsnprintf", format_va_list_at_most),
    ATOMIC(8),
    ATOMIC(16),
    ATOMIC(32),
    ATOMIC(64),
    SymbolBinding::make_function_binding("__tsan_atomic_thread_fence", report_fence),
    SymbolBinding::make_function_binding("__tsan_atomic_signal_fence", ignore_atomic_signal_fence),
};
#undef ATOMIC
#undef OF_SIZE

}  // namespace

void note_library_access(const void* memory, std::size_t bytes, ReadOrWrite touch, const void* place) {
  report_access(memory, bytes, touch == ReadOrWrite::writes, place);
}

namespace {

/// Skips an argument of type T in a list of arguments. The caller's list moves on, too, because functions share a
/// va_list that they pass on, according to the System V ABI.
template <class T>
void skip_argument(std::va_list arguments) {
  static_cast<void>(va_arg(arguments, T));
}

}  // namespace

void note_printed_texts(const char* format, std::va_list arguments, const void* place) {
  Process* const process = t_process;
  if (process == nullptr || !process->memory_watch.may_contain_watched_memory(0, UINTPTR_MAX)) return;
  std::array<int, 32> types{};
  const std::size_t count = parse_printf_format(format, types.size(), types.data());
  // A string that is printed with a precision need not end with a zero.
  const bool has_precision = std::string_view(format).find("%.") != std::string_view::npos;
  for (std::size_t i = 0; i < std::min(count, types.size()); ++i) {
    const int type = types[i] & ~PA_FLAG_MASK;
    const bool is_long = (types[i] & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) != 0;
    if (type == PA_STRING) {
      const auto* const text = va_arg(arguments, const char*);
      if (text != nullptr && !has_precision) report_access(text, std::strlen(text) + 1, false, place);
    } else if (type == PA_DOUBLE || type == PA_FLOAT) {
      (types[i] & PA_FLAG_LONG_DOUBLE) != 0 ? skip_argument<long double>(arguments) : skip_argument<double>(arguments);
    } else if (is_long || type == PA_POINTER || type == PA_WSTRING || (types[i] & PA_FLAG_PTR) != 0) {
      skip_argument<long>(arguments);
    } else {
      skip_argument<int>(arguments);
    }
  }
}

SymbolBindings load_and_store_bindings() { return kAccessBindings; }

}  // namespace switchyard
