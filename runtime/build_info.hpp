#pragma once
/// \file build_info.hpp
/// Describes the build of the library that runs: version, commit, build type and compiler. Every
/// report begins with this description.

#include <iosfwd>
#include <string_view>

namespace switchyard {

struct BuildInfo {
  std::string_view version;     ///< version number such as "0.1.0"
  std::string_view build_type;  ///< CMake's build type, such as "Release" or "Debug"
  std::string_view sanitizer;   ///< sanitizer of the build: "thread", "address", or empty
  /// The commit, such as "3f2a9c01d4b7", with "-dirty" if files differ from it; "unknown" outside of Git.
  std::string_view commit;
  std::string_view compiler;  ///< compiler and its version, such as "g++ 12.2.0"
};

const BuildInfo& build_info() noexcept;

/// Prints the description of the build in one line, such as "switchyard 0.1.0 (3f2a9c01d4b7,
/// Release, g++ 12.2.0)".
std::ostream& operator<<(std::ostream& out, const BuildInfo& build);

}  // namespace switchyard
