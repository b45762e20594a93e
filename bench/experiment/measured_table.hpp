#pragma once
/// \file measured_table.hpp
/// Measured costs of algorithms, as `switchyard run --csv` writes them, and the choice among the algorithms that `auto`
/// makes.

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

/// The properties of a matrix on which a choice depends. Rows of results tell the longest message and the payload, so
/// that messages of unequal sizes count as fewer of the longest.
struct MatrixTraits {
  std::uint32_t nodes = 0;
  double density = 0;  ///< longest messages of each node that would carry the payload, on average
  double bytes = 0;    ///< bytes of the longest message
};
MatrixTraits kind_of(const CommunicationMatrix& matrix);

class MeasuredTable {
 public:
  /// Reads a table and uses its columns machine, nodes, algorithm, bytes, clock, payload_bytes, makespan_us,
  /// schedule_us and reuse, and where they are there pattern, density, seed, sample, constants, protocol and version.
  /// Rows of another clock than the virtual one, or without payload, are left out, and so is a row whose run stands
  /// there already.
  ///
  /// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right`.
  MeasuredTable(std::istream& in, std::string name);

  struct Choice {
    std::string algorithm;
    std::string why;
  };
  /// The algorithm that costs least where the machine was measured nearest to `kind`: by the sum of the differences of
  /// nodes, density and bytes, each in powers of two. The cost is that of the schedule, once, and of `reuse` exchanges.
  /// Only algorithms for which `may` returns true are chosen. Rows of the machine with these constants count, and if
  /// there are none, those of the machine with others, which the reason then says; rows that do not tell their
  /// constants are of the shipped machine. No rows of different constants, protocols or versions are averaged: those of
  /// the nearest row count.
  ///
  /// Throws: UsageError if no such algorithm has been measured on this machine.
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
  /// The mean cost of each algorithm among `rows` at the place of `at`, least first.
  std::vector<std::pair<double, std::string>> costs_at(const std::vector<const Row*>& rows, const Row& at,
                                                       std::uint64_t reuse) const;
  /// The mean regret of choosing by this table: each kind that was measured is judged by the nearest of the others.
  /// Nothing if only one kind was measured.
  std::optional<double> expected_regret(const std::vector<const Row*>& rows, std::uint64_t reuse) const;
  std::string name_;
  std::vector<Row> rows_;
  std::uint64_t repeats_ = 0;  ///< rows left out because their runs stand there already
};

/// Reads the file, or if there is none the table that this program was built with. `option` opens errors.
MeasuredTable measured_table(const std::string& option, const std::optional<std::string>& path);

/// Returns the algorithm `auto`, which picks from a catalogue. With `scheduled_only` it picks an algorithm that makes a
/// schedule.
Algorithm auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only = false);

}  // namespace switchyard
