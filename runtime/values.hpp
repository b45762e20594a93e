#pragma once
/// \file values.hpp
/// Converts the values of options from text to numbers, sizes and times, and back.
///
/// Each parser takes the place where the value was given (`--latency`, or `file.toml:3:7: latency`), with which its
/// error texts begin. It reads the whole text or throws a UsageError of one line that ends with what to write instead:
/// `--latency: '95' has no unit; write a time such as 95us (ns, us, ms, s)`. No parser accepts spaces or signs, or
/// rounds a value, and values that do not fit are errors.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The largest count, size or time, chosen so that each also fits a signed 64-bit integer.
inline constexpr std::uint64_t kLargestParsableNumber = std::numeric_limits<std::int64_t>::max();

/// Reads a decimal whole number from `min` to `max`. A `max` above kLargestParsableNumber counts as
/// kLargestParsableNumber.
std::uint64_t parse_count(const UserInputPlace& place, std::string_view text, std::uint64_t min = 0,
                          std::uint64_t max = kLargestParsableNumber);

/// Whether a size in bytes may be written without a unit; such a size counts bytes.
enum class UnitlessSizePolicy { unitless_size_refused, unitless_size_allowed };

/// Reads a size in bytes: a whole number with one of the units B, KiB, MiB, GiB.
std::uint64_t parse_bytes(const UserInputPlace& place, std::string_view text,
                          UnitlessSizePolicy bare = UnitlessSizePolicy::unitless_size_refused);

/// Reads a time in ns, us, ms or s. A fraction such as 10.3us is accepted if the time is a whole number of nanoseconds.
Duration parse_duration(const UserInputPlace& place, std::string_view text);

/// Reads a time for each byte, such as 394ns/B.
TimePerByte parse_time_per_byte(const UserInputPlace& place, std::string_view text);

/// Reads a bandwidth in B/s, kB/s, MB/s or GB/s, which are powers of ten. A fraction such as 6.25MB/s is
/// accepted if the bandwidth is a whole number of bytes a second. A bandwidth must not be 0.
Bandwidth parse_bandwidth(const UserInputPlace& place, std::string_view text);

/// Reads a probability: a plain decimal number from 0 to 1.
double parse_probability(const UserInputPlace& place, std::string_view text);

/// Reads the seed of a random generator: a 64-bit number, either decimal, or hexadecimal with 0x in front.
std::uint64_t parse_seed(const UserInputPlace& place, std::string_view text);

/// Returns the items of a comma-separated list, unchanged and in order. An empty item is an error that says which item
/// it is.
std::vector<std::string> split_list(const UserInputPlace& place, std::string_view text);

/// Returns a size in the largest unit that divides it: 1024 is `1KiB`, 1000 is `1000`. parse_bytes reads such a text if
/// sizes without a unit are allowed.
std::string format_bytes(std::uint64_t bytes);

/// Returns the exact time in the largest unit that it reaches: `95us`, `10.3us`, `0ns`. parse_duration reads such a
/// text unless the time is negative.
std::string format_duration(Duration time);

/// Returns the exact bandwidth in the largest unit that it reaches: `20MB/s`, `6.25MB/s`. parse_bandwidth reads such a
/// text.
std::string format_bandwidth(Bandwidth bandwidth);

/// Returns a time for people, rounded to at most three decimals: `1.240 ms`, `95.000 us`, `394 ns`.
std::string format_duration_rounded(Duration time);

/// Returns a time as a number of the unit `unit`, always with `decimals` decimals, and with halves rounded away from
/// zero: the arguments 1240ns, 1us and 3 give `1.240`.
///
/// Needs: `unit`, given in nanoseconds, is divisible by 10^decimals.
std::string format_fixed(Duration time, Duration unit, unsigned decimals);

/// Returns the text in single quotes, fit for one line of an error: control characters appear as \xNN.
std::string quoted(std::string_view text);

}  // namespace switchyard
