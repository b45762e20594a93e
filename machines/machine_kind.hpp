#pragma once
/// \file machine_kind.hpp
/// An entry of the catalogue of machines, a user's choice of a machine with its settings, and how a machine is made
/// from the two.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// A constant of a machine that the user sets to another value, and the place in the user's input where it is set.
struct Setting {
  UserInputPlace place;  ///< place in the user's input, such as "--set"; error messages about the setting begin with it
  std::string name;      ///< name of the constant, as `switchyard machine` prints it
  std::string value;     ///< new value of the constant as text, with its unit
};

/// A user's choice of a machine, its number of nodes and its constants, with the places in the user's input where they
/// are given, for error messages.
struct MachineChoice {
  std::string name = "ipsc860";
  UserInputPlace input_place_of_machine_name = "--machine";
  /// number of nodes that the user asks for; if empty, the machine has its usual number
  std::optional<std::uint32_t> nodes = std::nullopt;
  UserInputPlace input_place_of_node_count = "--nodes";
  /// constants that the user sets; if a constant is set twice, the last setting counts
  std::vector<Setting> settings = {};

  bool sets_constant(const std::string& constant) const;
};

/// One entry of the catalogue of machines.
struct MachineKind {
  std::string name;
  std::string summary = {};
  std::string source = {};   ///< publications that the machine's constants come from
  std::string release = {};  ///< system software to which the machine's constants belong, and its year
  /// name of a shipped machine that treats messages in exactly the same way; empty if there is none
  std::string name_of_equivalent_machine = {};
  std::string nodes = {};           ///< description of the possible numbers of nodes, for people
  bool has_settable_shape = false;  ///< whether the machine's shape is set by constants: width and height, or size
  /// Makes the machine that the user has chosen. Throws UsageError for a number of nodes, a constant or a value that
  /// the machine cannot have.
  std::function<Machine(const MachineChoice&)> make;
};

/// The error for a value that a constant cannot have, or for constants that contradict each other.
class ConstantError : public UsageError {
 public:
  /// Makes the error for constants whose values are wrong, alone or together; `constants` are their names. If the user
  /// has set one of them, the error message begins with the place of that setting.
  ConstantError(std::vector<std::string> constants, Mistake mistake)
      : UsageError(std::move(mistake)), constants_(std::move(constants)) {}
  /// Makes an error with a text that begins with the names of the `wrong` constants. `others` are
  /// further constants on whose values the error depends.
  ConstantError(const std::vector<std::string>& wrong, std::string reason, std::string remedy,
                const std::vector<std::string>& others = {});

  const std::vector<std::string>& constants() const noexcept { return constants_; }

 private:
  std::vector<std::string> constants_;
};

namespace detail {
/// Throws `error` again, with the place where the user last set one of the constants that the error is about. If the
/// user has set none of them, or the error names no constant, the place is that of the user's last setting.
[[noreturn]] void throw_error_with_place_of_setting(const MachineChoice& choice, const UsageError& error);
[[noreturn]] void throw_error_with_place_of_node_count(const MachineChoice& choice, const UsageError& error);
[[noreturn]] void throw_impossible_node_count(const MachineChoice& choice, const std::string& counts);
[[noreturn]] void throw_node_count_mismatch(const MachineChoice& choice, const Machine& machine);
}  // namespace detail

/// Sets in `options` each constant that the user has set for the chosen machine, by set_constant(options, place, name,
/// value, machine).
template <class Options>
void apply_settings(const MachineChoice& choice, Options& options) {
  for (const Setting& setting : choice.settings)
    set_constant(options, setting.place, setting.name, setting.value, choice.name);
}

/// Returns machine_of(options). If this throws an error about constants, throws the error again with the place where
/// the user has set them.
template <class Options, class MachineOf>
Machine make_machine_or_throw_error_with_place(const MachineChoice& choice, const Options& options,
                                               MachineOf machine_of) {
  try {
    return machine_of(options);
  } catch (const UsageError& error) {
    detail::throw_error_with_place_of_setting(choice, error);
  }
}

/// Makes a machine with the number of nodes that the user asks for, or else options.nodes. Checks the number of nodes
/// first, so that an error about it names the place where the number was given.
template <class Options, class MachineOf>
Machine make_machine_with_nodes(const MachineChoice& choice, Options options, MachineOf machine_of) {
  options.nodes = choice.nodes.value_or(options.nodes);
  try {
    machine_of(options);
  } catch (const UsageError& error) {
    detail::throw_error_with_place_of_node_count(choice, error);
  }
  apply_settings(choice, options);
  return make_machine_or_throw_error_with_place(choice, options, machine_of);
}

/// Makes a machine whose shape is described by constants, whose names are `parts`. If the user has set none of them,
/// fit(options, nodes) chooses the shape for a number of nodes, and returns false if there is no such shape; `counts`
/// then says which numbers of nodes are possible. If the user has set one of them, the shape determines the number of
/// nodes.
template <class Options, class Fit, class MachineOf>
Machine make_machine_with_shape(const MachineChoice& choice, Options options, std::initializer_list<const char*> parts,
                                const std::string& counts, Fit fit, MachineOf machine_of) {
  bool sets_any = false;
  for (const char* part : parts) sets_any |= choice.sets_constant(part);
  if (choice.nodes && !sets_any && !fit(options, *choice.nodes)) detail::throw_impossible_node_count(choice, counts);
  apply_settings(choice, options);
  Machine machine = make_machine_or_throw_error_with_place(choice, options, machine_of);
  if (choice.nodes && machine.node_count() != *choice.nodes) detail::throw_node_count_mismatch(choice, machine);
  return machine;
}

}  // namespace switchyard::machines
