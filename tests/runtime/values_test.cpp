#include "runtime/values.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

/// Returns the text of the UsageError that `call` throws, or "no error" if it throws none.
template <class Call>
std::string usage_error_text_of(Call call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::string count_error_text(std::string_view text) {
  return usage_error_text_of([&] { parse_count("--nodes", text, 1, 64); });
}
std::string bytes_error_text(std::string_view text,
                             UnitlessSizePolicy bare = UnitlessSizePolicy::unitless_size_refused) {
  return usage_error_text_of([&] { parse_bytes("--bytes", text, bare); });
}
std::string duration_error_text(std::string_view text) {
  return usage_error_text_of([&] { parse_duration("--latency", text); });
}
std::string seed_error_text(std::string_view text) {
  return usage_error_text_of([&] { parse_seed("--seed", text); });
}

TEST(Count, ReadsWholeNumbersInItsRange) {
  EXPECT_EQ(parse_count("--nodes", "1", 1, 64), 1U);
  EXPECT_EQ(parse_count("--nodes", "064", 1, 64), 64U);
  EXPECT_EQ(parse_count("--nodes", "0"), 0U);
  EXPECT_EQ(parse_count("--nodes", "9223372036854775807"), kLargestParsableNumber);
}

TEST(Count, SaysWhatIsWrongAndWhatToWrite) {
  EXPECT_EQ(count_error_text(""), "--nodes: '' is empty; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("-3"), "--nodes: '-3' is negative; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("2.5"), "--nodes: '2.5' has a fraction; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("12x"), "--nodes: '12x' has 'x' behind the number; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("many"), "--nodes: 'many' does not start with a digit; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("0"), "--nodes: '0' is too small; write a whole number from 1 to 64");
  EXPECT_EQ(count_error_text("65"), "--nodes: '65' is too large; write a whole number from 1 to 64");
}

TEST(Count, RefusesWhatASigned64BitIntegerDoesNotHold) {
  const std::string wanted = " is too large; write a whole number of at least 0";
  for (const std::string text : {"9223372036854775808", "18446744073709551616", "99999999999999999999999999"}) {
    EXPECT_EQ(usage_error_text_of([&] { parse_count("--nodes", text); }), "--nodes: '" + text + "'" + wanted);
    EXPECT_EQ(usage_error_text_of([&] { parse_count("--nodes", text, 0, ~std::uint64_t{0}); }),
              "--nodes: '" + text + "'" + wanted);
  }
}

TEST(Count, KeepsTheErrorOnOneLineWhateverTheTextHolds) {
  EXPECT_EQ(count_error_text("6\n4"),
            "--nodes: '6\\x0a4' has '\\x0a4' behind the number; write a whole number from 1 to 64");
}

TEST(ByteSize, ReadsEachUnit) {
  EXPECT_EQ(parse_bytes("--bytes", "7B"), 7U);
  EXPECT_EQ(parse_bytes("--bytes", "1KiB"), 1024U);
  EXPECT_EQ(parse_bytes("--bytes", "4MiB"), 4194304U);
  EXPECT_EQ(parse_bytes("--bytes", "1GiB"), 1073741824U);
  EXPECT_EQ(parse_bytes("--bytes", "8589934591GiB"), 8589934591U << 30U);
}

TEST(ByteSize, NeedsAUnitUnlessBareNumbersAreAllowed) {
  EXPECT_EQ(parse_bytes("--bytes", "1024", UnitlessSizePolicy::unitless_size_allowed), 1024U);
  EXPECT_EQ(bytes_error_text("1024"), "--bytes: '1024' has no unit; write a size such as 4KiB (B, KiB, MiB, GiB)");
}

TEST(ByteSize, SaysWhatIsWrongAndWhatToWrite) {
  const std::string wanted = "; write a size such as 1024 or 4KiB (B, KiB, MiB, GiB)";
  const auto allowed = UnitlessSizePolicy::unitless_size_allowed;
  EXPECT_EQ(bytes_error_text("4kB", allowed), "--bytes: '4kB' has the unknown unit 'kB'" + wanted);
  EXPECT_EQ(bytes_error_text("4 KiB", allowed), "--bytes: '4 KiB' has the unknown unit ' KiB'" + wanted);
  EXPECT_EQ(bytes_error_text("1.5KiB", allowed), "--bytes: '1.5KiB' has a fraction" + wanted);
  EXPECT_EQ(bytes_error_text("-1KiB", allowed), "--bytes: '-1KiB' is negative" + wanted);
  EXPECT_EQ(bytes_error_text("", allowed), "--bytes: '' is empty" + wanted);
}

TEST(ByteSize, RefusesSizesThatOverflow) {
  const std::string wanted = " is too large; write a size such as 4KiB (B, KiB, MiB, GiB)";
  // this size is 2^33 * 2^30 = 2^63 bytes, which is too large
  EXPECT_EQ(bytes_error_text("8589934592GiB"), "--bytes: '8589934592GiB'" + wanted);
  // This number of KiB is 2^64 + 1024 bytes, which would become 1 KiB if it overflowed.
  EXPECT_EQ(bytes_error_text("18014398509481985KiB"), "--bytes: '18014398509481985KiB'" + wanted);
  EXPECT_EQ(bytes_error_text("9223372036854775808B"), "--bytes: '9223372036854775808B'" + wanted);
}

TEST(ByteSize, IsPrintedInTheLargestUnitThatDividesIt) {
  EXPECT_EQ(format_bytes(0), "0");
  EXPECT_EQ(format_bytes(1000), "1000");
  EXPECT_EQ(format_bytes(1024), "1KiB");
  EXPECT_EQ(format_bytes(1536), "1536");
  EXPECT_EQ(format_bytes(5U << 20U), "5MiB");
  EXPECT_EQ(format_bytes(1025U << 20U), "1025MiB");
  EXPECT_EQ(format_bytes(std::uint64_t{3} << 30U), "3GiB");
}

TEST(DurationValue, ReadsEachUnit) {
  EXPECT_EQ(parse_duration("--latency", "394ns"), 394ns);
  EXPECT_EQ(parse_duration("--latency", "95us"), 95us);
  EXPECT_EQ(parse_duration("--latency", "3ms"), 3ms);
  EXPECT_EQ(parse_duration("--latency", "2s"), 2s);
  EXPECT_EQ(parse_duration("--latency", "9223372036854775807ns"), Duration::max());
}

TEST(DurationValue, ReadsFractionsThatAreWholeNanoseconds) {
  EXPECT_EQ(parse_duration("--latency", "10.3us"), 10'300ns);
  EXPECT_EQ(parse_duration("--latency", "0.001us"), 1ns);
  EXPECT_EQ(parse_duration("--latency", "1.000000001s"), 1'000'000'001ns);
  EXPECT_EQ(parse_duration("--latency", "5.000ns"), 5ns);
  EXPECT_EQ(parse_duration("--latency", "9223372036.854775807s"), Duration::max());
}

TEST(DurationValue, SaysWhatIsWrongAndWhatToWrite) {
  const std::string wanted = "; write a time such as 95us (ns, us, ms, s)";
  EXPECT_EQ(duration_error_text("95"), "--latency: '95' has no unit" + wanted);
  EXPECT_EQ(duration_error_text("0"), "--latency: '0' has no unit" + wanted);
  EXPECT_EQ(duration_error_text("95m"), "--latency: '95m' has the unknown unit 'm'" + wanted);
  EXPECT_EQ(duration_error_text("1e3us"), "--latency: '1e3us' has the unknown unit 'e3us'" + wanted);
  EXPECT_EQ(duration_error_text("-1us"), "--latency: '-1us' is negative" + wanted);
  EXPECT_EQ(duration_error_text(".5us"), "--latency: '.5us' does not start with a digit" + wanted);
  EXPECT_EQ(duration_error_text("10.3001us"), "--latency: '10.3001us' is finer than 1 ns" + wanted);
  EXPECT_EQ(duration_error_text("0.5ns"), "--latency: '0.5ns' is finer than 1 ns" + wanted);
}

TEST(DurationValue, RefusesTimesThatOverflow) {
  const std::string wanted = " is too large; write a time such as 95us (ns, us, ms, s)";
  EXPECT_EQ(duration_error_text("9223372036.854775808s"), "--latency: '9223372036.854775808s'" + wanted);
  EXPECT_EQ(duration_error_text("9223372036854776us"), "--latency: '9223372036854776us'" + wanted);
  EXPECT_EQ(duration_error_text("99999999999999999999ns"), "--latency: '99999999999999999999ns'" + wanted);
}

TEST(DurationValue, IsPrintedExactlyInTheLargestUnitItReaches) {
  EXPECT_EQ(format_duration(0ns), "0ns");
  EXPECT_EQ(format_duration(100ns), "100ns");
  EXPECT_EQ(format_duration(95us), "95us");
  EXPECT_EQ(format_duration(100us), "100us");
  EXPECT_EQ(format_duration(10'300ns), "10.3us");
  EXPECT_EQ(format_duration(1'240us), "1.24ms");
  EXPECT_EQ(format_duration(1'000'000'001ns), "1.000000001s");
  EXPECT_EQ(format_duration(-10'300ns), "-10.3us");
  EXPECT_EQ(format_duration(Duration::min()), "-9223372036.854775808s");
}

TEST(DurationValue, IsRoundedToThreeDecimalsForPeople) {
  EXPECT_EQ(format_duration_rounded(394ns), "394 ns");
  EXPECT_EQ(format_duration_rounded(95us), "95.000 us");
  EXPECT_EQ(format_duration_rounded(1'240us), "1.240 ms");
  EXPECT_EQ(format_duration_rounded(1'240'500ns), "1.241 ms");
  EXPECT_EQ(format_duration_rounded(999'999'499ns), "999.999 ms");
  EXPECT_EQ(format_duration_rounded(999'999'500ns), "1.000 s");
  EXPECT_EQ(format_duration_rounded(-1'240us), "-1.240 ms");
}

TEST(FixedPoint, PadsAndRoundsHalvesAwayFromZero) {
  EXPECT_EQ(format_fixed(1'240ns, 1us, 3), "1.240");
  EXPECT_EQ(format_fixed(7ns, 1us, 3), "0.007");
  EXPECT_EQ(format_fixed(2'500ns, 1us, 0), "3");
  EXPECT_EQ(format_fixed(-2'500ns, 1us, 0), "-3");
  EXPECT_EQ(format_fixed(Duration::max(), 1s, 6), "9223372036.854776");
}

TEST(BandwidthValue, NeedsAUnitASecond) {
  EXPECT_EQ(parse_bandwidth("--rate", "20MB/s").bytes_per_second, 20'000'000U);
  EXPECT_EQ(parse_bandwidth("--rate", "6.25kB/s").bytes_per_second, 6250U);
  EXPECT_EQ(parse_bandwidth("--rate", "1GB/s").bytes_per_second, 1'000'000'000U);
  const auto said = [](std::string_view text) { return usage_error_text_of([&] { parse_bandwidth("--rate", text); }); };
  EXPECT_EQ(said("20"), "--rate: '20' has no unit; write a bandwidth such as 20MB/s (B/s, kB/s, MB/s, GB/s)");
  EXPECT_EQ(said("0MB/s"), "--rate: '0MB/s' is zero; write a bandwidth such as 20MB/s (B/s, kB/s, MB/s, GB/s)");
  EXPECT_NE(said("1.5B/s").find("is finer than 1 B/s"), std::string::npos);
  EXPECT_NE(said("20MiB/s").find("unknown unit"), std::string::npos);
}

TEST(TimePerByteValue, NeedsATimeAndASlashB) {
  EXPECT_EQ(parse_time_per_byte("--rate", "394ns/B"), TimePerByte{394ns});
  EXPECT_EQ(parse_time_per_byte("--rate", "0.394us/B"), TimePerByte{394ns});
  const std::string wanted = "; write a time per byte such as 394ns/B (ns, us, ms, s)";
  const auto said = [](std::string_view text) {
    return usage_error_text_of([&] { parse_time_per_byte("--rate", text); });
  };
  EXPECT_EQ(said("394ns"), "--rate: '394ns' does not end with '/B'" + wanted);
  EXPECT_EQ(said("394ns/KiB"), "--rate: '394ns/KiB' does not end with '/B'" + wanted);
  EXPECT_EQ(said("394"), "--rate: '394' has no unit" + wanted);
  EXPECT_EQ(said("394/B"), "--rate: '394/B' has no unit" + wanted);
  EXPECT_EQ(said("394B/B"), "--rate: '394B/B' has the unknown unit 'B'" + wanted);
}

TEST(Seed, ReadsAll64BitsDecimalAndHexadecimal) {
  EXPECT_EQ(parse_seed("--seed", "0"), 0U);
  EXPECT_EQ(parse_seed("--seed", "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parse_seed("--seed", "0xffffffffffffffff"), ~std::uint64_t{0});
  EXPECT_EQ(parse_seed("--seed", "0xDeadBeef"), 0xdeadbeefU);
}

TEST(Seed, SaysWhatIsWrongAndWhatToWrite) {
  const std::string wanted = "; write a 64-bit number such as 17 or 0x11";
  EXPECT_EQ(seed_error_text("18446744073709551616"), "--seed: '18446744073709551616' is too large" + wanted);
  EXPECT_EQ(seed_error_text("0x10000000000000000"), "--seed: '0x10000000000000000' is too large" + wanted);
  EXPECT_EQ(seed_error_text("0x"), "--seed: '0x' is not a hexadecimal number" + wanted);
  EXPECT_EQ(seed_error_text("0x-1"), "--seed: '0x-1' is not a hexadecimal number" + wanted);
  EXPECT_EQ(seed_error_text("17 "), "--seed: '17 ' has ' ' behind the number" + wanted);
  EXPECT_EQ(seed_error_text("-1"), "--seed: '-1' is negative" + wanted);
  EXPECT_EQ(seed_error_text("1.5"), "--seed: '1.5' has a fraction" + wanted);
}

TEST(List, KeepsItemsInOrderAndAsTheyStand) {
  EXPECT_EQ(split_list("--algorithm", "rs_nl"), std::vector<std::string>{"rs_nl"});
  EXPECT_EQ(split_list("--algorithm", "rs_nl,lp, ac"), (std::vector<std::string>{"rs_nl", "lp", " ac"}));
}

TEST(List, NamesThePositionOfAnEmptyItem) {
  const std::string wanted = "; write the items with one comma between them, such as a,b,c";
  const auto said = [](std::string_view text) { return usage_error_text_of([&] { split_list("--algorithm", text); }); };
  EXPECT_EQ(said("a,,b"), "--algorithm: 'a,,b' has an empty item 2" + wanted);
  EXPECT_EQ(said(",a"), "--algorithm: ',a' has an empty item 1" + wanted);
  EXPECT_EQ(said("a,b,"), "--algorithm: 'a,b,' has an empty item 3" + wanted);
  EXPECT_EQ(said(","), "--algorithm: ',' has an empty item 1" + wanted);
  EXPECT_EQ(said(""), "--algorithm: '' is empty" + wanted);
}

/// Returns whether the call succeeds, or throws a UsageError of one printable line that starts with the option "--x".
template <class Call>
bool does_call_succeed_or_throw_usage_error(Call call) {
  const std::string said = usage_error_text_of(call);
  const bool one_line = std::none_of(said.begin(), said.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return one_line && (said == "no error" || said.starts_with("--x: "));
}

bool every_parser_reads_or_refuses(const std::string& text) {
  return does_call_succeed_or_throw_usage_error([&] { parse_count("--x", text, 3, 1'000'000); }) &&
         does_call_succeed_or_throw_usage_error(
             [&] { parse_bytes("--x", text, UnitlessSizePolicy::unitless_size_refused); }) &&
         does_call_succeed_or_throw_usage_error(
             [&] { parse_bytes("--x", text, UnitlessSizePolicy::unitless_size_allowed); }) &&
         does_call_succeed_or_throw_usage_error([&] { parse_duration("--x", text); }) &&
         does_call_succeed_or_throw_usage_error([&] { parse_time_per_byte("--x", text); }) &&
         does_call_succeed_or_throw_usage_error([&] { parse_seed("--x", text); }) &&
         does_call_succeed_or_throw_usage_error([&] { split_list("--x", text); });
}

RC_GTEST_PROP(AnyText, IsReadOrRefused, (const std::string& text)) { RC_ASSERT(every_parser_reads_or_refuses(text)); }

RC_GTEST_PROP(AnyText, ThatLooksLikeAValueIsReadOrRefused, ()) {
  const auto text_piece = rc::gen::element<std::string>("0", "1", "9", "18446744073709551615", "9223372036854775807",
                                                        ".", "-", "+", "0x", "a", "n", "u", "m", "s", "us", "KiB",
                                                        "GiB", "B", "/B", ",", " ", std::string(1, '\0'));
  const auto pieces = *rc::gen::container<std::vector<std::string>>(text_piece);
  std::string text;
  for (const std::string& part : pieces) text += part;
  RC_ASSERT(every_parser_reads_or_refuses(text));
}

/// Generates random numbers of all lengths up to 63 bits. A uniform distribution would hardly ever give a short number.
rc::Gen<std::uint64_t> numbers_of_every_length() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(1U, 64U), rc::gen::arbitrary<std::uint64_t>()),
                      [](auto drawn) { return drawn.second >> drawn.first; });
}

RC_GTEST_PROP(RoundTrip, PrintedCountsAndSeedsAreReadBack, ()) {
  const std::uint64_t number = *numbers_of_every_length();
  RC_ASSERT(parse_count("--x", std::to_string(number)) == number);
  RC_ASSERT(parse_seed("--x", std::to_string(number)) == number);
}

RC_GTEST_PROP(RoundTrip, PrintedSizesAreReadBack, ()) {
  const std::uint64_t bytes =
      (*numbers_of_every_length() << *rc::gen::element(0U, 10U, 20U, 30U)) & kLargestParsableNumber;
  RC_ASSERT(parse_bytes("--x", format_bytes(bytes), UnitlessSizePolicy::unitless_size_allowed) == bytes);
}

RC_GTEST_PROP(RoundTrip, PrintedTimesAreReadBack, ()) {
  const Duration time{static_cast<Duration::rep>(*numbers_of_every_length())};
  RC_ASSERT(parse_duration("--x", format_duration(time)) == time);
  RC_ASSERT(parse_time_per_byte("--x", format_duration(time) + "/B").each == time);
  const Bandwidth bandwidth{static_cast<std::uint64_t>(time.count()) + 1};
  RC_ASSERT(parse_bandwidth("--x", format_bandwidth(bandwidth)) == bandwidth);
  RC_ASSERT(parse_duration("--x", format_fixed(time, 1us, 3) + "us") == time);
}

RC_GTEST_PROP(RoundTrip, JoinedListsAreSplitAgain, ()) {
  const auto list_item_generator = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
  const auto items = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(list_item_generator));
  std::string text;
  for (const std::string& part : items) text += (text.empty() ? "" : ",") + part;
  RC_ASSERT(split_list("--x", text) == items);
}

}  // namespace
}  // namespace switchyard
