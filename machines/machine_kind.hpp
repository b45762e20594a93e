#pragma once
/// \file machine_kind.hpp
/// What the catalogue knows of a machine, what a user asks for, and how the one is made from the other.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// A constant that is changed, and where that was asked for.
struct Setting {
  InputPlace place;   ///< opens errors: "--set"
  std::string name;   ///< as `switchyard machine` prints it
  std::string value;  ///< with its unit
};

/// What a user asks for. The places open errors.
struct MachineChoice {
  std::string name = "ipsc860";
  InputPlace name_place = "--machine";
  std::optional<std::uint32_t> nodes = std::nullopt;  ///< the machine's own number if nothing
  InputPlace nodes_place = "--nodes";
  std::vector<Setting> settings = {};  ///< of one constant the last counts

  bool sets(const std::string& constant) const;
};

/// One entry of the catalogue.
struct MachineKind {
  std::string name;
  std::string summary = {};
  std::string source = {};   ///< where its constants come from
  std::string release = {};  ///< the system software, and its year, that the constants belong to
  std::string like = {};     ///< a shipped machine that treats messages alike, with other constants or other links
  std::string nodes = {};    ///< how many it may have, for people
  bool has_shape = false;    ///< has the constants width and height, or size
  /// Throws UsageError for a number of nodes, a constant or a value that the machine cannot have. Its name is the
  /// kind's.
  std::function<Machine(const MachineChoice&)> make;
};

/// A value that a constant cannot have, or constants that do not go together.
class ConstantError : public UsageError {
 public:
  /// `constants` are those that it is about; a user who has set any of them is told where.
  ConstantError(std::vector<std::string> constants, Mistake mistake)
      : UsageError(std::move(mistake)), constants_(std::move(constants)) {}
  /// Its text opens with the names of the constants that are `wrong`. Whether they are depends on the `others`.
  ConstantError(const std::vector<std::string>& wrong, std::string reason, std::string remedy,
                const std::vector<std::string>& others = {});

  const std::vector<std::string>& constants() const noexcept { return constants_; }

 private:
  std::vector<std::string> constants_;
};

namespace detail {
/// `error` about constants, told of the place where the last of those that it is about was set. Where none of them was,
/// or it does not say which: of the place of the last setting.
[[noreturn]] void throw_at_setting(const MachineChoice& choice, const UsageError& error);
[[noreturn]] void throw_at_nodes(const MachineChoice& choice, const UsageError& error);
[[noreturn]] void throw_no_shape(const MachineChoice& choice, const std::string& counts);
[[noreturn]] void throw_other_shape(const MachineChoice& choice, const Machine& machine);
}  // namespace detail

/// Sets all that `choice` sets, with set_constant(options, place, name, value).
template <class Options>
void apply_settings(const MachineChoice& choice, Options& options) {
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
}

/// machine_of(options), where that is what `choice` has set.
template <class Options, class MachineOf>
Machine make_as_set(const MachineChoice& choice, const Options& options, MachineOf machine_of) {
  try {
    return machine_of(options);
  } catch (const UsageError& error) {
    detail::throw_at_setting(choice, error);
  }
}

/// A machine with options.nodes. The number of nodes is looked at first, so that what is wrong with it is said of the
/// place where it was given.
template <class Options, class MachineOf>
Machine make_with_nodes(const MachineChoice& choice, Options options, MachineOf machine_of) {
  options.nodes = choice.nodes.value_or(options.nodes);
  try {
    machine_of(options);
  } catch (const UsageError& error) {
    detail::throw_at_nodes(choice, error);
  }
  apply_settings(choice, options);
  return make_as_set(choice, options, machine_of);
}

/// A machine with a shape: the constants `parts`. Where none of them is set, fit(options, nodes) gives it one; false if
/// there is none, and `counts` says which there are. If any is set, the shape says how many nodes there are.
template <class Options, class Fit, class MachineOf>
Machine make_with_shape(const MachineChoice& choice, Options options, std::initializer_list<const char*> parts,
                        const std::string& counts, Fit fit, MachineOf machine_of) {
  bool sets_any = false;
  for (const char* part : parts) sets_any |= choice.sets(part);
  if (choice.nodes && !sets_any && !fit(options, *choice.nodes)) detail::throw_no_shape(choice, counts);
  apply_settings(choice, options);
  Machine machine = make_as_set(choice, options, machine_of);
  if (choice.nodes && machine.node_count() != *choice.nodes) detail::throw_other_shape(choice, machine);
  return machine;
}

}  // namespace switchyard::machines
