#pragma once
/// \file launch.hpp
/// The programs of one run: which of them is on which nodes, and what all of them are given.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/program.hpp"

namespace switchyard {

/// "0,4-7"; nothing if the text is not of that form.
std::optional<NodeRanges> parse_node_ranges(std::string_view text);
std::string text_of(const NodeRanges& ranges);

/// When a standard send of an MPI program is complete; see StandardSends. It has no effect on messages that collectives
/// send.
enum class SendSetting : std::uint8_t { machine, zero_buffer, infinite };

/// The names of the settings, in the order of SendSetting.
const std::vector<std::string>& send_setting_names();
const std::string& name_of(SendSetting setting);
StandardSends standard_sends_of(SendSetting setting) noexcept;

/// Immutable, but for the images that its programs keep; any thread.
class Launch {
 public:
  /// Needs: one program at least. `any_machine`: also where their interfaces were not to be had.
  explicit Launch(std::vector<PlacedProgram> programs, std::vector<std::string> words = {}, bool any_machine = false,
                  ComputeCost compute_cost = {}, SendSetting sends = SendSetting::machine);

  const std::vector<PlacedProgram>& programs() const noexcept { return programs_; }
  const std::vector<std::string>& words() const noexcept { return words_; }
  bool any_machine() const noexcept { return any_machine_; }
  const ComputeCost& compute_cost() const noexcept { return compute_cost_; }
  SendSetting sends() const noexcept { return sends_; }

  /// Names of the programs: "master+worker".
  std::string name() const;
  /// Where each program is on a machine of so many nodes, which may be fewer than it was made for.
  NodeRanges nodes_of(const PlacedProgram& program, std::uint32_t node_count) const;
  /// Throws UsageError, without a place, unless each of so many nodes has one program, and each program a node.
  void check(std::uint32_t node_count) const;
  /// Two, or as many as it takes for each program to have a node.
  std::uint32_t fewest_nodes() const;
  /// Makes what a run on so many nodes needs, so that processes forked afterwards find it.
  void prepare(std::uint32_t node_count) const;

  NodeProgram on_nodes(OutputSink sink = {}) const {
    return Program::on_nodes(programs_, words_, std::move(sink), compute_cost_);
  }

 private:
  std::vector<PlacedProgram> programs_;
  std::vector<std::string> words_;
  bool any_machine_;
  ComputeCost compute_cost_;
  SendSetting sends_;
};

}  // namespace switchyard
