#include "runtime/error.hpp"

#include <gtest/gtest.h>

#include <string>

#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Returns the UsageError that `work` throws. If `work` throws none, the test fails and the returned error has no text.
template <class Work>
UsageError usage_error_thrown_by(Work work) {
  try {
    work();
  } catch (const UsageError& error) {
    return error;
  }
  ADD_FAILURE() << "nothing is thrown";
  return UsageError("");
}

TEST(UsageError, MakesItsTextFromItsFields) {
  const Mistake mistake{
      .place = {"m.toml", 4, 7, "hop"}, .value = "95", .reason = "'95' has no unit", .remedy = "write 95us"};
  const UsageError error(mistake);
  EXPECT_STREQ(error.what(), "m.toml:4:7: hop: '95' has no unit; write 95us");
  EXPECT_EQ(error.exit_code(), ExitCode::wrong_use);
  EXPECT_EQ(error.mistake().place, mistake.place);
  EXPECT_EQ(error.mistake().value, "95");
}

TEST(UsageError, LeavesOutWhatIsNotKnown) {
  EXPECT_STREQ(UsageError("nothing to do").what(), "nothing to do");
  EXPECT_STREQ(UsageError("nothing to do", "give some work").what(), "nothing to do; give some work");
  EXPECT_STREQ(UsageError({.place = "--nodes", .reason = "is missing", .remedy = "write it"}).what(),
               "--nodes: is missing; write it");
}

TEST(UserInputPlace, ReadsAsUsersWriteIt) {
  EXPECT_EQ(UserInputPlace("--set").place_with_key("hop").text(), "--set hop");
  EXPECT_EQ(UserInputPlace("m.toml", 3, 7).text(), "m.toml:3:7");
  EXPECT_EQ(UserInputPlace::file_given_by_option("--replay", "a file").text(), "--replay: 'a file'");
  EXPECT_EQ(UserInputPlace::file_given_by_option("--replay", "a").place_with_key("seed").text(), "--replay: 'a': seed");
  EXPECT_EQ(UserInputPlace().place_with_key("hop").text(), "hop");
  EXPECT_EQ(UserInputPlace().text(), "");
}

TEST(UsageError, GetsItsPlaceWhereItIsCaught) {
  const UsageError error = UsageError("48 nodes are not a hypercube", "write 32").at({"m.toml", 3, 9});
  EXPECT_STREQ(error.what(), "m.toml:3:9: 48 nodes are not a hypercube; write 32");
  EXPECT_EQ(error.mistake().place.line, 3U);
  EXPECT_EQ(error.mistake().remedy, "write 32");
}

TEST(UsageError, KeepsThePlaceThatItHas) {
  const UsageError error =
      UsageError({.place = "--nodes", .reason = "is missing", .remedy = "write it"}).at({"m.toml", 1, 1});
  EXPECT_EQ(error.mistake().place.option, "--nodes");
  EXPECT_STREQ(error.what(), "m.toml:1:1: --nodes: is missing; write it");
}

TEST(UsageError, KeepsTheConstantThatItIsAbout) {
  const UsageError error =
      UsageError({.place = UserInputPlace().place_with_key("poll"), .reason = "is 0", .remedy = "write 1ns"})
          .at("--set");
  EXPECT_EQ(error.mistake().place, UserInputPlace("--set").place_with_key("poll"));
  EXPECT_STREQ(error.what(), "--set poll: is 0; write 1ns");
}

TEST(UsageError, SaysWhatWasBeingDone) {
  const UsageError error = UsageError({.place = "--nodes", .reason = "is missing", .remedy = "write it"})
                               .error_found_during("lp")
                               .error_found_during("sample 0");
  EXPECT_STREQ(error.what(), "sample 0: lp: --nodes: is missing; write it");
  EXPECT_EQ(error.mistake().place.option, "--nodes");
}

TEST(UsageError, OfAValueSaysWhichItIsAndWhatWouldBeRight) {
  const UsageError error = usage_error_thrown_by([] { parse_duration("--latency", "95"); });
  EXPECT_EQ(error.mistake().place, UserInputPlace("--latency"));
  EXPECT_EQ(error.mistake().value, "95");
  EXPECT_EQ(error.mistake().reason, "'95' has no unit");
  EXPECT_EQ(error.mistake().remedy, "write a time such as 95us (ns, us, ms, s)");
}

TEST(UnknownName, SaysItsPartsOneByOne) {
  const Mistake mistake = mistake_for_unknown_name("--clock", "of", std::vector<std::string>{"off"});
  EXPECT_EQ(mistake.place.option, "--clock");
  EXPECT_EQ(mistake.value, "of");
  EXPECT_EQ(mistake.remedy, "did you mean 'off'? known: off");
}

}  // namespace
}  // namespace switchyard
