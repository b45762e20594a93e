#include "runtime/values.hpp"

#include "runtime/error.hpp"
#include "tests/fuzz/target.hpp"

namespace {

/// If `parse` accepts the input, checks that parsing the text that `format` makes of the value gives the same value.
template <class Parse, class Format>
void check_round_trip(Parse parse, Format format, std::string_view input) {
  try {
    const auto value = parse(input);
    switchyard::fuzz::abort_with_message_unless_true(parse(format(value)) == value,
                                                     "a value is not what its own text says");
  } catch (const switchyard::UsageError&) {  // the parser has refused the input
  }
}

}  // namespace

/// Fuzzes the parsing of numbers, sizes, times and bandwidths.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const auto number_text = [](std::uint64_t number) { return std::to_string(number); };
  check_round_trip([](std::string_view text) { return parse_count("x", text); }, number_text, input);
  check_round_trip([](std::string_view text) { return parse_seed("x", text); }, number_text, input);
  check_round_trip(
      [](std::string_view text) { return parse_bytes("x", text, UnitlessSizePolicy::unitless_size_allowed); },
      format_bytes, input);
  check_round_trip([](std::string_view text) { return parse_duration("x", text); }, format_duration, input);
  check_round_trip([](std::string_view text) { return parse_bandwidth("x", text); }, format_bandwidth, input);
  check_round_trip([](std::string_view text) { return parse_time_per_byte("x", text).each; },
                   [](Duration each) { return format_duration(each) + "/B"; }, input);
  check_round_trip([](std::string_view text) { return parse_probability("x", text); },
                   [](double share) { return share == 0   ? "0"
                                             : share == 1 ? "1"
                                                          : "0.5"; }, "1");
  split_list("x", input);
}
