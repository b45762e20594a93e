#pragma once
/// \file program_subject.hpp
/// The settings (machine, buffering of sends, collectives) in which a C or C++ program is verified.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/verify/subject.hpp"

namespace switchyard {

/// Returns whether all programs of the launch use the message-passing interface with this name, such as "mpi" or "nx".
bool all_programs_use_interface(const ProgramLaunch& launch, const std::string& interface);

/// Returns the usual machine for the message-passing interface that the programs use: a CM-5 for CMMD, otherwise an
/// iPSC/860, or a Paragon if the number of nodes is not a power of two.
Machine usual_machine_for_interface(const ProgramLaunch& launch, std::uint32_t nodes);

/// Returns the settings in which an MPI program is verified. The MPI standard leaves open how much is buffered, and
/// whether collectives synchronise. So there are settings with no buffers and with infinite buffers, each with and
/// without synchronising collectives, on a network without limits. If a machine is given, these settings are on this
/// machine, and there are also settings with the machine's own buffers. If `sends` is given, only this kind of
/// buffering is verified. If not, there is one more setting, on a network without limits, in which only short messages
/// are buffered.
VerifySubject verify_subject_of_mpi_launch(const ProgramLaunch& launch, std::uint32_t nodes,
                                           const std::optional<Machine>& machine,
                                           const std::optional<StandardSendSetting>& sends);

/// Returns the settings in which a program that does not use MPI is verified: those of verify_subject_of_nx_program()
/// for NX, otherwise that of verify_subject_on_machine().
VerifySubject verify_subject_of_launch(const ProgramLaunch& launch, const Machine& machine);

/// Returns the settings in which an NX program is verified. NX stores messages for which no
/// receive is posted, but does not say how many messages it stores. So one setting has the machine's own buffers, and
/// the other setting has no room for long messages, which need a reservation.
VerifySubject verify_subject_of_nx_program(const ProgramLaunch& launch, const Machine& machine);

/// Returns the only setting in which a program that uses neither MPI nor NX is verified: the machine with its own
/// buffers.
VerifySubject verify_subject_on_machine(const ProgramLaunch& launch, const Machine& machine);

}  // namespace switchyard
