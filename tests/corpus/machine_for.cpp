#include "tests/corpus/machine_for.hpp"

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"

namespace switchyard::corpus {

std::optional<Machine> machine_for(const CorpusProgram& program, const std::string& name) {
  const ProgramPlatforms where = program.needs.platforms;
  if ((where == ProgramPlatforms::cm5 || where == ProgramPlatforms::cm5_with_clock_on) && name != "cm5")
    return std::nullopt;
  if (where == ProgramPlatforms::ipsc860_with_clock_on && name != "ipsc860") return std::nullopt;
  if (where == ProgramPlatforms::clock_on_and_system_buffer && name == "cm5") return std::nullopt;
  machines::MachineChoice choice{.name = name, .nodes = program.nodes};
  if (!program.needs.system_buffer_constant.empty())
    choice.settings.push_back({"corpus", "system_buffer", program.needs.system_buffer_constant});
  if (!program.needs.send_buffers.empty())
    choice.settings.push_back({"corpus", "send_buffers", program.needs.send_buffers});
  try {
    return machines::make_machine(choice);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace switchyard::corpus
