#include "runtime/build_info.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace switchyard {
namespace {

TEST(BuildInfo, NamesVersionBuildTypeCommitAndCompiler) {
  const BuildInfo& build = build_info();
  EXPECT_FALSE(build.version.empty());
  EXPECT_FALSE(build.build_type.empty());
  EXPECT_FALSE(build.commit.empty());
  EXPECT_FALSE(build.compiler.empty());
}

TEST(BuildInfo, NamesTheSanitizerOnlyWhereThereIsOne) {
#ifdef SWITCHYARD_SANITIZED
  EXPECT_FALSE(build_info().sanitizer.empty());
#else
  EXPECT_TRUE(build_info().sanitizer.empty());
#endif
}

TEST(BuildInfo, PrintsAsOneLine) {
  std::ostringstream text;
  text << build_info();
  EXPECT_TRUE(text.str().starts_with("switchyard "));
  EXPECT_EQ(text.str().find('\n'), std::string::npos);
}

}  // namespace
}  // namespace switchyard
