#pragma once
/// \file measured_table.hpp
/// A table of measured costs of algorithms, as `switchyard run --csv` writes it, from which the algorithm `auto`
/// chooses the cheapest algorithm.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/row_origin.hpp"

namespace switchyard {

/// The properties of a communication matrix by which the algorithm `auto` chooses an algorithm. As a row of results
/// records only the size of the longest message and the total payload, the density is computed from them: it is the
/// mean payload of a node divided by the size of the longest message.
struct MatrixTraits {
  std::uint32_t nodes = 0;
  /// The density of the matrix: the mean number of bytes that a node sends, divided by the size of the longest message.
  double density = 0;
  double longest_message_bytes = 0;  ///< size of the longest message in bytes
};
MatrixTraits matrix_traits_of(const CommunicationMatrix& matrix);

class MeasuredTable {
 public:
  /// Reads a table of measured costs. It uses the columns machine, nodes, algorithm, bytes, clock, payload_bytes,
  /// makespan_us, schedule_us and reuse, and, if the table has them, the columns pattern, density, seed, sample,
  /// constants, protocol and version. It leaves out rows of runs under other clocks than the virtual clock, rows
  /// without payload, and rows that describe the same run as an earlier row.
  ///
  /// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right`.
  MeasuredTable(std::istream& in, std::string name);

  struct AlgorithmNameWithReason {
    std::string algorithm_name;
    std::string why;
  };
  /// Returns the algorithm with the least cost in measurements on this machine with the matrix that is most similar to
  /// a matrix with the properties `kind`. The distance between two matrices is the sum of the differences of the binary
  /// logarithms of nodes, density and bytes. The cost is that of making the schedule once and of `reuse` exchanges.
  /// Only algorithms for which `may` returns true are chosen.
  ///
  /// The function uses only measurements of the machine with the constants `constants`. If there are none, it uses
  /// measurements of the machine with other constants, and Choice::why then says so. A row that does not record
  /// constants counts as a row of the machine with its shipped constants. Rows of different constants, protocols or
  /// versions are never averaged: only rows with the same origin as the most similar row are used.
  ///
  /// Throws: UsageError if the table has no measurement on this machine of an algorithm for which `may` returns true.
  AlgorithmNameWithReason choose_algorithm(const std::string& machine, const MatrixTraits& kind, std::uint64_t reuse,
                                           const std::function<bool(const std::string& algorithm)>& may,
                                           const std::string& constants = kShippedConstantsText) const;

 private:
  struct Row {
    std::string machine, algorithm;
    MatrixTraits matrix_traits;
    double mean_exchange_cost_in_microseconds = 0;  ///< mean cost of one exchange in microseconds
    double mean_schedule_cost_in_microseconds = 0;
    ResultRowOrigin origin;
  };
  /// Returns the mean cost and the name of each algorithm, the cheapest algorithm first. The mean is over the rows that
  /// have the same matrix properties and the same origin (constants, protocol, version) as the row `at`.
  std::vector<std::pair<double, std::string>> mean_costs_of_algorithms(const std::vector<const Row*>& rows,
                                                                       const Row& at, std::uint64_t reuse) const;
  /// Estimates by what fraction an algorithm that is chosen from this table costs more, on average, than the best
  /// algorithm (the mean regret). To this end, each measured kind of matrix in turn is treated as unmeasured: the
  /// algorithm is chosen that is best for the most similar other kind. Returns nothing if only one kind of matrix was
  /// measured.
  std::optional<double> expected_regret(const std::vector<const Row*>& rows, std::uint64_t reuse) const;
  std::string table_name_;
  std::vector<Row> rows_;
  /// the number of rows that were left out because they describe the same run as an earlier row
  std::uint64_t repeated_row_count_ = 0;
};

/// Reads the table of measured costs from the file at `path`. If `path` is empty, reads the table that is built into
/// this program. Error messages begin with `option`.
MeasuredTable read_measured_table(const std::string& option, const std::optional<std::string>& path);

/// Returns the algorithm `auto`, which picks an algorithm of the catalogue by the measured costs in `table`. With
/// `scheduled_only` it picks only among algorithms that make a schedule.
Algorithm make_auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only = false);

}  // namespace switchyard
