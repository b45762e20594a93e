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

/// The reports of progress that a ScopedProgressListener has received while some work was done.
struct RecordedProgressReports {
  std::set<std::string> kinds_of_work;
  std::uint64_t report_count = 0;
  bool counts_only_rise = true;  ///< whether the counts of progress never fall, for each kind of work
};

template <class Work>
RecordedProgressReports record_progress_reports_of_work(Work work) {
  RecordedProgressReports told;
  std::string last_what;
  std::uint64_t last = 0;
  const ScopedProgressListener watch([&](const char* what, std::uint64_t done, std::uint64_t) {
    told.kinds_of_work.insert(what);
    ++told.report_count;
    told.counts_only_rise = told.counts_only_rise && (what != last_what || done >= last);
    last_what = what;
    last = done;
  });
  work();
  return told;
}

TEST(ScopedProgressListener, IsToldOfTheSwitchesOfARandomMatrix) {
  const RecordedProgressReports told = record_progress_reports_of_work([] {
    Rng rng(1);
    random_matrix_with_degree(256, 16, 8, rng);
  });
  EXPECT_EQ(told.kinds_of_work, std::set<std::string>{"switches"});
  EXPECT_GT(told.report_count, 100U);
  EXPECT_LE(told.report_count, 1001U);
  EXPECT_TRUE(told.counts_only_rise);
}

TEST(ScopedProgressListener, IsToldOfStepsBetweenReadingAMatrixAndItsPartition) {
  const RecordedProgressReports reading = record_progress_reports_of_work([] {
    std::istringstream file("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 -1\n2 2 4\n");
    read_sparse_matrix(file, "m.mtx", NonRealMatrixValuePolicy::entries_as_ones);
  });
  EXPECT_EQ(reading.kinds_of_work, (std::set<std::string>{"entries", "sorting the entries"}));
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const RecordedProgressReports parting =
      record_progress_reports_of_work([] { partition(graph_of_matrix(SparseMatrix::grid_laplacian(8)), 2, 1); });
  EXPECT_EQ(parting.kinds_of_work, std::set<std::string>{"partitioning by METIS"});
}

TEST(ScopedProgressListener, IsToldByEverySchedulerThatMayTakeLong) {
  const Machine machine = machines::ipsc860({.nodes = 32});
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(32, 8, 8, rng);
  const Catalogue catalogue = shipped_algorithms();
  for (const char* name : {"rs_n", "rs_nl", "gs", "optimal_n", "fcfs", "fcfs_rerouted", "iscom", "miscom",
                           "miscom_rerouted", "miscom_improved", "dsatur", "min_sum"}) {
    const RecordedProgressReports told =
        record_progress_reports_of_work([&] { make_schedule(machine, catalogue.find("test", name), matrix, 1); });
    EXPECT_GT(told.report_count, 5U) << name;
    EXPECT_TRUE(told.counts_only_rise) << name;
  }
}

TEST(ScopedProgressListener, TellsTheInnermostWatchOnly) {
  const auto make = [] {
    Rng rng(1);
    random_matrix_with_degree(16, 4, 8, rng);
  };
  RecordedProgressReports inner;
  const RecordedProgressReports outer =
      record_progress_reports_of_work([&] { inner = record_progress_reports_of_work(make); });
  EXPECT_EQ(outer.report_count, 0U);
  EXPECT_GT(inner.report_count, 0U);
  EXPECT_EQ(ScopedProgressListener::innermost_listener_of_this_thread(), nullptr);
}

}  // namespace
}  // namespace switchyard
