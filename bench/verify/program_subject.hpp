#pragma once
/// \file program_subject.hpp
/// The settings in which a C or C++ program is verified.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/verify/subject.hpp"

namespace switchyard {

/// Whether all programs of the launch call this interface, by its name.
bool uses(const Launch& launch, const std::string& interface);

/// Returns a machine that the interface of the programs was made for: a CM-5, or an iPSC/860; with a number of nodes
/// that no cube has, a Paragon.
Machine usual_machine(const Launch& launch, std::uint32_t nodes);

/// MPI leaves open how much is buffered, and whether collectives synchronise: zero and infinite buffers, where no
/// machine limits anything else, and where there is a machine, these and its own buffers on it. `sends`: one of these
/// alone.
VerifySubject mpi_subject(const Launch& launch, std::uint32_t nodes, const std::optional<Machine>& machine,
                          const std::optional<SendSetting>& sends);

/// Of programs that are run on one machine: one of the next two.
VerifySubject subject_of_launch(const Launch& launch, const Machine& machine);

/// NX has room for messages that nobody has posted a receive for, but for how many is not said: the machine's own
/// buffers, and none for messages that are longer than those for which it needs no reservation.
VerifySubject nx_subject(const Launch& launch, const Machine& machine);

/// Other programs are run as the machine has it.
VerifySubject machine_subject(const Launch& launch, const Machine& machine);

}  // namespace switchyard
