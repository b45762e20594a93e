#pragma once
/// \file call_site.hpp
/// The place of a call in a program, as errors and reports name it.

#include <bit>
#include <cstdint>
#include <source_location>
#include <string_view>

namespace switchyard {

/// A program's call of a function of an interface that is implemented on top of Node, such as MPI: `{"MPI_Recv",
/// "solver.c", 88}`.
struct NamedCall {
  const char* name;  ///< name of the interface's function that is called, such as "MPI_Recv"
  const char* file;  ///< source file of the calling program; null in a NamedCallWithLazySourceLine
  std::uint32_t line;
};

/// A NamedCall of which only the place in the program's code is known. Its line in the source is looked up when
/// somebody asks for it, because that takes long.
struct NamedCallWithLazySourceLine : NamedCall {
  /// Returns a NamedCall with the name of `call` and with its file and line in the source, which are "" and 0 if they
  /// are not known. The result exists as long as `call` itself.
  const NamedCall& (*with_source_line)(const NamedCallWithLazySourceLine& call);
};

/// The place where a program calls a function: either a place in a C++ source, which the compiler fills in, or a
/// NamedCall that an interface gives. An object is as large as one pointer, and cheap to copy.
class CallSite {
 public:
  /// Makes a call site that stands for no known place.
  constexpr CallSite() noexcept = default;
  CallSite(std::source_location place) noexcept : tagged_pointer_(std::bit_cast<std::uintptr_t>(place)) {}
  /// Makes a call site of a NamedCall, which must outlive the run and its reports: make it static.
  explicit CallSite(const NamedCall& call) noexcept
      : tagged_pointer_(std::bit_cast<std::uintptr_t>(&call) | kNamedCallBit) {}
  /// Returns the place in the source from which current() is called. As a default argument, it
  /// gives the place where the function with that argument is called.
  static CallSite current(std::source_location place = std::source_location::current()) noexcept { return place; }

  /// Returns the source file of the call, with its folders, or "" if the place is not known.
  const char* file() const noexcept { return is_named() ? named_call_with_source_line().file : place().file_name(); }
  std::uint32_t line() const noexcept { return is_named() ? named_call_with_source_line().line : place().line(); }
  /// Returns the name of the function that the program has called. Returns `otherwise` if the call
  /// site gives only the place of the call.
  std::string_view called_function_name_or_default(std::string_view otherwise) const noexcept {
    return is_named() ? std::string_view(named().name) : otherwise;
  }

  friend bool operator==(const CallSite&, const CallSite&) = default;

 private:
  /// The bit that is set in the stored pointer if it points to a NamedCall, and clear if it points to a place in a C++
  /// source. All these addresses are even, so that the bit is free.
  static constexpr std::uintptr_t kNamedCallBit = 1;
  static_assert(sizeof(std::source_location) == sizeof(std::uintptr_t) && alignof(NamedCall) > kNamedCallBit);

  bool is_named() const noexcept { return (tagged_pointer_ & kNamedCallBit) != 0; }
  const NamedCall& named() const noexcept { return *std::bit_cast<const NamedCall*>(tagged_pointer_ & ~kNamedCallBit); }
  const NamedCall& named_call_with_source_line() const noexcept {
    if (named().file != nullptr) [[likely]]
      return named();
    const auto& call = static_cast<const NamedCallWithLazySourceLine&>(named());
    return call.with_source_line(call);
  }
  std::source_location place() const noexcept { return std::bit_cast<std::source_location>(tagged_pointer_); }

  std::uintptr_t tagged_pointer_ = 0;
};

}  // namespace switchyard
