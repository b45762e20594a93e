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
  std::string constants;  ///< constants that differ from the shipped ones, such as "hop=5us", or "as shipped"
  std::string protocol;   ///< "own" for the algorithm's own protocol, or the value of --protocol
  std::string version;    ///< version of this program
  std::string host;       ///< name of the computer; it matters only if the run was timed by the host's clock
  friend auto operator<=>(const RowOrigin&, const RowOrigin&) = default;
};

RowOrigin origin_of(const Machine& machine, const std::optional<Protocol>& protocol);

/// Returns the part of the origin that decides whether rows may be averaged. The host's name is removed under the
/// virtual clock, as it matters only to runs that the host's clock times.
RowOrigin origin_without_irrelevant_host(RowOrigin origin, const std::string& clock);

/// Returns the origin of a result row in words, without defaults, such as ", hop=5us, protocol forced"; empty if
/// machine constants and protocol are the defaults. With `version` the text also has the program's version and the
/// host.
std::string origin_text(const RowOrigin& origin, bool version);

}  // namespace switchyard
