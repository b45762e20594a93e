#include "bench/report/table.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

namespace switchyard::cli {
namespace {

std::string printed_table_text(const TextTable& table) {
  std::ostringstream out;
  table.print(out);
  return out.str();
}

TEST(TextTable, AlignsColumnsAndMarksTheBest) {
  TextTable table({{"density", TextAlignment::right_aligned},
                   {"algorithm", TextAlignment::left_aligned},
                   {"makespan_us", TextAlignment::right_aligned}});
  table.set_title("makespan, median of 50 samples");
  table.add_parameter("machine", "ipsc860");
  table.add_parameter("nodes", "64");
  table.add_row({"8", "lp", "1240.000"});
  table.add_row({"8", "rs_nl", cell_marked_as_best("980.500")});
  table.add_separator();
  table.add_row({"16", "lp", "1300.000"});
  table.add_note("* best of its density");
  EXPECT_EQ(printed_table_text(table),
            "makespan, median of 50 samples\n"
            "  machine  ipsc860\n"
            "  nodes    64\n"
            "\n"
            "density  algorithm  makespan_us\n"
            "-------  ---------  -----------\n"
            "      8  lp            1240.000\n"
            "      8  rs_nl          980.500*\n"
            "--------------------------------\n"
            "     16  lp            1300.000\n"
            "\n"
            "* best of its density\n");
}

TEST(TextTable, WidensAColumnToItsWidestCell) {
  TextTable table({{"n", TextAlignment::right_aligned},
                   {"name", TextAlignment::left_aligned},
                   {"k", TextAlignment::right_aligned}});
  table.add_row({"1024", "a", "1"});
  table.add_row({"1", "a long one", "2"});
  EXPECT_EQ(printed_table_text(table),
            "   n  name        k\n"
            "----  ----------  -\n"
            "1024  a           1\n"
            "   1  a long one  2\n");
}

TEST(TextTable, LeavesNoSpacesAtTheEndOfALine) {
  TextTable table({{"algorithm", TextAlignment::left_aligned}, {"note", TextAlignment::left_aligned}});
  table.add_parameter("matrix", "");
  table.add_row({"lp", ""});
  table.add_row({"rs_nl", cell_marked_as_best("faster")});
  EXPECT_EQ(printed_table_text(table),
            "  matrix\n"
            "\n"
            "algorithm  note\n"
            "---------  ------\n"
            "lp\n"
            "rs_nl      faster*\n");
}

TEST(TextTable, KeepsDigitsUnderEachOtherWhenOneIsMarked) {
  TextTable table({{"a", TextAlignment::right_aligned}, {"b", TextAlignment::right_aligned}});
  table.add_row({cell_marked_as_best("1"), "2"});
  table.add_row({"3", "4"});
  EXPECT_EQ(printed_table_text(table),
            "a   b\n"
            "-   -\n"
            "1*  2\n"
            "3   4\n");
}

TEST(TextTable, PrintsSeparatorsOnlyBetweenRowsAndOnlyOne) {
  TextTable table({{"n", TextAlignment::right_aligned}});
  table.add_separator();
  table.add_row({"1"});
  table.add_separator();
  table.add_separator();
  table.add_row({"2"});
  table.add_separator();
  EXPECT_EQ(printed_table_text(table), "n\n-\n1\n-\n2\n");
}

TEST(TextTable, CountsCharactersAndNotBytes) {
  TextTable table({{"name", TextAlignment::right_aligned}});
  table.add_row({"K\xc3\xb6ln"});
  EXPECT_EQ(printed_table_text(table), "name\n----\nK\xc3\xb6ln\n");
}

TEST(TextTable, WithoutRowsIsItsHeader) {
  EXPECT_EQ(printed_table_text(TextTable({{"n", TextAlignment::right_aligned}, {"name", TextAlignment::left_aligned}})),
            "n  name\n-  ----\n");
}

TEST(TextTable, RefusesARowOfTheWrongLength) {
  TextTable table({{"n", TextAlignment::right_aligned}});
  EXPECT_THROW(table.add_row({}), std::invalid_argument);
  EXPECT_THROW(table.add_row({"1", "2"}), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard::cli
