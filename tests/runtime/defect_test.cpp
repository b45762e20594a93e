#include "runtime/defect.hpp"

#include <gtest/gtest.h>

#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

TEST(Defect, EachClassIsFoundByItsName) {
  for (int i = 0; i <= static_cast<int>(DefectClass::memory); ++i) {
    const auto kind = static_cast<DefectClass>(i);
    EXPECT_EQ(parse_defect_class(name_of(kind)), kind);
  }
  EXPECT_EQ(parse_defect_class("memory_leak"), std::nullopt);
}

TEST(Defect, NodesNoteThemWithoutEndingTheRun) {
  DefectLog log;
  RunOptions options;
  options.defects = &log;
  run(
      machines::ipsc860({.nodes = 2}),
      [](Node& self) {
        if (self.id() == NodeId{1}) self.defects()->add({DefectClass::resource_leak, "a type is never freed"});
      },
      options);
  EXPECT_EQ(log.take_all_defects(), (std::vector{Defect{DefectClass::resource_leak, "a type is never freed"}}));
  EXPECT_TRUE(log.take_all_defects().empty());
}

TEST(Defect, AnErrorOfANodeKeepsItsClass) {
  try {
    run(machines::ipsc860({.nodes = 2}), [](Node&) {
      UsageError wrong("the root is not in the group");
      wrong.set_defect_class(DefectClass::invalid_parameter);
      throw wrong;
    });
    FAIL() << "the run does not end with the error of its node";
  } catch (const NodeError& error) {
    EXPECT_EQ(error.defect(), DefectClass::invalid_parameter);
  }
}

}  // namespace
}  // namespace switchyard
