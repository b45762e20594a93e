#pragma once
/// \file program_subject.hpp
/// The settings (machine, buffers, collectives) in which a C or C++ program is verified.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/verify/subject.hpp"

namespace switchyard {

/// Whether all programs of the launch call the interface of this name, such as "mpi" or "nx".
bool uses(const Launch& launch, const std::string& interface);

/// Returns a machine for the interface that the programs call: a CM-5 for CMMD, otherwise an iPSC/860, or a Paragon if
/// the number of nodes is not a power of two.
Machine usual_machine(const Launch& launch, std::uint32_t nodes);

/// The settings for an MPI program. MPI leaves open how much is buffered, and whether collectives synchronise. So the
/// settings have zero and infinite buffers, each with and without synchronising collectives, on a network without
/// limits. If a machine is given, they are on this machine and also have its own buffers. `sends` chooses one kind of
/// buffers alone.
VerifySubject mpi_subject(const Launch& launch, std::uint32_t nodes, const std::optional<Machine>& machine,
                          const std::optional<SendSetting>& sends);

/// The settings for a program that is no MPI program: nx_subject() for NX, otherwise machine_subject().
VerifySubject subject_of_launch(const Launch& launch, const Machine& machine);

/// The settings for an NX program. NX stores messages for which no receive is posted, but does not say how many. So one
/// setting has the machine's own buffers, and the other has no room for long messages, which need a reservation.
VerifySubject nx_subject(const Launch& launch, const Machine& machine);

/// The only setting for a program of another interface than MPI and NX: the machine with its own buffers.
VerifySubject machine_subject(const Launch& launch, const Machine& machine);

}  // namespace switchyard
