#include "runtime/build_info.hpp"

#include <ostream>

#include "runtime/commit.hpp"  // written by the build

namespace switchyard {

const BuildInfo& build_info() noexcept {
  static constexpr BuildInfo kBuild {
    .version = SWITCHYARD_VERSION, .build_type = SWITCHYARD_BUILD_TYPE,
#if defined(SWITCHYARD_TSAN)
    .sanitizer = "thread",
#elif defined(SWITCHYARD_ASAN)
    .sanitizer = "address",
#else
    .sanitizer = "",
#endif
    .commit = SWITCHYARD_COMMIT, .compiler = SWITCHYARD_COMPILER,
  };
  return kBuild;
}

std::ostream& operator<<(std::ostream& out, const BuildInfo& build) {
  out << "switchyard " << build.version << " (" << build.commit << ", " << build.build_type;
  if (!build.sanitizer.empty()) out << " with " << build.sanitizer << " sanitizer";
  return out << ", " << build.compiler << ')';
}

}  // namespace switchyard
