#include "bench/experiment/row_origin.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/parameters.hpp"
#include "runtime/build_info.hpp"

namespace switchyard {
namespace {

constexpr const char* kNameForProtocolOfAlgorithm = "own";

}  // namespace

std::string name_of_this_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

ResultRowOrigin make_result_row_origin(const Machine& machine, const std::optional<Protocol>& protocol) {
  return {.constants = changed_constants_text(machine),
          .protocol_name = protocol ? protocol_text(protocol) : kNameForProtocolOfAlgorithm,
          .program_version = std::string(build_info().version),
          .host = name_of_this_host()};
}

ResultRowOrigin origin_without_irrelevant_host(ResultRowOrigin origin, const std::string& clock) {
  if (clock == "virtual") origin.host.clear();
  return origin;
}

std::string row_origin_text(const ResultRowOrigin& origin, bool version) {
  std::string text;
  if (!origin.constants.empty() && origin.constants != kShippedConstantsText) text += ", " + origin.constants;
  if (!origin.protocol_name.empty() && origin.protocol_name != kNameForProtocolOfAlgorithm)
    text += ", protocol " + origin.protocol_name;
  if (version)
    text += origin.program_version.empty() ? ", version not known" : ", by switchyard " + origin.program_version;
  if (version && !origin.host.empty()) text += " on " + origin.host;
  return text;
}

}  // namespace switchyard
