#pragma once
/// \file row_origin.hpp
/// What made a row of results, beside what its other columns say: rows with different origins are no samples of one
/// thing.

#include <compare>
#include <optional>
#include <string>

#include "runtime/machine.hpp"

namespace switchyard {

/// The origin of a row. All texts are empty in rows of versions that did not write it.
struct RowOrigin {
  std::string constants;  ///< constants that differ from the shipped ones, such as "hop=5us", or "as shipped"
  std::string protocol;   ///< "own" for that of the algorithm, or what --protocol asked for
  std::string version;    ///< of this program
  std::string host;       ///< name of the computer; it matters only where host times do
  friend auto operator<=>(const RowOrigin&, const RowOrigin&) = default;
};

RowOrigin origin_of(const Machine& machine, const std::optional<Protocol>& protocol);

/// What decides whether rows may be averaged. The host does only where a run is timed by it, under the clocks wall and
/// off.
RowOrigin comparable(RowOrigin origin, const std::string& clock);

/// The origin in words, without what is usual: ", hop=5us, protocol forced"; empty if all is usual. With `version` also
/// the version.
std::string origin_text(const RowOrigin& origin, bool version);

}  // namespace switchyard
