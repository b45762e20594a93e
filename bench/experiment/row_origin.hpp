#pragma once
/// \file row_origin.hpp
/// The origin of a row of results: machine constants, protocol, program version and host. Rows with different origins
/// are not samples of the same quantity.

#include <compare>
#include <optional>
#include <string>

#include "runtime/machine.hpp"

namespace switchyard {

/// The origin of a row of results. All texts are empty if the program version that wrote the row did not record its
/// origin.
struct RowOrigin {
  /// machine constants whose values are not the shipped values, such as "hop=5us", or "as shipped"
  std::string constants;
  std::string protocol_name;    ///< "own" for the algorithm's own protocol, or the value of --protocol
  std::string program_version;  ///< version of this program
  std::string host;  ///< name of the computer; it matters only for runs whose times come from the host's clock
  friend auto operator<=>(const RowOrigin&, const RowOrigin&) = default;
};

/// Returns the name of the computer on which the program runs, or "unknown".
std::string name_of_this_host();

RowOrigin make_row_origin(const Machine& machine, const std::optional<Protocol>& protocol);

/// Returns the origin without the host's name if `clock` is "virtual", and unchanged otherwise. Rows may be averaged if
/// these origins are equal: under the virtual clock the results do not depend on the host.
RowOrigin origin_without_irrelevant_host(RowOrigin origin, const std::string& clock);

/// Returns a text with the machine constants and the protocol of the origin, such as ", hop=5us, protocol forced".
/// Shipped constants and the algorithm's own protocol are left out, so the text may be empty. If `program_version` is
/// true, the text also has the program's version and the host.
std::string row_origin_text(const RowOrigin& origin, bool version);

}  // namespace switchyard
