/// \file openmp_teams_test.cpp
/// Verifies openmp_teams.c, which calls MPI in parallel regions of OpenMP. A node executes a region with one thread, so
/// that a verdict must not say more than is known of other threads.

#include <gtest/gtest.h>

#include <string>

#include "bench/verify/gtest.hpp"

namespace switchyard {
namespace {

Verdict verify_openmp_teams_program(const std::string& word) {
  return verify_program(SWITCHYARD_OPENMP_TEAMS, 2, {word}, {});
}

class MpiCallByAnyThreadTest : public testing::TestWithParam<const char*> {};
TEST_P(MpiCallByAnyThreadTest, IsWrongIfOnlyTheMainThreadMayCall) {
  const Verdict verdict = verify_openmp_teams_program(GetParam());
  ASSERT_EQ(verdict.kind, Verdict::Kind::wrong) << verdict.text;
  EXPECT_EQ(verdict.defect, DefectClass::call_ordering);
  EXPECT_NE(verdict.text.find("not only the main thread"), std::string::npos) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, MpiCallByAnyThreadTest,
                         testing::Values("critical", "funneled_single", "funneled_sections"));

class MpiCallInParallelRegionTest : public testing::TestWithParam<const char*> {};
TEST_P(MpiCallInParallelRegionTest, IsUndecidedIfOtherThreadsMightMatter) {
  const Verdict verdict = verify_openmp_teams_program(GetParam());
  EXPECT_EQ(verdict.kind, Verdict::Kind::undecided) << verdict.text;
  EXPECT_NE(verdict.text.find("in a parallel region of OpenMP"), std::string::npos) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, MpiCallInParallelRegionTest,
                         testing::Values("funneled_master", "funneled_query", "loop", "multiple_sections",
                                         "as_many_as_there_are"));

class MpiCallBySingleThreadTest : public testing::TestWithParam<const char*> {};
TEST_P(MpiCallBySingleThreadTest, IsRight) {
  const Verdict verdict = verify_openmp_teams_program(GetParam());
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << verdict.text;
}
INSTANTIATE_TEST_SUITE_P(Openmp, MpiCallBySingleThreadTest, testing::Values("compute", "one_thread"));

}  // namespace
}  // namespace switchyard
