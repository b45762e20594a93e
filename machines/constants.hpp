#pragma once
/// \file constants.hpp
/// A machine's constants as a table: printed, and set from text, by name.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/nearest.hpp"
#include "runtime/units.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {

/// One member of a machine's options. 64-bit numbers are sizes in bytes, 32-bit ones are counts, texts are names.
template <class Options>
struct Field {
  const char* name;
  const char* origin;  ///< paper, fitted, recalled, assumed, free or option
  const char* meaning;
  std::variant<Duration Options::*, TimePerByte Options::*, Bandwidth Options::*, std::uint64_t Options::*,
               std::uint32_t Options::*, double Options::*, bool Options::*, std::string Options::*>
      member;
};

inline std::string constant_text(Duration value) { return format_duration(value); }
inline std::string constant_text(TimePerByte value) { return format_duration(value.each) + "/B"; }
inline std::string constant_text(Bandwidth value) { return format_bandwidth(value); }
inline std::string constant_text(std::uint64_t value) { return fmt::format("{}B", value); }
inline std::string constant_text(std::uint32_t value) { return fmt::format("{}", value); }
inline std::string constant_text(double value) { return fmt::format("{}", value); }
inline std::string constant_text(bool value) { return value ? "true" : "false"; }
inline std::string constant_text(const std::string& value) { return value; }

// With these bounds no product of a constant and what fits into a host's memory exceeds virtual time.
constexpr Duration kLongestConstant = std::chrono::seconds{10};
constexpr TimePerByte kLongestPerByte{std::chrono::milliseconds{1}};
constexpr Bandwidth kLeastBandwidth{1000};

constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 40U;

inline void refuse_if(bool wrong, const std::string& option, const std::string& text, const char* what) {
  if (wrong) throw UsageError(fmt::format("{}: {} is {}", option, switchyard::quoted(text), what));
}

inline void read_constant(Duration& value, const std::string& option, const std::string& text) {
  value = parse_duration(option, text);
  refuse_if(value > kLongestConstant, option, text, "too long; write at most 10s");
}
inline void read_constant(TimePerByte& value, const std::string& option, const std::string& text) {
  value = parse_time_per_byte(option, text);
  refuse_if(value > kLongestPerByte, option, text, "too long; write at most 1ms/B");
}
inline void read_constant(Bandwidth& value, const std::string& option, const std::string& text) {
  value = parse_bandwidth(option, text);
  refuse_if(value < kLeastBandwidth, option, text, "too little; write at least 1kB/s");
}
inline void read_constant(std::uint64_t& value, const std::string& option, const std::string& text) {
  value = parse_bytes(option, text);
  refuse_if(value > kLargestSize, option, text, "too large; write at most 1024GiB");
}
inline void read_constant(std::uint32_t& value, const std::string& option, const std::string& text) {
  value = static_cast<std::uint32_t>(parse_count(option, text, 0, std::numeric_limits<std::uint32_t>::max()));
}
inline void read_constant(double& value, const std::string& option, const std::string& text) {
  value = parse_probability(option, text);
}
inline void read_constant(bool& value, const std::string& option, const std::string& text) {
  if (text != "true" && text != "false") {
    throw UsageError(fmt::format("{}: {} is not a flag; write true or false", option, switchyard::quoted(text)));
  }
  value = text == "true";
}

/// A name or a shape; the machine judges it.
inline void read_constant(std::string& value, const std::string& /*option*/, const std::string& text) { value = text; }

/// Throws UsageError unless `value` is one of the names that the constant `name` may have.
inline void check_choice(const char* name, const std::string& value, const std::vector<std::string>& known) {
  if (std::ranges::find(known, value) == known.end())
    throw UsageError(unknown_name_message(name, value, known, "value"));
}

/// The fields as `switchyard machine` prints them.
template <class Options>
std::vector<Constant> constants_of(std::span<const Field<Options>> fields, const Options& options) {
  std::vector<Constant> result;
  for (const auto& field : fields) {
    const std::string text = std::visit([&](auto member) { return constant_text(options.*member); }, field.member);
    result.push_back({field.name, text, field.origin, field.meaning});
  }
  return result;
}

/// Sets the field `name` from text with its unit. Throws UsageError, which starts with `option`, for an unknown name or
/// a wrong value.
template <class Options>
void set_field(std::span<const Field<Options>> fields, Options& options, const std::string& machine,
               const std::string& option, const std::string& name, const std::string& text) {
  std::vector<std::string> known;
  for (const auto& field : fields) {
    if (name == field.name) {
      return std::visit([&](auto member) { read_constant(options.*member, option + " " + name, text); }, field.member);
    }
    known.emplace_back(field.name);
  }
  throw UsageError(unknown_name_message(option, name, known, "constant of " + machine));
}

}  // namespace switchyard::machines
