#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <sstream>

#include "bench/report/cell_groups.hpp"
#include "bench/report/cell_report.hpp"
#include "bench/report/chart.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"
#include "bench/report/result_report.hpp"
#include "bench/report/result_table.hpp"
#include "bench/report/svg_text.hpp"
#include "runtime/error.hpp"
#include "tests/bench/program.hpp"

namespace switchyard {
namespace {

using cli::FinishedProgram;
using cli::run_switchyard_program;
using cli::TemporaryFolder;
using cli::text_of_file;
using cli::write_text_file;

std::vector<ResultRow> read_rows(const std::string& text) {
  std::istringstream stream(text);
  return read_result_table(stream, "r.csv");
}

std::string csv_with_one_row() {
  return csv_header() + "\n" +
         to_csv({.machine = "ipsc860",
                 .nodes = 16,
                 .algorithm = "rs_nl",
                 .pattern = "bounded",
                 .pattern_parameter = "k=32,l=1/32,t=64KiB",
                 .bytes = 1024,
                 .sample_number = 3,
                 .seed = 7,
                 .clock = "virtual",
                 .executor = "threads",
                 .message_count = 5,
                 .circuit_count = 9,
                 .payload_bytes = 11,
                 .phases = 4,
                 .makespan = Duration{1'234'567},
                 .link_wait = Duration{10},
                 .trace_hash = 0xabc,
                 .exchanges_per_schedule = 2}) +
         "\n";
}

std::string error_text_of_reading_result_rows(const std::string& text) {
  try {
    read_rows(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ResultTable, ReadsWhatIsWritten) {
  const auto rows = read_rows(csv_with_one_row());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(csv_header() + "\n" + to_csv(rows[0]) + "\n", csv_with_one_row());
}

TEST(ResultTable, FindsColumnsByNameAndPassesOverNewOnes) {
  EXPECT_EQ(read_rows("new," + csv_header() + "\n\"a\"\"b\"," + to_csv(ResultRow{}) + "\r\n").size(), 1U);
}

TEST(ResultTable, PassesOverAByteOrderMark) { EXPECT_EQ(read_rows("\xef\xbb\xbf" + csv_with_one_row()).size(), 1U); }

TEST(ResultTable, SaysWhereSomethingIsWrong) {
  EXPECT_EQ(error_text_of_reading_result_rows(""),
            "r.csv:1:1: the file is empty; give a table as 'switchyard run --csv' writes it");
  EXPECT_TRUE(
      error_text_of_reading_result_rows("a,b\n1,2\n").starts_with("r.csv:1:1: this is no header of a result table"));
  EXPECT_TRUE(error_text_of_reading_result_rows("machine,nodes\nx,2\n")
                  .starts_with("r.csv:1:1: there is no column 'algorithm'"));
  EXPECT_TRUE(error_text_of_reading_result_rows(csv_header() + "\n").starts_with("r.csv:2:1: there is no row"));
  EXPECT_TRUE(error_text_of_reading_result_rows(csv_header() + "\na,b\n")
                  .starts_with("r.csv:2:3: 2 fields, and the header has "));
  std::string wrong = csv_with_one_row();
  wrong.replace(wrong.find(",16,"), 4, ",1x,");
  EXPECT_TRUE(error_text_of_reading_result_rows(wrong).starts_with("r.csv:2:9: '1x' is no whole number for 'nodes'"))
      << error_text_of_reading_result_rows(wrong);
  wrong = csv_with_one_row();
  wrong.replace(wrong.find("1234.567"), 8, "-1234.56");
  EXPECT_NE(error_text_of_reading_result_rows(wrong).find("is no time for 'makespan_us'"), std::string::npos);
  EXPECT_TRUE(error_text_of_reading_result_rows("a,b\rc,d\r").starts_with("r.csv:1:4: a carriage return ends no line"))
      << error_text_of_reading_result_rows("a,b\rc,d\r");
  EXPECT_TRUE(error_text_of_reading_result_rows("machine,\"x").starts_with("r.csv:1:9: the quotes"));
}

// Reading a damaged table of results gives rows, or a one-line error that says where the table is wrong.
TEST(ResultTable, SurvivesRandomDamage) {
  std::mt19937 random(1);
  const std::string whole = csv_with_one_row() + csv_with_one_row().substr(csv_with_one_row().find('\n') + 1);
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, random() % 20);
          break;
        case 2:
          text.insert(at, 1, ",\"\n\r9e-."[random() % 8]);
          break;
        default:
          text.resize(at);
          break;
      }
    }
    try {
      read_rows(text);
    } catch (const UsageError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("r.csv:")) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

std::string csv_line_of_wall_clock_run(const std::string& machine, const std::string& algorithm, Duration makespan,
                                       std::uint64_t missed) {
  return to_csv({.machine = machine,
                 .nodes = 16,
                 .algorithm = algorithm,
                 .pattern = "complete",
                 .pattern_parameter = "",
                 .bytes = 16,
                 .clock = "wall",
                 .executor = "threads",
                 .makespan = makespan,
                 .pace = PaceReport{.deadlines = 100, .missed = missed}}) +
         "\n";
}

CurveChart curve_chart_of(std::vector<Curve> curves) {
  return {.title = "a <b> & 'c'",
          .x_label = "bytes",
          .y_label = "ms",
          .is_x_logarithmic = true,
          .is_y_logarithmic = true,
          .is_x_in_bytes = true,
          .curves = std::move(curves)};
}

/// Expects that the tags of an SVG picture are closed in the reverse order of opening, and that every ampersand starts
/// an entity.
void expect_well_formed_svg(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = svg.find('<', at)) != std::string::npos;) {
    const std::size_t end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = svg.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" \n/", 1) - (tag[0] == '/' ? 1 : 0));
    at = end;
    if (tag[0] == '/') {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), tag.substr(1));
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
  }
  EXPECT_TRUE(open.empty());
  for (std::size_t at = 0; (at = svg.find('&', at)) != std::string::npos; ++at) {
    EXPECT_LT(svg.find(';', at), at + 7);
  }
}

TEST(Chart, PicturesAreWellFormedWhateverTheNames) {
  const std::string name = "x<y>&\"z'";
  expect_well_formed_svg(
      curves_svg(curve_chart_of({{name, 0, false, {{16, 1, 0.5}, {1024, 30, 40}}}, {name, 0, true, {{16, 2, 0}}}})));
  expect_well_formed_svg(curves_svg(curve_chart_of({{name, 0, false, {{16, 1, 0}}}})));
  expect_well_formed_svg(
      bars_svg({.title = name, .y_label = name, .bars = {{name, 3.0, 2.0}, {name, std::nullopt, 0}}}));
  expect_well_formed_svg(region_map_svg({.title = name,
                                         .x_label = name,
                                         .y_label = name,
                                         .column_labels = {name, "2"},
                                         .row_labels = {name},
                                         .algorithm_names = {name, "b"},
                                         .points_by_row = {{{0, true}, {std::nullopt, false}}}}));
}

TEST(Chart, TheLabelBesideALowMapIsNotCutOff) {
  RegionMap map{.title = "best",
                .x_label = "size",
                .y_label = "density: messages from each node",
                .column_labels = {"64"},
                .row_labels = {"2", "4"},
                .algorithm_names = {"ac"},
                .points_by_row = {{{0, true}}, {{0, true}}}};
  EXPECT_NE(region_map_svg(map).find(">density</text>"), std::string::npos) << region_map_svg(map);
  map.row_labels = {"2", "4", "8", "16", "32"};
  map.points_by_row.resize(5, map.points_by_row.front());
  EXPECT_NE(region_map_svg(map).find(">density: messages from each node</text>"), std::string::npos);
}

TEST(Chart, TicksAreRound) {
  EXPECT_EQ(round_tick_values(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(tick_label(0.1 * 3), "0.3");
  EXPECT_EQ(byte_size_text(1536), "1.5 KiB");
}

TEST(Chart, TicksEndWhereDoublesAreFarApart) {
  const double large = std::exp2(64);
  for (const double most : {std::nextafter(large, INFINITY), large + 8192, large * (1 + 1e-12)}) {
    const std::vector<double> ticks = round_tick_values(large, most, 5);
    EXPECT_LE(ticks.size(), 6U);
    for (const double tick : ticks) EXPECT_TRUE(tick >= large && tick <= most) << tick;
    EXPECT_EQ(std::ranges::adjacent_find(ticks, std::greater_equal<>()), ticks.end());
  }
  EXPECT_EQ(round_tick_values(1, 1, 5), std::vector<double>{});
}

TEST(Chart, LargeValuesCloseTogetherAreDrawnAtFinitePlaces) {
  const double large = std::exp2(64);
  for (const double least : {1.0, large}) {
    for (const double most : {least, std::nextafter(least, INFINITY)}) {
      for (const bool logarithmic : {false, true}) {
        CurveChart chart = curve_chart_of({{"a", 0, false, {{least, least, 0}, {most, most, 0}}}});
        chart.is_x_logarithmic = chart.is_y_logarithmic = logarithmic;
        const std::string svg = curves_svg(chart);
        EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
        EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
      }
    }
  }
}

TEST(Gnuplot, TextsCannotLeaveTheirQuotes) {
  const std::string script = gnuplot_script(curve_chart_of({{"it's\nsystem('x')`y`", 0, false, {{16, 1, 0}}}}));
  EXPECT_NE(script.find("title 'it''s system(''x'')`y`' noenhanced"), std::string::npos) << script;
}

TEST(Gnuplot, DrawsAPictureThatCanStandInAPage) {
  if (!gnuplot_version()) GTEST_SKIP() << "gnuplot is not installed";
  const auto svg = gnuplot_svg(curve_chart_of({{"it's", 0, false, {{16, 1, 0.5}, {1024, 30, 4}}}}), "p1_");
  ASSERT_TRUE(svg);
  EXPECT_TRUE(svg->starts_with("<svg"));
  EXPECT_EQ(svg->find("'gpPt"), std::string::npos);
  EXPECT_NE(svg->find("it&#39;s"), svg->find("it's"));
}

ResultCell cell_in_ms(const std::string& d, const std::string& bytes, const std::string& algorithm, double emulated,
                      std::optional<double> published = {}) {
  return {.parameters = {{"d", d}, {"bytes", bytes}, {"algorithm", algorithm}},
          .measurement_unit = "ms",
          .published_value = published,
          .emulated_value = emulated};
}

template <class Block>
std::vector<Block> blocks_of_type(const std::vector<ReportBlock>& blocks) {
  std::vector<Block> found;
  for (const ReportBlock& block : blocks) {
    if (const auto* one = std::get_if<Block>(&block)) found.push_back(*one);
  }
  return found;
}

TEST(ResultCellReportOptions, HasRegionsAPictureForEachDensityAndColouredErrors) {
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  std::vector<ResultCell> cells;
  for (const char* d : {"4", "8"}) {
    for (const char* bytes : {"16", "256", "4096"}) {
      cells.push_back(cell_in_ms(d, bytes, "ac", 10, 10.2));
      cells.push_back(cell_in_ms(d, bytes, "lp", bytes == std::string("16") ? 5 : 20, 11));
    }
  }
  const auto blocks =
      make_report_blocks_of_result_cells(cells, {.picture_name_prefix = "x", .column_parameter = "algorithm"}, drawer);
  const auto figures = blocks_of_type<ReportPicture>(blocks);
  ASSERT_EQ(figures.size(), 3U);
  EXPECT_EQ(figures[0].name, "x.regions");
  EXPECT_EQ(figures[1].name, "x.bytes.d-4");
  EXPECT_NE(figures[1].svg.find("hull"), std::string::npos);
  EXPECT_NE(figures[1].svg.find(">published<"), std::string::npos);
  const auto tables = blocks_of_type<ReportTable>(blocks);
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables[0].rows.size(), 6U);
  EXPECT_EQ(tables[0].rows[0][2].css_classes, "number e0");
  EXPECT_EQ(tables[0].rows[0][3].css_classes, "number e3 best");
}

TEST(ResultCellReportOptions, CellsThatDifferOnlyInANameBecomeBars) {
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  std::vector<ResultCell> cells;
  for (const char* name : {"fcfs", "iscom"}) {
    cells.push_back({.parameters = {{"algorithm", name}},
                     .measurement_unit = "level sum",
                     .published_value = 14,
                     .emulated_value = 14});
  }
  const auto blocks =
      make_report_blocks_of_result_cells(cells, {.picture_name_prefix = "x", .column_parameter = ""}, drawer);
  EXPECT_EQ(blocks_of_type<ReportPicture>(blocks).at(0).name, "x.bars");
}

TEST(ResultCellReportOptions, PicturesHaveDifferentNamesThatFilesCanHave) {
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  std::vector<ResultCell> cells;
  const std::string same(600, 'k');
  for (const std::string& d : {std::string("a b"), std::string("a-b"), same + "1", same + "2"}) {
    for (const char* bytes : {"16", "256"}) {
      cells.push_back(cell_in_ms(d, bytes, "ac", 1));
      cells.push_back(cell_in_ms(d, bytes, "lp", 2));
    }
  }
  const auto figures = blocks_of_type<ReportPicture>(
      make_report_blocks_of_result_cells(cells, {.picture_name_prefix = "x", .column_parameter = "algorithm"}, drawer));
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_EQ(figures[0].name, "x.bytes.d-a-b");
  EXPECT_EQ(figures[1].name, "x.bytes.d-a-b-2");
  EXPECT_EQ(figures[2].name, "x.bytes.d-" + std::string(90, 'k'));
  EXPECT_EQ(figures[3].name, "x.bytes.d-" + std::string(88, 'k') + "-2");
}

TEST(ResultReport, LeavesOutRunsThatMissedTooManyDeadlinesAndCountsThem) {
  using std::chrono::microseconds;
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  const auto rows = read_rows(csv_header() + "\n" + csv_line_of_wall_clock_run("cm5", "ac", microseconds{1000}, 0) +
                              csv_line_of_wall_clock_run("cm5", "rs_n", microseconds{1500}, 2) +
                              csv_line_of_wall_clock_run("cm5", "lp", microseconds{500}, 50) +
                              csv_line_of_wall_clock_run("ipsc860", "lp", microseconds{500}, 50));
  const auto sections = result_sections(rows, drawer);
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_TRUE(blocks_of_type<ReportText>(sections[0].blocks).at(0).text.starts_with("1 of 3 runs left out"));
  const auto tables = blocks_of_type<ReportTable>(sections[0].blocks);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].column_titles, (std::vector<std::string>{"bytes", "ac", "rs_n"}));
  EXPECT_EQ(tables[0].rows.at(0).at(1).css_classes, "number best");
  EXPECT_EQ(tables[1].rows.size(), 2U);
  ASSERT_EQ(sections[1].blocks.size(), 1U);
  EXPECT_TRUE(blocks_of_type<ReportText>(sections[1].blocks).at(0).text.starts_with("1 of 1 runs left out"));
}

TEST(ResultReport, APictureOfAllRowsHasTheTitleOfTheirSection) {
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  std::vector<ResultRow> rows(2);
  for (ResultRow& row : rows) {
    row.machine = "cm5";
    row.nodes = 4;
    row.pattern = "program";
    row.clock = "virtual";
  }
  rows[0].algorithm = "ring";
  rows[1].algorithm = "halo";
  const auto sections = result_sections(rows, drawer);
  ASSERT_EQ(sections.size(), 1U);
  const auto figures = blocks_of_type<ReportPicture>(sections[0].blocks);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_NE(figures[0].svg.find(">cm5, 4 nodes, program"), std::string::npos) << figures[0].svg;
}

/// Tests rows in an arbitrary order, such as that of a sweep, which writes each row when its run ends.
TEST(ResultReport, IsSortedByDensityAndSizeWhateverTheOrderOfTheRows) {
  std::vector<ResultRow> rows;
  for (const char* density : {"32", "4", "16"}) {
    for (const std::uint64_t bytes : {1024, 64}) {
      rows.push_back({.machine = "cm5",
                      .nodes = 64,
                      .algorithm = "ac",
                      .pattern = "dense",
                      .pattern_parameter = density,
                      .bytes = bytes,
                      .clock = "virtual",
                      .executor = "fibers",
                      .makespan = std::chrono::microseconds{1000}});
    }
  }
  CurveDrawer drawer(DrawingProgram::builtin_picture_drawing);
  const auto sections = result_sections(rows, drawer);
  ASSERT_EQ(sections.size(), 1U);
  const auto tables = blocks_of_type<ReportTable>(sections[0].blocks);
  std::vector<std::string> cells;
  for (const auto& row : tables.at(0).rows) {
    cells.push_back(row.at(0).text + " " + row.at(1).text);
  }
  EXPECT_EQ(cells, (std::vector<std::string>{"4 64", "4 1024", "16 64", "16 1024", "32 64", "32 1024"}));
}

TEST(CellGroups, NumbersHaveFourDigitsThatCount) {
  EXPECT_EQ(number_text(12345.6), "12346");
  EXPECT_EQ(number_text(123.45), "123.5");
  EXPECT_EQ(number_text(1.5), "1.500");
  EXPECT_EQ(number_text(0.0614), "0.06140");
  EXPECT_EQ(number_text(0.0032), "0.003200");
  EXPECT_EQ(number_text(-0.5), "-0.5000");
  EXPECT_EQ(number_text(7), "7");
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(1.4e-17), "0");
}

TEST(Page, EscapesAllTexts) {
  const std::string bad = "<script>alert('x')</script>";
  const std::string page = html_page(
      {.title = bad,
       .report_header_facts = {{bad, bad}},
       .sections = {{bad,
                     bad,
                     bad,
                     bad,
                     {ReportText{bad}, ReportText{bad, true}, ReportTable{bad, {bad}, {{{bad, bad}}}},
                      ReportClaims{{{bad, bad, bad, bad, bad, bad}}}, ReportPicture{bad, "<svg></svg>", bad}}}}});
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

TEST(Page, QuotesArgumentsForTheShell) {
  EXPECT_EQ(quoted_shell_word("a.csv"), "a.csv");
  EXPECT_EQ(quoted_shell_word("it's"), "'it'\\''s'");
}

/// Runs the browser Chromium without a window. Returns its standard error and standard output, or nothing if Chromium
/// is not installed.
std::optional<std::string> run_chromium(const std::vector<std::string>& arguments, const TemporaryFolder& folder) {
  const std::string err = folder.path_of_file("chromium.err"), out = folder.path_of_file("chromium.out");
  std::vector<std::string> all{"chromium",
                               "--headless",
                               "--no-sandbox",
                               "--disable-gpu",
                               "--enable-logging=stderr",
                               "--user-data-dir=" + folder.path_of_file("profile"),
                               "--disable-background-networking",
                               "--disable-component-update",
                               "--no-first-run"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : all) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, "chromium", &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::nullopt;
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) return std::nullopt;
  return text_of_file(err) + text_of_file(out);
}

struct ReportOfSmallRun {
  TemporaryFolder folder;
  std::string html_page_text;

  ReportOfSmallRun() {
    const FinishedProgram run =
        run_switchyard_program({"run", "--nodes", "8", "--algorithm", "ac,rs_nl", "--density", "2,4", "--bytes",
                                "16,256,1KiB", "--samples", "2", "--csv", folder.path_of_file("r.csv")});
    EXPECT_EQ(run.code, 0) << run.standard_error;
    const FinishedProgram made =
        run_switchyard_program({"report", folder.path_of_file("r.csv"), "--output", folder.path_of_file("r.html"),
                                "--figures", folder.path_of_file("figures")});
    EXPECT_EQ(made.code, 0) << made.standard_error;
    html_page_text = text_of_file(folder.path_of_file("r.html"));
  }
};

TEST(ReportCommand, MakesAPageThatNeedsNoOther) {
  const ReportOfSmallRun made;
  EXPECT_LT(made.html_page_text.size(), 3U << 20U);
  EXPECT_EQ(made.html_page_text.find("<script"), std::string::npos);
  // The page forbids all requests to other addresses, so that a browser would report an attempt on its console.
  EXPECT_NE(made.html_page_text.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(made.html_page_text.find("switchyard trace --machine ipsc860 --nodes 8 --algorithm rs_nl --density 4"),
            std::string::npos);
  for (const char* figure : {"results-1.regions.svg", "results-1.bytes.density-2.svg", "timeline.svg"}) {
    EXPECT_TRUE(std::filesystem::exists(made.folder.path_of_file("figures") + "/" + figure)) << figure;
  }
}

TEST(ReportCommand, ThePageOpensWithoutErrorsOrRequests) {
  const ReportOfSmallRun made;
  const auto said = run_chromium({"--dump-dom", "file://" + made.folder.path_of_file("r.html")}, made.folder);
  if (!said) GTEST_SKIP() << "chromium is not installed: the page was not opened";
  EXPECT_NE(said->find("<h1>Results of r.csv</h1>"), std::string::npos);
  EXPECT_EQ(said->find("CONSOLE"), std::string::npos) << said->substr(said->find("CONSOLE"), 300);
}

TEST(ReportCommand, DrawsTheTimelineOfAMachineWithAShapeOfItsOwn) {
  const TemporaryFolder folder;
  const FinishedProgram run =
      run_switchyard_program({"run", "--machine", "paragon", "--algorithm", "rs_nl", "--density", "4", "--bytes", "64",
                              "--samples", "1", "--csv", folder.path_of_file("r.csv")});
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_EQ(
      run_switchyard_program({"report", folder.path_of_file("r.csv"), "--output", folder.path_of_file("r.html")}).code,
      0);
  EXPECT_NE(text_of_file(folder.path_of_file("r.html")).find("switchyard trace --machine paragon --nodes 64"),
            std::string::npos);
}

TEST(ReportCommand, RefusesBadInputWithOneLine) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("bad.csv"), "a,b\n1,2\n");
  cli::expect_usage_error({"report", folder.path_of_file("bad.csv"), "--output", folder.path_of_file("r.html")},
                          "bad.csv:1:1: ");
  cli::expect_usage_error({"report", folder.path_of_file("bad.csv"), "--output", folder.path_of_file("r.html"),
                           "--figures", folder.path_of_file("a/b")},
                          "--figures: cannot make the folder");
  cli::expect_usage_error({"report", "/nowhere.csv", "--output", folder.path_of_file("r.html")},
                          "FILE: cannot read '/nowhere.csv'");
  cli::expect_usage_error({"report", folder.path().string(), "--output", folder.path_of_file("r.html")}, "");
  cli::expect_usage_error({"report", folder.path_of_file("bad.csv")}, "--output");
  cli::expect_usage_error({"report", folder.path_of_file("bad.csv"), "--output", "x", "--draw", "me"}, "--draw");
  cli::expect_usage_error(
      {"report", folder.path_of_file("bad.csv"), "--output", "x", "--figures", std::string(400, 'a')}, "--figures: ");
  cli::expect_usage_error({"reproduce", "bokhari.latency", "--figures", "/tmp"}, "--figures");
  EXPECT_EQ(folder.entry_count(), 1U);
}

TEST(ReproduceCommand, MakesAReportOfWhatItHasRun) {
  const TemporaryFolder folder;
  const FinishedProgram done =
      run_switchyard_program({"reproduce", "bokhari.latency", "surma.example", "--report",
                              folder.path_of_file("r.html"), "--figures", folder.path().string(), "--draw", "own"});
  EXPECT_EQ(done.code, 0) << done.standard_error;
  const std::string page = text_of_file(folder.path_of_file("r.html"));
  EXPECT_NE(page.find("switchyard reproduce bokhari.latency --seed 1"), std::string::npos);
  EXPECT_NE(page.find("S1 holds"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder.path_of_file("surma.example.bars.svg")));
}

}  // namespace
}  // namespace switchyard
