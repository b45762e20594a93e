#pragma once
/// \file measured_table.hpp
/// What algorithms have been measured to cost, as `switchyard run --csv` writes it, and the choice among them: the
/// algorithm `auto`.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/catalogue.hpp"

namespace switchyard {

/// What a choice depends on.
struct TrafficKind {
  std::uint32_t nodes = 0;
  double density = 0;  ///< messages of a node, on average
  double bytes = 0;    ///< of a message, on average
};
TrafficKind kind_of(const CommunicationMatrix& matrix);

class MeasuredTable {
 public:
  /// Reads the columns machine, nodes, algorithm, bytes, clock, payload_bytes, makespan_us, schedule_us and reuse;
  /// others do not matter. Rows of another clock than the virtual one, or without payload, are left out.
  ///
  /// Throws: UsageError `NAME:LINE:COLUMN: what is wrong; what would be right`.
  MeasuredTable(std::istream& in, std::string name);

  struct Choice {
    std::string algorithm;
    std::string why;
  };
  /// The algorithm that costs least where the machine was measured nearest to `kind`: by the sum of the differences of
  /// nodes, density and bytes, each in powers of two. The cost is that of the schedule, once, and of `reuse` exchanges.
  /// Only algorithms that `may`.
  ///
  /// Throws: UsageError if nothing of this machine that may has been measured.
  Choice choose(const std::string& machine, const TrafficKind& kind, std::uint64_t reuse,
                const std::function<bool(const std::string& algorithm)>& may) const;

 private:
  struct Row {
    std::string machine, algorithm;
    TrafficKind kind;
    double exchange_us = 0;  ///< one use
    double schedule_us = 0;
  };
  std::string name_;
  std::vector<Row> rows_;
};

/// The file, or what was measured when this program was built if nothing. `option` opens errors.
MeasuredTable measured_table(const std::string& option, const std::optional<std::string>& path);

/// The algorithm `auto` over a catalogue that has the others; `scheduled_only`: it picks one that makes a schedule.
Algorithm auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only = false);

}  // namespace switchyard
