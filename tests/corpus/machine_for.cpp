#include "tests/corpus/machine_for.hpp"

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"

namespace switchyard::corpus {

std::optional<Machine> machine_for(const CorpusProgram& program, const std::string& name) {
  const ProgramPlatforms where = program.conditions_for_verdict.platforms;
  if ((where == ProgramPlatforms::cm5 || where == ProgramPlatforms::cm5_with_virtual_or_wall_clock) && name != "cm5")
    return std::nullopt;
  if (where == ProgramPlatforms::ipsc860_with_virtual_or_wall_clock && name != "ipsc860") return std::nullopt;
  if (where == ProgramPlatforms::system_buffer_and_virtual_or_wall_clock && name == "cm5") return std::nullopt;
  machines::MachineChoice choice{.name = name, .nodes = program.nodes};
  if (!program.conditions_for_verdict.system_buffer_constant.empty())
    choice.settings.push_back({"corpus", "system_buffer", program.conditions_for_verdict.system_buffer_constant});
  if (!program.conditions_for_verdict.send_buffers.empty())
    choice.settings.push_back({"corpus", "send_buffers", program.conditions_for_verdict.send_buffers});
  try {
    return machines::make_machine(choice);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace switchyard::corpus
