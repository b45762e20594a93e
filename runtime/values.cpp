#include "runtime/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

struct QuantityUnit {
  std::string_view name;
  std::uint64_t size_in_smallest_unit;
  // The number of decimals that a value in this unit may have. If it is above 0, the unit is 10^largest_decimal_count
  // smallest units.
  unsigned largest_decimal_count;
};

constexpr std::array<QuantityUnit, 4> kByteUnits = {{{"B", 1, 0},
                                                     {"KiB", std::uint64_t{1} << 10U, 0},
                                                     {"MiB", std::uint64_t{1} << 20U, 0},
                                                     {"GiB", std::uint64_t{1} << 30U, 0}}};
constexpr std::array<QuantityUnit, 4> kTimeUnits = {
    {{"ns", 1, 0}, {"us", 1'000, 3}, {"ms", 1'000'000, 6}, {"s", 1'000'000'000, 9}}};
constexpr std::array<QuantityUnit, 4> kBandwidthUnits = {
    {{"B/s", 1, 0}, {"kB/s", 1'000, 3}, {"MB/s", 1'000'000, 6}, {"GB/s", 1'000'000'000, 9}}};

constexpr std::uint64_t power_of_ten(std::size_t exponent) {
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < exponent; ++i) power *= 10;
  return power;
}

/// The parts of a value such as 10.3us: "10", "3", "us".
struct QuantityParts {
  std::string_view whole_digits;
  std::string_view fraction_digits;
  std::string_view measurement_unit;
};

/// A value that is being parsed, with all that an error message about it needs: where the user wrote it, its text, and
/// what is wanted.
struct ParsedText {
  const UserInputPlace& place;
  std::string_view written_text;
  std::string description_of_expected_value;

  [[noreturn]] void throw_usage_error(std::string_view problem) const {
    throw UsageError({.place = place,
                      .value = std::string(written_text),
                      .reason = fmt::format("{} {}", quoted(written_text), problem),
                      .remedy = fmt::format("write {}", description_of_expected_value)});
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_leading_digits(std::string_view& rest) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
  const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

QuantityParts split_quantity(const ParsedText& value) {
  std::string_view rest = value.written_text;
  if (rest.empty()) value.throw_usage_error("is empty");
  if (rest.size() > 1 && rest[0] == '-' && is_digit(rest[1])) value.throw_usage_error("is negative");
  QuantityParts parts;
  parts.whole_digits = take_leading_digits(rest);
  if (parts.whole_digits.empty()) value.throw_usage_error("does not start with a digit");
  if (rest.size() > 1 && rest[0] == '.' && is_digit(rest[1])) {
    rest.remove_prefix(1);
    parts.fraction_digits = take_leading_digits(rest);
  }
  parts.measurement_unit = rest;
  return parts;
}

/// Returns the number that the digits stand for. Throws UsageError if it needs more than 64 bits.
/// Needs: all characters are digits of the base `base`.
std::uint64_t parse_digits(const ParsedText& value, std::string_view digits, int base = 10) {
  std::uint64_t number = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (result.ec != std::errc{}) value.throw_usage_error("is too large");
  return number;
}

const QuantityUnit& find_unit(const ParsedText& value, std::string_view name, std::span<const QuantityUnit> units) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const QuantityUnit& unit) { return unit.name == name; });
  if (found == units.end()) value.throw_usage_error(fmt::format("has the unknown unit {}", quoted(name)));
  return *found;
}

std::uint64_t fraction_in_smallest_unit(const ParsedText& value, std::string_view digits, const QuantityUnit& unit,
                                        std::string_view smallest) {
  digits = digits.substr(0, digits.find_last_not_of('0') + 1);
  if (digits.empty()) return 0;
  if (digits.size() > unit.largest_decimal_count) value.throw_usage_error(fmt::format("is finer than 1 {}", smallest));
  return parse_digits(value, digits) * power_of_ten(unit.largest_decimal_count - digits.size());
}

/// Returns a quantity such as 10.3us as a number of the smallest unit, which is the first one of `units`.
std::uint64_t amount_in_smallest_unit(const ParsedText& value, const QuantityParts& parts,
                                      std::span<const QuantityUnit> units) {
  const QuantityUnit& unit = find_unit(value, parts.measurement_unit, units);
  const std::uint64_t fraction = fraction_in_smallest_unit(value, parts.fraction_digits, unit, units.front().name);
  const std::uint64_t whole = parse_digits(value, parts.whole_digits);
  if (whole > (kLargestParsableNumber - fraction) / unit.size_in_smallest_unit) value.throw_usage_error("is too large");
  return whole * unit.size_in_smallest_unit + fraction;
}

/// Reads a time such as 95us or, if `per` is "/B", a time per byte such as 394ns/B. The text `per` follows the unit.
Duration parse_time_value(const ParsedText& value, std::string_view per) {
  QuantityParts parts = split_quantity(value);
  if (parts.measurement_unit.ends_with(per)) {
    parts.measurement_unit.remove_suffix(per.size());
  } else if (!parts.measurement_unit.empty()) {
    value.throw_usage_error(fmt::format("does not end with {}", quoted(per)));
  }
  if (parts.measurement_unit.empty()) value.throw_usage_error("has no unit");
  const std::uint64_t nanoseconds = amount_in_smallest_unit(value, parts, kTimeUnits);
  return Duration{static_cast<Duration::rep>(nanoseconds)};
}

void require_whole_number_without_unit(const ParsedText& value, const QuantityParts& parts) {
  if (!parts.fraction_digits.empty()) value.throw_usage_error("has a fraction");
  if (!parts.measurement_unit.empty())
    value.throw_usage_error(fmt::format("has {} behind the number", quoted(parts.measurement_unit)));
}

std::string whole_number_range_text(std::uint64_t min, std::uint64_t max) {
  if (max == kLargestParsableNumber) return fmt::format("a whole number of at least {}", min);
  return fmt::format("a whole number from {} to {}", min, max);
}

/// Returns the absolute value of a time in nanoseconds as an unsigned number, so that the most negative time has an
/// absolute value, too.
std::uint64_t absolute_nanoseconds(Duration time) {
  const auto count = static_cast<std::uint64_t>(time.count());
  return time.count() < 0 ? 0 - count : count;
}

std::string_view sign_text(Duration time) { return time.count() < 0 ? "-" : ""; }

/// Returns a text for the exact quantity `amount`, a number of the smallest unit (the first one of `units`). The text
/// uses the largest unit that the quantity reaches.
std::string exact_quantity_text(std::uint64_t amount, std::span<const QuantityUnit> units) {
  auto unit = units.rbegin();
  while (unit->size_in_smallest_unit > std::max<std::uint64_t>(amount, 1)) ++unit;
  std::string digits = std::to_string(amount / unit->size_in_smallest_unit);
  if (const std::uint64_t rest = amount % unit->size_in_smallest_unit; rest != 0) {
    digits += fmt::format(".{:0{}}", rest, unit->largest_decimal_count);
    digits.erase(digits.find_last_not_of('0') + 1);
  }
  return fmt::format("{}{}", digits, unit->name);
}

}  // namespace

std::uint64_t parse_count(const UserInputPlace& place, std::string_view text, std::uint64_t min, std::uint64_t max) {
  max = std::min(max, kLargestParsableNumber);
  const ParsedText value{place, text, whole_number_range_text(min, max)};
  const QuantityParts parts = split_quantity(value);
  require_whole_number_without_unit(value, parts);
  const std::uint64_t count = parse_digits(value, parts.whole_digits);
  if (count < min) value.throw_usage_error("is too small");
  if (count > max) value.throw_usage_error("is too large");
  return count;
}

std::uint64_t parse_bytes(const UserInputPlace& place, std::string_view text, UnitlessSizePolicy bare) {
  const bool bare_allowed = bare == UnitlessSizePolicy::unitless_size_allowed;
  const ParsedText value{place, text,
                         fmt::format("a size such as {}4KiB (B, KiB, MiB, GiB)", bare_allowed ? "1024 or " : "")};
  QuantityParts parts = split_quantity(value);
  if (!parts.fraction_digits.empty()) value.throw_usage_error("has a fraction");
  if (parts.measurement_unit.empty() && !bare_allowed) value.throw_usage_error("has no unit");
  if (parts.measurement_unit.empty()) parts.measurement_unit = kByteUnits.front().name;
  return amount_in_smallest_unit(value, parts, kByteUnits);
}

Duration parse_duration(const UserInputPlace& place, std::string_view text) {
  return parse_time_value({place, text, "a time such as 95us (ns, us, ms, s)"}, "");
}

TimePerByte parse_time_per_byte(const UserInputPlace& place, std::string_view text) {
  return {parse_time_value({place, text, "a time per byte such as 394ns/B (ns, us, ms, s)"}, "/B")};
}

Bandwidth parse_bandwidth(const UserInputPlace& place, std::string_view text) {
  const ParsedText value{place, text, "a bandwidth such as 20MB/s (B/s, kB/s, MB/s, GB/s)"};
  const QuantityParts parts = split_quantity(value);
  if (parts.measurement_unit.empty()) value.throw_usage_error("has no unit");
  const std::uint64_t bytes_per_second = amount_in_smallest_unit(value, parts, kBandwidthUnits);
  if (bytes_per_second == 0) value.throw_usage_error("is zero");
  return {bytes_per_second};
}

double parse_probability(const UserInputPlace& place, std::string_view text) {
  const ParsedText value{place, text, "a probability from 0 to 1 such as 0.007"};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) value.throw_usage_error("is not a decimal number");
  if (!(number >= 0 && number <= 1)) value.throw_usage_error("is not from 0 to 1");
  return number;
}

std::uint64_t parse_seed(const UserInputPlace& place, std::string_view text) {
  const ParsedText value{place, text, "a 64-bit number such as 17 or 0x11"};
  if (!text.starts_with("0x")) {
    const QuantityParts parts = split_quantity(value);
    require_whole_number_without_unit(value, parts);
    return parse_digits(value, parts.whole_digits);
  }
  const std::string_view digits = text.substr(2);
  if (digits.empty() || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
    value.throw_usage_error("is not a hexadecimal number");
  }
  return parse_digits(value, digits, 16);
}

std::vector<std::string> split_list(const UserInputPlace& place, std::string_view text) {
  const ParsedText value{place, text, "the items with one comma between them, such as a,b,c"};
  if (text.empty()) value.throw_usage_error("is empty");
  std::vector<std::string> items;
  for (std::size_t start = 0; start <= text.size(); start += items.back().size() + 1) {
    items.emplace_back(text.substr(start, text.find(',', start) - start));
    if (items.back().empty()) value.throw_usage_error(fmt::format("has an empty item {}", items.size()));
  }
  return items;
}

std::string format_bytes(std::uint64_t bytes) {
  for (auto unit = kByteUnits.rbegin(); unit != kByteUnits.rend(); ++unit) {
    if (unit->size_in_smallest_unit > 1 && bytes != 0 && bytes % unit->size_in_smallest_unit == 0) {
      return fmt::format("{}{}", bytes / unit->size_in_smallest_unit, unit->name);
    }
  }
  return fmt::format("{}", bytes);
}

std::string format_duration(Duration time) {
  return fmt::format("{}{}", sign_text(time), exact_quantity_text(absolute_nanoseconds(time), kTimeUnits));
}

std::string format_bandwidth(Bandwidth bandwidth) {
  return exact_quantity_text(bandwidth.bytes_per_second, kBandwidthUnits);
}

std::string format_duration_rounded(Duration time) {
  const std::uint64_t nanoseconds = absolute_nanoseconds(time);
  if (nanoseconds < 1'000) return fmt::format("{} ns", time.count());
  if (nanoseconds < 1'000'000) return format_fixed(time, std::chrono::microseconds{1}, 3) + " us";
  // The last half microsecond below 1 s is printed in s, because in ms it would be rounded up to 1000.000 ms.
  if (nanoseconds < 999'999'500) return format_fixed(time, std::chrono::milliseconds{1}, 3) + " ms";
  return format_fixed(time, std::chrono::seconds{1}, 3) + " s";
}

std::string format_fixed(Duration time, Duration unit, unsigned decimals) {
  const std::uint64_t scale = power_of_ten(decimals);
  const std::uint64_t quantum = static_cast<std::uint64_t>(unit.count()) / scale;
  const std::uint64_t ticks = (absolute_nanoseconds(time) + quantum / 2) / quantum;
  if (decimals == 0) return fmt::format("{}{}", sign_text(time), ticks);
  const std::string fraction = std::to_string(ticks % scale);
  return std::string(sign_text(time)) + std::to_string(ticks / scale) + '.' +
         std::string(decimals - fraction.size(), '0') + fraction;
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace switchyard
