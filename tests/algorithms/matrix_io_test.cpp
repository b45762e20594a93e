#include "algorithms/matrix/matrix_io.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "algorithms/matrix/generators.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

const std::string kMatrixMarketBanner = "%%MatrixMarket matrix coordinate integer general\n";
const std::string kCsvHeader = "source,destination,bytes\n";

CommunicationMatrix read_matrix_market_text(const std::string& text, Diagonal diagonal = Diagonal::refuse) {
  std::istringstream in(text);
  return read_matrix_market(in, "m.mtx", diagonal);
}

CommunicationMatrix read_csv_text(const std::string& text, Diagonal diagonal = Diagonal::refuse) {
  std::istringstream in(text);
  return read_csv(in, "m.csv", diagonal);
}

template <class Read>
std::string error_text_of_reading_matrix(Read read, const std::string& text) {
  try {
    read(text, Diagonal::refuse);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

std::string error_of_matrix_market(const std::string& text) {
  return error_text_of_reading_matrix(read_matrix_market_text, text);
}
std::string error_of_csv(const std::string& text) { return error_text_of_reading_matrix(read_csv_text, text); }

bool starts_with(const std::string& text, const std::string& part) { return text.starts_with(part); }

std::uint64_t bytes_from_to(const CommunicationMatrix& matrix, std::uint32_t i, std::uint32_t j) {
  const auto* entry = matrix.find(NodeId{i}, NodeId{j});
  return entry == nullptr ? 0 : entry->bytes;
}

TEST(MatrixMarket, ValueInRowAndColumnIsTheMessageFromRowToColumn) {
  const auto matrix = read_matrix_market_text(kMatrixMarketBanner + "% a comment\n\n3 3 2\n1 3 20\n2 1 5\n");
  EXPECT_EQ(matrix.node_count(), 3U);
  EXPECT_EQ(matrix.message_count(), 2U);
  EXPECT_EQ(bytes_from_to(matrix, 0, 2), 20U);
  EXPECT_EQ(bytes_from_to(matrix, 1, 0), 5U);
}

TEST(MatrixMarket, AcceptsCrlfBlanksCapitalsAndNoLastNewline) {
  const auto matrix =
      read_matrix_market_text("%%matrixmarket MATRIX Coordinate Integer General\r\n 2 2\t1\r\n\r\n 1  2 +7 \r\n");
  EXPECT_EQ(bytes_from_to(matrix, 0, 1), 7U);
  EXPECT_EQ(bytes_from_to(read_matrix_market_text(kMatrixMarketBanner + "2 2 1\n1 2 7"), 0, 1), 7U);
}

TEST(MatrixMarket, ExpandsSymmetricFiles) {
  const auto matrix =
      read_matrix_market_text("%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 6\n");
  EXPECT_EQ(matrix.message_count(), 4U);
  EXPECT_EQ(bytes_from_to(matrix, 0, 1), 5U);
  EXPECT_EQ(bytes_from_to(matrix, 1, 2), 6U);
}

TEST(MatrixMarket, PatternsHaveOneByteEach) {
  EXPECT_EQ(
      bytes_from_to(read_matrix_market_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n"), 1, 0),
      1U);
}

TEST(MatrixMarket, RealValuesMustBeWhole) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n2 2 1\n";
  EXPECT_EQ(bytes_from_to(read_matrix_market_text(real + "1 2 2.5e3\n"), 0, 1), 2500U);
  EXPECT_EQ(bytes_from_to(read_matrix_market_text(real + "1 2 4.000\n"), 0, 1), 4U);
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 2.5\n"), "m.mtx:3:5: '2.5' is not whole; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 -2.0\n"), "m.mtx:3:5: '-2.0' is negative; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 nan\n"), "m.mtx:3:5: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 inf\n"), "m.mtx:3:5: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 1e999\n"), "m.mtx:3:5: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(real + "1 2 1e17\n"), "m.mtx:3:5: '1e17' is too large");
}

TEST(MatrixMarket, ArraysAreListedByColumns) {
  const auto matrix = read_matrix_market_text("%%MatrixMarket matrix array integer general\n2 2\n0\n7\n9\n0\n");
  EXPECT_EQ(bytes_from_to(matrix, 1, 0), 7U);
  EXPECT_EQ(bytes_from_to(matrix, 0, 1), 9U);
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket matrix array integer general\n2 2\n0\n7\n9\n"),
               "m.mtx:5:1: the file ends after 3 of 4 entries; ");
}

TEST(MatrixMarket, ZerosAreNoMessagesEvenOnTheDiagonal) {
  EXPECT_EQ(read_matrix_market_text(kMatrixMarketBanner + "2 2 2\n1 1 0\n1 2 0\n").message_count(), 0U);
}

TEST(MatrixMarket, DiagonalIsRefusedOrDropped) {
  const std::string text = kMatrixMarketBanner + "2 2 2\n1 1 5\n1 2 6\n";
  EXPECT_PRED2(starts_with, error_of_matrix_market(text), "m.mtx:3:1: node 1 has a message to itself; ");
  EXPECT_EQ(read_matrix_market_text(text, Diagonal::drop).message_count(), 1U);
}

TEST(MatrixMarket, SaysWhereAFileIsWrong) {
  EXPECT_PRED2(starts_with, error_of_matrix_market(""), "m.mtx:1:1: the file is empty; start with ");
  EXPECT_PRED2(starts_with, error_of_matrix_market("hello\n"), "m.mtx:1:1: no Matrix Market banner; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket matrix coordinate\n"),
               "m.mtx:1:23: the banner has 3 words");
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket vector coordinate integer general\n"),
               "m.mtx:1:16: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket matrix list integer general\n"), "m.mtx:1:23: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket matrix coordinate complex general\n"),
               "m.mtx:1:34: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market("%%MatrixMarket matrix coordinate integer hermitian\n"),
               "m.mtx:1:42: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner),
               "m.mtx:1:1: the file ends before its size line; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 3 1\n1 2 1\n"),
               "m.mtx:2:3: 2 rows and 3 columns; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2\n"),
               "m.mtx:2:3: the size line has 2 numbers of 3; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "0 0 0\n"), "m.mtx:2:1: 0 nodes; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2 -4\n"),
               "m.mtx:3:5: '-4' is negative; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2 1.5\n"),
               "m.mtx:3:5: '1.5' is not whole; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2 x\n"),
               "m.mtx:3:5: 'x' stands where a number belongs; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 3 4\n"),
               "m.mtx:3:3: 3 is outside the matrix; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n0 2 4\n"),
               "m.mtx:3:1: 0 is outside the matrix; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2\n"),
               "m.mtx:3:3: 2 numbers where 3 belong; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 2\n1 2 3\n 1 2 4\n"),
               "m.mtx:4:2: entry 1, 2 is there already, at line 3; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 2\n1 2 3\n"),
               "m.mtx:3:1: the file ends after 1 of 2 entries; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2 3\n2 1 3\n"),
               "m.mtx:4:1: more than the 1 entries that the file announces; ");
  EXPECT_PRED2(starts_with,
               error_of_matrix_market("%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n1 2 5\n"),
               "m.mtx:3:3: entry 1, 2 lies above the diagonal; ");
}

TEST(MatrixMarket, HugeNumbersAreErrorsAndAllocateNothing) {
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "4294967296 4294967296 1\n"),
               "m.mtx:2:1: 4294967296 nodes; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "99999999999999999999 1 1\n"), "m.mtx:2:1: ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 9000000000000000000\n"),
               "m.mtx:2:5: 9000000000000000000 entries in a matrix that has room for 4; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "4194304 4194304 17592186044416\n1 2 3\n"),
               "m.mtx:3:1: the file ends");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 1\n1 2 9223372036854775808\n"),
               "m.mtx:3:5: '9223372036854775808' is too large; ");
  EXPECT_PRED2(starts_with, error_of_matrix_market(kMatrixMarketBanner + "2 2 2\n1 2 9223372036854775807\n2 1 1\n"),
               "m.mtx:4:1: the sizes add up to 2^63 bytes or more; ");
}

TEST(Csv, ReadsDenseRows) {
  const auto matrix = read_csv_text("# from somewhere\n0,1,2\r\n 3 ,0,0\r\n0,4,0");
  EXPECT_EQ(matrix.message_count(), 4U);
  EXPECT_EQ(bytes_from_to(matrix, 0, 2), 2U);
  EXPECT_EQ(bytes_from_to(matrix, 1, 0), 3U);
  EXPECT_EQ(bytes_from_to(matrix, 2, 1), 4U);
}

TEST(Csv, ReadsPatternPOfThePaper) {
  // The lines below are the matrix "pattern P" of Ponnusamy et al. 1992, table 6, as printed.
  const auto matrix = read_csv_text(
      "0,1,0,1,0,1,1,0\n1,0,1,0,1,1,1,1\n0,1,0,1,0,0,0,0\n1,0,1,0,1,1,1,0\n0,1,1,1,0,1,0,1\n0,1,0,0,1,0,1,0\n"
      "1,0,1,1,0,1,0,1\n1,1,0,0,1,0,1,0\n");
  EXPECT_EQ(matrix.node_count(), 8U);
  // The rows of pattern P, one for each node, have 4 + 6 + 2 + 5 + 5 + 3 + 5 + 4 messages.
  EXPECT_EQ(matrix.message_count(), 34U);
}

TEST(Csv, ReadsTriplets) {
  const auto matrix = read_csv_text("\xef\xbb\xbf" + kCsvHeader + "0,5,10\n\n5,0,20\n");
  EXPECT_EQ(matrix.node_count(), 6U);
  EXPECT_EQ(bytes_from_to(matrix, 5, 0), 20U);
  EXPECT_EQ(read_csv_text("# nodes: 9\n" + kCsvHeader + "0,5,10\n").node_count(), 9U);
  EXPECT_EQ(read_csv_text("# nodes: 9\n" + kCsvHeader).message_count(), 0U);
}

TEST(Csv, DiagonalIsRefusedOrDropped) {
  EXPECT_PRED2(starts_with, error_of_csv("0,1\n1,8\n"), "m.csv:2:3: node 1 has a message to itself; ");
  EXPECT_EQ(read_csv_text("0,1\n1,8\n", Diagonal::drop).message_count(), 2U);
}

TEST(Csv, SaysWhereAFileIsWrong) {
  EXPECT_PRED2(starts_with, error_of_csv(""), "m.csv:1:1: the file has no data; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,1\n1\n"), "m.csv:2:1: 1 sizes where 2 belong; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,1\n"), "m.csv:1:1: the file ends after 1 of 2 rows; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,1\n1,0\n0,0\n"), "m.csv:3:1: more than 2 rows of 2 sizes; ");
  EXPECT_PRED2(starts_with, error_of_csv("0, -1\n1,0\n"), "m.csv:1:4: '-1' is negative; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,1.5\n1,0\n"), "m.csv:1:3: '1.5' is not whole; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,1e3\n1,0\n"), "m.csv:1:3: '1e3' is not written in digits alone; ");
  EXPECT_PRED2(starts_with, error_of_csv("0,\n1,0\n"), "m.csv:1:3: nothing stands where a number belongs; ");
  EXPECT_PRED2(starts_with, error_of_csv("from,to,bytes\n"), "m.csv:1:1: 'from' is no column of a matrix; ");
  EXPECT_PRED2(starts_with, error_of_csv("source,destination\n"), "m.csv:1:8: 2 columns; ");
  EXPECT_PRED2(starts_with, error_of_csv(kCsvHeader), "m.csv:1:1: no messages and no node count; ");
  EXPECT_PRED2(starts_with, error_of_csv(kCsvHeader + "0,1\n"), "m.csv:2:3: 2 values where 3 belong; ");
  EXPECT_PRED2(starts_with, error_of_csv(kCsvHeader + "0,1,5\n0,1,6\n"),
               "m.csv:3:1: entry 0, 1 is there already, at line 2; ");
  EXPECT_PRED2(starts_with, error_of_csv("# nodes: 2\n" + kCsvHeader + "0,2,5\n"),
               "m.csv:3:3: node 2 does not exist; ids are 0..1");
  EXPECT_PRED2(starts_with, error_of_csv(kCsvHeader + "0,4294967295,5\n"),
               "m.csv:2:3: node 4294967295 does not exist; ");
  EXPECT_PRED2(starts_with, error_of_csv("# nodes: many\n" + kCsvHeader),
               "m.csv:1:10: 'many' stands where a number belongs; ");
}

TEST(MatrixReading, ErrorsStayOnOneLineWhateverTheFileHolds) {
  const std::string error = error_of_csv(std::string("0,\x01\x7f\xff") + std::string(1000, 'z') + "\n");
  EXPECT_EQ(error.find('\n'), std::string::npos);
  EXPECT_LT(error.size(), 150U);
  EXPECT_PRED2(starts_with, error, "m.csv:1:3: '???zzz");
}

class MatrixFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::temp_directory_path() / fmt::format("switchyard_matrix_io_{}_{}", test->name(), ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path_of_file(const std::string& name) const { return (folder_ / name).string(); }
  void write_file(const std::string& name, const std::string& text) const { std::ofstream(path_of_file(name)) << text; }

 private:
  std::filesystem::path folder_;
};

TEST_F(MatrixFile, FormatFollowsTheEndingAndElseTheContent) {
  write_file("a.mtx", kMatrixMarketBanner + "2 2 1\n1 2 3\n");
  write_file("a.csv", "0,3\n0,0\n");
  write_file("market", kMatrixMarketBanner + "2 2 1\n1 2 3\n");
  write_file("values", "0,3\n0,0\n");
  for (const char* name : {"a.mtx", "a.csv", "market", "values"}) {
    EXPECT_EQ(bytes_from_to(read_matrix_file(path_of_file(name)), 0, 1), 3U) << name;
  }
}

TEST_F(MatrixFile, AnUnreadablePathIsAnErrorThatNamesIt) {
  EXPECT_PRED2(starts_with,
               error_text_of_reading_matrix([](const std::string& p, Diagonal) { read_matrix_file(p); },
                                            path_of_file("none.mtx")),
               path_of_file("none.mtx") + ":1:1: cannot be read (");
  EXPECT_PRED2(
      starts_with,
      error_text_of_reading_matrix([](const std::string& p, Diagonal) { read_matrix_file(p); }, path_of_file(".")),
      path_of_file(".") + ":1:1: this is a folder; ");
}

TEST(MatrixWriting, RefusesWhatAFileCannotHold) {
  std::ostringstream out;
  EXPECT_THROW(write_matrix(out, complete(3, 0), MatrixFormat::csv_dense), UsageError);
  EXPECT_THROW(write_matrix(out, CommunicationMatrix{}, MatrixFormat::matrix_market), UsageError);
}

std::string matrix_text(const CommunicationMatrix& matrix, MatrixFormat format) {
  std::ostringstream out;
  write_matrix(out, matrix, format);
  return out.str();
}

CommunicationMatrix read_back(const std::string& text, MatrixFormat format) {
  return format == MatrixFormat::matrix_market ? read_matrix_market_text(text) : read_csv_text(text);
}

rc::Gen<MatrixFormat> arbitrary_format() {
  return rc::gen::element(MatrixFormat::matrix_market, MatrixFormat::csv_triplets, MatrixFormat::csv_dense);
}

CommunicationMatrix arbitrary_matrix() {
  const auto nodes = *rc::gen::inRange<std::uint32_t>(1, 20);
  const auto share = *rc::gen::inRange(0, 101);
  const auto size = *rc::gen::inRange<std::uint64_t>(1, 1ULL << 40U);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  return random_percent_matrix(nodes, share, size, rng);
}

RC_GTEST_PROP(MatrixWriting, WhatIsWrittenReadsBackEqual, ()) {
  const CommunicationMatrix matrix = arbitrary_matrix();
  const MatrixFormat format = *arbitrary_format();
  RC_ASSERT(read_back(matrix_text(matrix, format), format) == matrix);
}

/// Reads the text of a damaged matrix file, which must either still be valid or be refused by an error of one line.
void read_damaged_text(const std::string& text, MatrixFormat format) {
  try {
    (void)read_back(text, format);
  } catch (const UsageError& error) {
    RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos);
  }
}

RC_GTEST_PROP(MatrixReading, DamagedFilesAreReadOrRefused, ()) {
  const MatrixFormat format = *arbitrary_format();
  const std::string valid_matrix_text = matrix_text(arbitrary_matrix(), format);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  for (int i = 0; i < 20; ++i) {
    read_damaged_text(valid_matrix_text.substr(0, rng.random_number_below(valid_matrix_text.size() + 1)), format);
    std::string damaged_matrix_text = valid_matrix_text;
    for (std::uint64_t bytes_left_to_damage = rng.random_number_below(4) + 1; bytes_left_to_damage > 0;
         --bytes_left_to_damage) {
      damaged_matrix_text[rng.random_number_below(damaged_matrix_text.size())] =
          static_cast<char>(rng.random_number_below(256));
    }
    read_damaged_text(damaged_matrix_text, format);
    // Also replaces one character by a digit. Such a file often remains readable, so that errors are found at a later
    // stage than with other wrong characters.
    std::string digits = valid_matrix_text;
    digits[rng.random_number_below(digits.size())] = static_cast<char>('0' + rng.random_number_below(10));
    read_damaged_text(digits, format);
  }
}

}  // namespace
}  // namespace switchyard
