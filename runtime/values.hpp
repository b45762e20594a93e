#pragma once
/// \file values.hpp
/// Option values: text to numbers, sizes and times, and back again.
///
/// Each parser takes the place where the value was given (`--latency`, or `file.toml:3:7: latency`), only to name it in
/// errors. They read the whole text or throw a UsageError of one line that ends with what to write instead:
/// `--latency: '95' has no unit; write a time such as 95us (ns, us, ms, s)`. Spaces and signs are never accepted,
/// values that do not fit are refused, nothing is rounded.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Counts, sizes and times end here, so that each of them also fits a signed 64-bit integer.
inline constexpr std::uint64_t kLargestCount = std::numeric_limits<std::int64_t>::max();

/// A decimal whole number from `min` to `max`; a `max` above kLargestCount counts as kLargestCount.
std::uint64_t parse_count(const InputPlace& place, std::string_view text, std::uint64_t min = 0,
                          std::uint64_t max = kLargestCount);

/// Whether a size may be written without a unit, and then counts bytes.
enum class BareBytes { refused, allowed };

/// A size in bytes: a whole number with one of the units B, KiB, MiB, GiB.
std::uint64_t parse_bytes(const InputPlace& place, std::string_view text, BareBytes bare = BareBytes::refused);

/// A time in ns, us, ms or s; a fraction such as 10.3us is fine as long as it is a whole number of nanoseconds.
Duration parse_duration(const InputPlace& place, std::string_view text);

/// A time with `/B` behind its unit, such as 394ns/B.
TimePerByte parse_time_per_byte(const InputPlace& place, std::string_view text);

/// A bandwidth in B/s, kB/s, MB/s or GB/s, powers of ten; a fraction such as 6.25MB/s is fine as long as it is a whole
/// number of bytes a second, and it must not be 0.
Bandwidth parse_bandwidth(const InputPlace& place, std::string_view text);

/// A plain decimal number from 0 to 1.
double parse_probability(const InputPlace& place, std::string_view text);

/// Any 64-bit number, decimal or hexadecimal with 0x.
std::uint64_t parse_seed(const InputPlace& place, std::string_view text);

/// The items between the commas, in order and as they stand. An empty item is an error that says which one it is.
std::vector<std::string> split_list(const InputPlace& place, std::string_view text);

/// The size in the largest unit that divides it: 1024 is `1KiB`, 1000 is `1000`. parse_bytes reads it where bare sizes
/// are allowed.
std::string format_bytes(std::uint64_t bytes);

/// The exact time in the largest unit that it reaches: `95us`, `10.3us`, `0ns`. parse_duration reads it, unless
/// negative.
std::string format_duration(Duration time);

/// The exact bandwidth in the largest unit that it reaches: `20MB/s`, `6.25MB/s`. parse_bandwidth reads it.
std::string format_bandwidth(Bandwidth bandwidth);

/// For people: at most three decimals, which are rounded: `1.240 ms`, `95.000 us`, `394 ns`.
std::string format_duration_rounded(Duration time);

/// The time counted in `unit`, always with `decimals` decimals, halves away from zero: (1240ns, 1us, 3) is `1.240`.
///
/// Needs: `unit` is a whole number of nanoseconds times 10^decimals.
std::string format_fixed(Duration time, Duration unit, unsigned decimals);

/// The text in single quotes, fit for one line of an error: control characters appear as \xNN.
std::string quoted(std::string_view text);

}  // namespace switchyard
