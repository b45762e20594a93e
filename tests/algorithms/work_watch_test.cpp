#include "algorithms/matrix/work_watch.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/matrix/partition.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// The reports of progress that a WorkWatch has received during some work.
struct WatchReports {
  std::set<std::string> items;
  std::uint64_t times = 0;
  bool is_ordered = true;  ///< whether the counts of progress of each kind of work only rise
};

template <class Work>
WatchReports reports_of_work(Work work) {
  WatchReports told;
  std::string last_what;
  std::uint64_t last = 0;
  const WorkWatch watch([&](const char* what, std::uint64_t done, std::uint64_t) {
    told.items.insert(what);
    ++told.times;
    told.is_ordered = told.is_ordered && (what != last_what || done >= last);
    last_what = what;
    last = done;
  });
  work();
  return told;
}

TEST(WorkWatch, IsToldOfTheSwitchesOfARandomMatrix) {
  const WatchReports told = reports_of_work([] {
    Rng rng(1);
    dense_random(256, 16, 8, rng);
  });
  EXPECT_EQ(told.items, std::set<std::string>{"switches"});
  EXPECT_GT(told.times, 100U);
  EXPECT_LE(told.times, 1001U);
  EXPECT_TRUE(told.is_ordered);
}

TEST(WorkWatch, IsToldOfStepsBetweenReadingAMatrixAndItsPartition) {
  const WatchReports reading = reports_of_work([] {
    std::istringstream file("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 -1\n2 2 4\n");
    read_sparse_matrix(file, "m.mtx", PatternFile::entries_as_ones);
  });
  EXPECT_EQ(reading.items, (std::set<std::string>{"entries", "sorting the entries"}));
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const WatchReports parting = reports_of_work([] { partition(graph_of(SparseMatrix::grid_laplacian(8)), 2, 1); });
  EXPECT_EQ(parting.items, std::set<std::string>{"partitioning by METIS"});
}

TEST(WorkWatch, IsToldByEverySchedulerThatMayTakeLong) {
  const Machine machine = machines::ipsc860({.nodes = 32});
  Rng rng(1);
  const CommunicationMatrix matrix = dense_random(32, 8, 8, rng);
  const Catalogue catalogue = shipped_algorithms();
  for (const char* name : {"rs_n", "rs_nl", "gs", "optimal_n", "fcfs", "fcfs_rerouted", "iscom", "miscom",
                           "miscom_rerouted", "miscom_improved", "dsatur", "min_sum"}) {
    const WatchReports told = reports_of_work([&] { make_schedule(machine, catalogue.find("test", name), matrix, 1); });
    EXPECT_GT(told.times, 5U) << name;
    EXPECT_TRUE(told.is_ordered) << name;
  }
}

TEST(WorkWatch, TellsTheInnermostWatchOnly) {
  const auto make = [] {
    Rng rng(1);
    dense_random(16, 4, 8, rng);
  };
  WatchReports inner;
  const WatchReports outer = reports_of_work([&] { inner = reports_of_work(make); });
  EXPECT_EQ(outer.times, 0U);
  EXPECT_GT(inner.times, 0U);
  EXPECT_EQ(WorkWatch::current(), nullptr);
}

}  // namespace
}  // namespace switchyard
