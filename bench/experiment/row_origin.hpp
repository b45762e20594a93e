#pragma once
/// \file row_origin.hpp
/// The origin of a result row: machine constants, protocol, program version and host. Rows with different origins are
/// not samples of the same quantity.

#include <compare>
#include <optional>
#include <string>

#include "runtime/machine.hpp"

namespace switchyard {

/// The origin of a result row: with which machine constants, protocol, program version and host it was made. All
/// members are empty if the program version that wrote the row did not record its origin.
struct ResultRowOrigin {
  /// names and values of the machine's constants that differ from the shipped machine, such as "hop=5us", or "as
  /// shipped"
  std::string constants;
  /// The value of the option --protocol, or "own" if the algorithm's own protocol was used.
  std::string protocol_name;
  std::string program_version;  ///< version of the program that made the row
  /// The name of the computer; it matters only for runs whose times come from the host's clock.
  std::string host;
  friend auto operator<=>(const ResultRowOrigin&, const ResultRowOrigin&) = default;
};

/// Returns the name of the computer on which the program runs, or "unknown".
std::string name_of_this_host();

ResultRowOrigin make_result_row_origin(const Machine& machine, const std::optional<Protocol>& protocol);

/// Returns the origin of a row without the host's name if `clock` is "virtual", because the results under the virtual
/// clock do not depend on the host; under other clocks returns it unchanged. Rows for which the function returns equal
/// origins may be averaged.
ResultRowOrigin origin_without_irrelevant_host(ResultRowOrigin origin, const std::string& clock);

/// Returns a text with the machine constants and the protocol of a row's origin, such as ", hop=5us, protocol forced".
/// Constants of the shipped machine and the algorithm's own protocol are left out, so the text may be empty. If
/// `version` is true, the text also contains the program's version and the host.
std::string row_origin_text(const ResultRowOrigin& origin, bool version);

}  // namespace switchyard
