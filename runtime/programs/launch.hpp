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
std::string text_of(const NodeRanges& ranges);

/// When a standard send of an MPI program is complete (see StandardSends). This setting has no
/// effect on messages of collectives.
enum class StandardSendSetting : std::uint8_t { machine, zero_buffer, infinite };

/// Returns the names of the send settings, in the order of StandardSendSetting.
const std::vector<std::string>& send_setting_names();
const std::string& name_of(StandardSendSetting setting);
StandardSends standard_sends_of(StandardSendSetting setting) noexcept;

/// The settings of a launch that users choose by options. launch_setting.cpp lists these options.
struct LaunchSetting {
  bool runs_on_any_machine = false;  ///< whether programs also run on machines that did not have their interface
  ComputeCost compute_cost = {};     ///< virtual time that computing takes
  StandardSendSetting send_setting =
      StandardSendSetting::machine;  ///< when standard sends of MPI programs are complete
  bool refuses_leaks = false;        ///< whether programs must have freed all of their memory when they end
};

/// The algorithms by which the collectives of launched programs are carried out.
struct LaunchedCollectives {
  std::vector<std::string> algorithm_choice_texts =
      {};  ///< choices of algorithms as users write them, such as "alltoallv=rs_nl"
  /// The chosen algorithms; null for the fastest ones, without schedules.
  std::shared_ptr<const CollectiveSettings> collective_settings = nullptr;
};

/// Programs that run together on one machine, with their arguments and settings. A Launch does not
/// change, apart from the images (copies in memory) that its programs keep. Any thread may use it.
class Launch {
 public:
  /// Makes a launch of these programs. Needs: `programs` is not empty.
  explicit Launch(std::vector<PlacedProgram> programs, std::vector<std::string> words = {},
                  const LaunchSetting& setting = {}, LaunchedCollectives collectives = {});

  const std::vector<PlacedProgram>& programs() const noexcept { return programs_; }
  const std::vector<std::string>& program_arguments() const noexcept { return program_arguments_; }
  const LaunchSetting& setting() const noexcept { return setting_; }
  const LaunchedCollectives& collectives() const noexcept { return collectives_; }

  /// Returns the names of all programs, such as "master+worker".
  std::string name() const;
  /// Returns the nodes of `program` on a machine with `node_count` nodes. Nodes that the machine
  /// does not have are left out.
  NodeRanges nodes_of(const PlacedProgram& program, std::uint32_t node_count) const;
  /// Throws UsageError, without a place in the user's input, unless each of `node_count` nodes has exactly one program,
  /// and no program is placed on a node that does not exist.
  void check_placement(std::uint32_t node_count) const;
  /// Returns the smallest number of nodes of a run: at least two, and enough for each program to
  /// have a node.
  std::uint32_t fewest_nodes() const;
  /// Makes the images of programs that a run on `node_count` nodes needs, so that processes forked
  /// later already have them.
  void prepare_images(std::uint32_t node_count) const;

  NodeProgram make_node_program(OutputSink sink = {}) const {
    return make_node_program(std::move(sink), setting_.compute_cost);
  }
  NodeProgram make_node_program(OutputSink sink, const RunMode& mode) const;

 private:
  RunMode run_mode_with_settings(RunMode mode) const;

  std::vector<PlacedProgram> programs_;
  std::vector<std::string> program_arguments_;
  LaunchSetting setting_;
  LaunchedCollectives collectives_;
};

/// Returns the stack size of fibers in runs of launched programs, in bytes. It is `asked`, unless that is the default
/// size for node programs: then it is 8 MiB, as C and C++ programs expect. If `launch` is null, it is `asked`.
std::size_t stack_bytes_of(const Launch* launch, std::size_t asked) noexcept;

}  // namespace switchyard
