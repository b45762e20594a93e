/// \file openmp_teams_test.cpp
/// Verifies openmp_teams.c, which calls MPI in parallel regions of OpenMP. A node executes a region with one thread, so
/// that a verdict must not say more than is known of other threads.

#include <gtest/gtest.h>

#include <string>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

Verdict verdict_on(const std::string& word) { return verify_program(SWITCHYARD_OPENMP_TEAMS, 2, {word}, {}); }

class CallByAnyThread : public testing::TestWithParam<const char*> {};
TEST_P(CallByAnyThread, IsWrongIfOnlyTheMainThreadMayCall) {
  const Verdict verdict = verdict_on(GetParam());
  ASSERT_EQ(verdict.kind, Verdict::Kind::wrong) << verdict.text;
  EXPECT_EQ(verdict.defect, DefectClass::call_ordering);
  EXPECT_NE(verdict.text.find("not only the main thread"), std::string::npos) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, CallByAnyThread, testing::Values("critical", "funneled_single", "funneled_sections"));

class CallInRegion : public testing::TestWithParam<const char*> {};
TEST_P(CallInRegion, IsUndecidedIfOtherThreadsMightMatter) {
  const Verdict verdict = verdict_on(GetParam());
  EXPECT_EQ(verdict.kind, Verdict::Kind::undecided) << verdict.text;
  EXPECT_NE(verdict.text.find("in a parallel region of OpenMP"), std::string::npos) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, CallInRegion,
                         testing::Values("funneled_master", "funneled_query", "loop", "multiple_sections",
                                         "as_many_as_there_are"));

class CallOfOneThread : public testing::TestWithParam<const char*> {};
TEST_P(CallOfOneThread, IsRight) {
  const Verdict verdict = verdict_on(GetParam());
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, CallOfOneThread, testing::Values("compute", "one_thread"));

}  // namespace
}  // namespace switchyard
