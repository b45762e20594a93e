#pragma once
/// \file constants.hpp
/// Tables of the constants of machines. By such a table, constants are printed, and are set from text by name.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "machines/machine_kind.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/nearest.hpp"
#include "runtime/units.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {

/// One row of the table of a machine's constants. The constant itself is a member of the machine's options: a 64-bit
/// number is a size in bytes, a 32-bit number is a count, a text is a name.
template <class Options>
struct ConstantField {
  const char* name;
  /// where the value comes from: "paper", "fitted", "printed elsewhere", "recalled", "assumed", "free" or "option"
  const char* origin;
  const char* meaning;
  std::variant<Duration Options::*, TimePerByte Options::*, Bandwidth Options::*, std::uint64_t Options::*,
               std::uint32_t Options::*, double Options::*, bool Options::*, std::string Options::*>
      member;
};

/// Where the value of a constant comes from on one machine, for machines that share one table of constants.
struct ConstantOrigin {
  std::string name;
  const char* origin;
  const char* meaning;  ///< description of the constant on this machine; null if that of the shared table holds
};

/// Returns the table `fields` of a machine's constants, changed for one machine or software release: each element of
/// `origins` replaces the origin (where the value comes from) of one constant, and also the meaning if it gives one.
/// Needs: each element of `origins` names a constant of the table.
template <class Options>
std::vector<ConstantField<Options>> with_origins(std::vector<ConstantField<Options>> fields,
                                                 const std::vector<ConstantOrigin>& origins) {
  for (const ConstantOrigin& known : origins) {
    ConstantField<Options>& field =
        *std::ranges::find_if(fields, [&](const auto& each) { return each.name == known.name; });
    field.origin = known.origin;
    if (known.meaning != nullptr) field.meaning = known.meaning;
  }
  return fields;
}

inline std::string constant_text(Duration value) { return format_duration(value); }
inline std::string constant_text(TimePerByte value) { return format_duration(value.each) + "/B"; }
inline std::string constant_text(Bandwidth value) { return format_bandwidth(value); }
inline std::string constant_text(std::uint64_t value) { return fmt::format("{}B", value); }
inline std::string constant_text(std::uint32_t value) { return fmt::format("{}", value); }
inline std::string constant_text(double value) { return fmt::format("{}", value); }
inline std::string constant_text(bool value) { return value ? "true" : "false"; }
inline std::string constant_text(const std::string& value) { return value; }

// Bounds on the constants of a machine. Within these bounds, the product of a constant and a count (for example of
// bytes) that fits into a host's memory stays within the range of virtual time.
constexpr Duration kLongestConstant = std::chrono::seconds{10};
constexpr TimePerByte kLongestTimePerByte{std::chrono::milliseconds{1}};
constexpr Bandwidth kLeastBandwidth{1000};

constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 40U;

inline void refuse_if(bool wrong, const UserInputPlace& place, const std::string& text, const char* what) {
  if (wrong)
    throw UsageError(
        {.place = place, .value = text, .reason = fmt::format("{} is {}", switchyard::quoted(text), what)});
}

inline void read_constant(Duration& value, const UserInputPlace& place, const std::string& text) {
  value = parse_duration(place, text);
  refuse_if(value > kLongestConstant, place, text, "too long; write at most 10s");
}
inline void read_constant(TimePerByte& value, const UserInputPlace& place, const std::string& text) {
  value = parse_time_per_byte(place, text);
  refuse_if(value > kLongestTimePerByte, place, text, "too long; write at most 1ms/B");
}
inline void read_constant(Bandwidth& value, const UserInputPlace& place, const std::string& text) {
  value = parse_bandwidth(place, text);
  refuse_if(value < kLeastBandwidth, place, text, "too little; write at least 1kB/s");
}
inline void read_constant(std::uint64_t& value, const UserInputPlace& place, const std::string& text) {
  value = parse_bytes(place, text, UnitlessSizePolicy::unitless_size_allowed);
  refuse_if(value > kLargestSize, place, text, "too large; write at most 1024GiB");
}
inline void read_constant(std::uint32_t& value, const UserInputPlace& place, const std::string& text) {
  value = static_cast<std::uint32_t>(parse_count(place, text, 0, std::numeric_limits<std::uint32_t>::max()));
}
inline void read_constant(double& value, const UserInputPlace& place, const std::string& text) {
  value = parse_probability(place, text);
}
inline void read_constant(bool& value, const UserInputPlace& place, const std::string& text) {
  if (text != "true" && text != "false") {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = fmt::format("{} is not a flag", switchyard::quoted(text)),
                      .remedy = "write true or false"});
  }
  value = text == "true";
}

/// Reads a constant that is a name or a shape, as text. The machine checks the text later.
inline void read_constant(std::string& value, const UserInputPlace& /*place*/, const std::string& text) {
  value = text;
}

/// Throws UsageError unless `value` is one of `known`, the values that the constant `name` may have.
inline void check_value_is_allowed(const char* name, const std::string& value, const std::vector<std::string>& known) {
  if (std::ranges::find(known, value) == known.end())
    throw ConstantError({name}, mistake_for_unknown_name(UserInputPlace{}.place_with_key(name), value, known, "value"));
}

/// Returns the constants of a machine with their values as text, as `switchyard machine` prints them.
template <class Options>
std::vector<Constant> constants_of(std::span<const ConstantField<Options>> fields, const Options& options) {
  std::vector<Constant> result;
  for (const auto& field : fields) {
    const std::string text = std::visit([&](auto member) { return constant_text(options.*member); }, field.member);
    result.push_back({field.name, text, field.origin, field.meaning});
  }
  return result;
}

/// Sets the constant `name` of a machine from text with its unit. Throws UsageError that names `place`, where the user
/// set it, for an unknown name or a wrong value.
template <class Options>
void set_field(std::span<const ConstantField<Options>> fields, Options& options, const std::string& machine,
               const UserInputPlace& place, const std::string& name, const std::string& text) {
  std::vector<std::string> known;
  for (const auto& field : fields) {
    if (name == field.name) {
      return std::visit([&](auto member) { read_constant(options.*member, place.place_with_key(name), text); },
                        field.member);
    }
    known.emplace_back(field.name);
  }
  throw UsageError(mistake_for_unknown_name(place, name, known, "constant of " + machine));
}

}  // namespace switchyard::machines
