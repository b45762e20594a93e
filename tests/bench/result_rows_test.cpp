#include "bench/experiment/result_rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace switchyard::cli {
namespace {

using namespace std::chrono_literals;

ResultRow example_row() {
  ResultRow row;
  row.machine = "ipsc860";
  row.nodes = 64;
  row.algorithm = "rs_nl";
  row.pattern = "dense";
  row.pattern_parameter = "16";
  row.bytes = 1024;
  row.sample_number = 3;
  row.seed = 18446744073709551615U;
  row.clock = "virtual";
  row.executor = "threads";
  row.message_count = 1024;
  row.circuit_count = 1000;
  row.payload_bytes = 1048576;
  row.phases = 17;
  row.makespan = 12'345'678ns;
  row.schedule_time = 10'300ns;
  row.link_wait = 7ns;
  row.port_wait = 0ns;
  row.discarded_messages = 2;
  row.host_time = 123'456'500ns;
  row.trace_hash = 0xdeadbeef;
  row.origin = {.constants = "as shipped", .protocol_name = "own", .program_version = "0.1.0", .host = "here"};
  return row;
}

TEST(ResultRow, HasTheColumnsThatAreNeverRenamed) {
  EXPECT_EQ(csv_header(),
            "machine,nodes,algorithm,pattern,density,bytes,sample,seed,clock,executor,messages,circuits,payload_bytes,"
            "phases,makespan_us,schedule_us,link_wait_us,port_wait_us,discarded,host_s,trace_hash,reuse,"
            "dilation,deadlines,missed,late_median_us,late_99_us,late_max_us,virtual_us,usable,constants,protocol,"
            "version,host,matrix");
}

TEST(ResultRow, IsOneLineOfCsv) {
  EXPECT_EQ(to_csv(example_row()),
            "ipsc860,64,rs_nl,dense,16,1024,3,18446744073709551615,virtual,threads,1024,1000,1048576,"
            "17,12345.678,10.300,0.007,0.000,2,0.123457,00000000deadbeef,1,,,,,,,,1,as shipped,own,0.1.0,here,");
}

TEST(ResultRow, WithNothingSetHasEmptyTextsAndZeros) {
  EXPECT_EQ(to_csv({}), ",0,,,,0,0,0,,,0,0,0,0,0.000,0.000,0.000,0.000,0,0.000000,0000000000000000,1,,,,,,,,1,,,,,");
}

TEST(ResultRow, TellsHowARunUnderTheClockWallKeptPace) {
  ResultRow row = example_row();
  row.pace = PaceReport{.dilation = 12.5,
                        .tolerance = 2us,
                        .deadlines = 100,
                        .missed = 50,
                        .late_median = 20us,
                        .late_99 = 1ms,
                        .late_max = 2ms};
  row.virtual_makespan = 12ms;
  EXPECT_EQ(to_csv(row),
            "ipsc860,64,rs_nl,dense,16,1024,3,18446744073709551615,virtual,threads,1024,1000,1048576,"
            "17,12345.678,10.300,0.007,0.000,2,0.123457,00000000deadbeef,1,12.5,100,50,20.000,1000.000,2000.000,12000."
            "000,0,as shipped,own,0.1.0,here,");
}

TEST(ResultRow, QuotesFieldsThatNeedQuotes) {
  ResultRow row;
  row.machine = "a \"fast\" one";
  row.pattern = "bounded:k=32,l=1/32,t=64KiB";
  row.pattern_parameter = "two\nlines";
  row.clock = "spaces stay";
  EXPECT_EQ(to_csv(row),
            "\"a \"\"fast\"\" one\",0,,\"bounded:k=32,l=1/32,t=64KiB\",\"two\nlines\",0,0,0,spaces stay,,"
            "0,0,0,0,0.000,0.000,0.000,0.000,0,0.000000,0000000000000000,1,,,,,,,,1,,,,,");
}

TEST(ResultRow, IsOneObjectOfJsonWithTheSameNamesInOrder) {
  EXPECT_EQ(
      to_json(example_row()).dump(),
      "{\"machine\":\"ipsc860\",\"nodes\":64,\"algorithm\":\"rs_nl\",\"pattern\":\"dense\",\"density\":16,"
      "\"bytes\":1024,\"sample\":3,\"seed\":18446744073709551615,\"clock\":\"virtual\",\"executor\":\"threads\","
      "\"messages\":1024,\"circuits\":1000,\"payload_bytes\":1048576,\"phases\":17,\"makespan_us\":12345.678,"
      "\"schedule_us\":10.3,\"link_wait_us\":0.007,\"port_wait_us\":0.0,\"discarded\":2,\"host_s\":0.123457,"
      "\"trace_hash\":\"00000000deadbeef\",\"reuse\":1,\"dilation\":null,\"deadlines\":null,\"missed\":null,"
      "\"late_median_us\":null,\"late_99_us\":null,\"late_max_us\":null,\"virtual_us\":null,\"usable\":1,"
      "\"constants\":\"as shipped\",\"protocol\":\"own\",\"version\":\"0.1.0\",\"host\":\"here\",\"matrix\":\"\"}");
}

TEST(ResultRow, NamesTheColumnsAlikeInCsvAndJson) {
  std::string names;
  const auto json = to_json({});
  for (const auto& item : json.items()) names += (names.empty() ? "" : ",") + item.key();
  EXPECT_EQ(names, csv_header());
}

/// Returns the fields of one line of CSV, as RFC 4180 defines them.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && inside && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      inside = !inside;
    } else if (line[i] == ',' && !inside) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

RC_GTEST_PROP(ResultRow, TextsComeBackFromCsvWhateverTheyHold, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r', ' '));
  ResultRow row;
  row.machine = *text;
  row.pattern = *text;
  row.executor = *text;
  const auto fields = fields_of(to_csv(row));
  RC_ASSERT(fields.size() == 35U);
  RC_ASSERT(fields[0] == row.machine);
  RC_ASSERT(fields[3] == row.pattern);
  RC_ASSERT(fields[9] == row.executor);
}

RC_GTEST_PROP(ResultRow, TimesComeBackExactlyFromJson, ()) {
  ResultRow row;
  // Converting nanoseconds to microseconds and back has two roundings, each with a relative error of at most 2^-53. For
  // times below 2^51 ns, both errors together are less than half a nanosecond.
  row.makespan = Duration{*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 51)};
  const double read = nlohmann::json::parse(to_json(row).dump())["makespan_us"].get<double>();
  RC_ASSERT(std::llround(read * 1000) == row.makespan.count());
}

}  // namespace
}  // namespace switchyard::cli
