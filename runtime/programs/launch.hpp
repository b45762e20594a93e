#pragma once
/// \file launch.hpp
/// The programs of one run: which program is on which nodes, and the arguments and settings of all of them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/group/settings.hpp"
#include "runtime/programs/program.hpp"

namespace switchyard {

/// Parses a list of nodes such as "0,4-7". Returns nothing if the text is not such a list.
std::optional<NodeRanges> parse_node_ranges(std::string_view text);
std::string node_ranges_as_text(const NodeRanges& ranges);

/// When a standard send of an MPI program is complete (StandardSendRule): as the machine does it, only when it is
/// received (zero_buffer), or at once (infinite). The setting has no effect on the messages of collectives.
enum class StandardSendSetting : std::uint8_t { machine, zero_buffer, infinite };

/// Returns the names by which users choose when standard sends are complete, in the order of StandardSendSetting.
const std::vector<std::string>& names_of_standard_send_settings();
const std::string& name_of(StandardSendSetting setting);
StandardSendRule standard_sends_of(StandardSendSetting setting) noexcept;

/// The settings of the programs of a run that users choose by options of the command line. launch_setting.cpp lists
/// these options.
struct LaunchSetting {
  /// Whether programs that use NX or CMMD also run on machines that never had this interface.
  bool runs_on_any_machine = false;
  ComputeCost compute_cost = {};  ///< how much virtual time a program's own computing takes
  StandardSendSetting send_setting =
      StandardSendSetting::machine;  ///< when standard sends of MPI programs are complete
  bool refuses_leaks = false;        ///< whether programs must have freed all of their memory when they end
};

/// The algorithms by which the collectives of the launched programs are carried out.
struct CollectiveAlgorithmsOfPrograms {
  std::vector<std::string> algorithm_choice_texts =
      {};  ///< choices of algorithms as users write them, such as "alltoallv=rs_nl"
  /// The chosen algorithms of collectives; null if each collective uses the fastest algorithm that needs no
  /// communication schedule.
  std::shared_ptr<const CollectiveSettings> collective_settings = nullptr;
};

/// The programs that run together on one machine, with their arguments and settings. A ProgramLaunch does not change,
/// apart from the images (copies of the programs in memory) that are kept for later runs. Any thread may use it.
class ProgramLaunch {
 public:
  /// Needs: `programs` is not empty.
  explicit ProgramLaunch(std::vector<PlacedProgram> programs, std::vector<std::string> words = {},
                         const LaunchSetting& setting = {}, CollectiveAlgorithmsOfPrograms collectives = {});

  const std::vector<PlacedProgram>& programs() const noexcept { return programs_; }
  const std::vector<std::string>& program_arguments() const noexcept { return program_arguments_; }
  const LaunchSetting& setting() const noexcept { return setting_; }
  const CollectiveAlgorithmsOfPrograms& collectives() const noexcept { return collectives_; }

  /// Returns the names of all programs, such as "master+worker".
  std::string name() const;
  /// Returns the nodes on which `program` runs, on a machine with `node_count` nodes. Nodes that the machine does not
  /// have are left out.
  NodeRanges nodes_of(const PlacedProgram& program, std::uint32_t node_count) const;
  /// Throws a UsageError that names no place in the user's input, unless each of `node_count` nodes has exactly one
  /// program, and no program is placed on a node that does not exist.
  void check_placement(std::uint32_t node_count) const;
  /// Returns the smallest number of nodes with which the programs can run: at least two, and enough for each program to
  /// have a node.
  std::uint32_t fewest_nodes() const;
  /// Makes the images (copies of the programs in memory) that a run on `node_count` nodes needs, so that processes of
  /// the host that are forked later already have them.
  void prepare_program_images(std::uint32_t node_count) const;

  NodeProgram make_node_program(OutputSink sink = {}) const {
    return make_node_program(std::move(sink), setting_.compute_cost);
  }
  NodeProgram make_node_program(OutputSink sink, const RunMode& mode) const;

 private:
  RunMode run_mode_with_settings(RunMode mode) const;

  std::vector<PlacedProgram> programs_;
  std::vector<std::string> program_arguments_;
  LaunchSetting setting_;
  CollectiveAlgorithmsOfPrograms collectives_;
};

/// Returns the stack size in bytes of the fibers in a run of launched programs. It is `asked`, unless `asked` is the
/// default size: then it is 8 MiB, as C and C++ programs expect. If `launch` is null, it is `asked`.
std::size_t stack_bytes_of(const ProgramLaunch* launch, std::size_t asked) noexcept;

}  // namespace switchyard
