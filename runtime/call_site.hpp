#pragma once
/// \file call_site.hpp
/// The place of a call in a program, as errors and reports name it.

#include <bit>
#include <cstdint>
#include <source_location>
#include <string_view>

namespace switchyard {

/// A call as an interface on top of Node knows it: `{"MPI_Recv", "solver.c", 88}`.
struct NamedCall {
  const char* name;  ///< of the interface's function
  const char* file;  ///< of the program
  std::uint32_t line;
};

/// Where a program calls: a place in a C++ source, which the compiler fills in, or a NamedCall that an interface gives.
/// One pointer; cheap to copy.
class CallSite {
 public:
  /// No place at all.
  constexpr CallSite() noexcept = default;
  CallSite(std::source_location place) noexcept : bits_(std::bit_cast<std::uintptr_t>(place)) {}
  /// `call` must outlive the run and its reports: make it static.
  explicit CallSite(const NamedCall& call) noexcept : bits_(std::bit_cast<std::uintptr_t>(&call) | kIsNamed) {}
  /// Of the caller, where it stands as a default argument.
  static CallSite current(std::source_location place = std::source_location::current()) noexcept { return place; }

  /// With its folders; "" for no place.
  const char* file() const noexcept { return is_named() ? named().file : place().file_name(); }
  std::uint32_t line() const noexcept { return is_named() ? named().line : place().line(); }
  /// What the program has called, or `otherwise` where only the place is known.
  std::string_view call_or(std::string_view otherwise) const noexcept {
    return is_named() ? std::string_view(named().name) : otherwise;
  }

  friend bool operator==(const CallSite&, const CallSite&) = default;

 private:
  static constexpr std::uintptr_t kIsNamed = 1;  ///< this bit is 0 in addresses of either kind
  static_assert(sizeof(std::source_location) == sizeof(std::uintptr_t) && alignof(NamedCall) > kIsNamed);

  bool is_named() const noexcept { return (bits_ & kIsNamed) != 0; }
  const NamedCall& named() const noexcept { return *std::bit_cast<const NamedCall*>(bits_ & ~kIsNamed); }
  std::source_location place() const noexcept { return std::bit_cast<std::source_location>(bits_); }

  std::uintptr_t bits_ = 0;
};

}  // namespace switchyard
