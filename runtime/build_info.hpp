#pragma once
/// \file build_info.hpp
/// Which build of the library this is; a report opens with it.

#include <iosfwd>
#include <string_view>

namespace switchyard {

struct BuildInfo {
  std::string_view version;     ///< "0.1.0"
  std::string_view build_type;  ///< "Release", "Debug", ...
  std::string_view sanitizer;   ///< "thread", "address", or empty
  std::string_view commit;      ///< "3f2a9c01d4b7", with "-dirty" if files differ from it; "unknown" outside Git
  std::string_view compiler;    ///< "g++ 12.2.0"
};

const BuildInfo& build_info() noexcept;

/// "switchyard 0.1.0 (3f2a9c01d4b7, Release, g++ 12.2.0)"
std::ostream& operator<<(std::ostream& out, const BuildInfo& build);

}  // namespace switchyard
