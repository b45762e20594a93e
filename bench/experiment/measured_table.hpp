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
#include <vector>

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// The properties of a matrix on which a choice depends.
struct TrafficKind {
  std::uint32_t nodes = 0;
  double density = 0;  ///< messages of each node, on average
  double bytes = 0;    ///< bytes of each message, on average
};
TrafficKind kind_of(const CommunicationMatrix& matrix);

class MeasuredTable {
 public:
  /// Reads a table and uses its columns machine, nodes, algorithm, bytes, clock, payload_bytes, makespan_us,
  /// schedule_us and reuse. Rows of another clock than the virtual one, or without payload, are left out.
  ///
  /// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right`.
  MeasuredTable(std::istream& in, std::string name);

  struct Choice {
    std::string algorithm;
    std::string why;
  };
  /// The algorithm that costs least where the machine was measured nearest to `kind`: by the sum of the differences of
  /// nodes, density and bytes, each in powers of two. The cost is that of the schedule, once, and of `reuse` exchanges.
  /// Only algorithms for which `may` returns true are chosen.
  ///
  /// Throws: UsageError if no such algorithm has been measured on this machine.
  Choice choose(const std::string& machine, const TrafficKind& kind, std::uint64_t reuse,
                const std::function<bool(const std::string& algorithm)>& may) const;

 private:
  struct Row {
    std::string machine, algorithm;
    TrafficKind kind;
    double exchange_us = 0;  ///< cost of one exchange
    double schedule_us = 0;
  };
  std::string name_;
  std::vector<Row> rows_;
};

/// Reads the file, or if there is none the table that this program was built with. `option` opens errors.
MeasuredTable measured_table(const std::string& option, const std::optional<std::string>& path);

/// Returns the algorithm `auto`, which picks from a catalogue. With `scheduled_only` it picks an algorithm that makes a
/// schedule.
Algorithm auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only = false);

}  // namespace switchyard
