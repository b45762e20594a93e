#pragma once
/// \file measured_table.hpp
/// A table of measured costs of algorithms, as `switchyard run --csv` writes it, from which the algorithm `auto`
/// chooses the cheapest one.

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

/// The properties of a communication matrix by which `auto` chooses an algorithm. A row of results
/// has only the longest message and the payload, so the density is the number of longest messages
/// that would carry a node's payload.
struct MatrixTraits {
  std::uint32_t nodes = 0;
  double density = 0;  ///< mean number of longest messages of a node that would carry the payload
  double bytes = 0;    ///< bytes of the longest message
};
MatrixTraits matrix_traits_of(const CommunicationMatrix& matrix);

class MeasuredTable {
 public:
  /// Reads a table of measured costs. It uses the columns machine, nodes, algorithm, bytes, clock, payload_bytes,
  /// makespan_us, schedule_us and reuse, and if they are there pattern, density, seed, sample, constants, protocol and
  /// version. It leaves out rows of another clock than the virtual one, rows without payload, and rows that repeat a
  /// run which an earlier row has.
  ///
  /// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right`.
  MeasuredTable(std::istream& in, std::string name);

  struct Choice {
    std::string algorithm;
    std::string why;
  };
  /// Returns the algorithm of least cost among the measurements of this machine whose matrix is nearest to `kind`; the
  /// distance is the sum of the differences of nodes, density and bytes, each in powers of two. The cost is that of
  /// making the schedule once and of `reuse` exchanges. Only algorithms for which `may` returns true are chosen.
  ///
  /// Uses only measurements of the machine with the constants `constants`. If there are none, it uses those of the
  /// machine with other constants, and `why` then says so. A row without constants counts as a row of the shipped
  /// machine. Rows of different constants, protocols or versions are never averaged: only those that have the origin of
  /// the nearest row are used.
  ///
  /// Throws: UsageError if the table has no measurement on this machine of an algorithm for which `may` returns true.
  Choice choose(const std::string& machine, const MatrixTraits& kind, std::uint64_t reuse,
                const std::function<bool(const std::string& algorithm)>& may,
                const std::string& constants = kAsShipped) const;

 private:
  struct Row {
    std::string machine, algorithm;
    MatrixTraits kind;
    double exchange_us = 0;  ///< cost of one exchange
    double schedule_us = 0;
    RowOrigin origin;
  };
  /// Returns the mean cost of each algorithm, least first, over those `rows` that have the same
  /// matrix properties and the same origin as the row `at`.
  std::vector<std::pair<double, std::string>> costs_at(const std::vector<const Row*>& rows, const Row& at,
                                                       std::uint64_t reuse) const;
  /// Estimates how much more than the best algorithm a choice from this table costs on average (the mean regret). For
  /// each measured kind of matrix, the algorithm is chosen by the nearest other kind. Returns nothing if only one kind
  /// was measured.
  std::optional<double> expected_regret(const std::vector<const Row*>& rows, std::uint64_t reuse) const;
  std::string name_;
  std::vector<Row> rows_;
  std::uint64_t repeated_row_count_ = 0;  ///< number of rows left out because an earlier row has the same run
};

/// Reads the table of measured costs from the file, or if `path` is empty the table that this program was built with.
/// Error messages begin with `option`.
MeasuredTable read_measured_table(const std::string& option, const std::optional<std::string>& path);

/// Returns the algorithm `auto`, which picks an algorithm of the catalogue by the measured costs in `table`. With
/// `scheduled_only` it picks only among algorithms that make a schedule.
Algorithm make_auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only = false);

}  // namespace switchyard
