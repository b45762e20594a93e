#pragma once
/// \file described_call.hpp
/// Describes a call of a node program in fields that outlive the run and the program. Errors and deadlock reports make
/// their texts of these fields, and tests compare them.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The place of a call in the source of a program.
struct CallPlace {
  CallPlace() = default;
  CallPlace(CallSite site);

  std::string file;        ///< source file, without its folders
  std::uint32_t line = 0;  ///< line in the file; 0 if it is not known
  friend bool operator==(const CallPlace&, const CallPlace&) = default;
};

/// A send, receive, probe, collective or request for a lock of a node, as reports describe it.
struct DescribedCall {
  enum class Kind : std::uint8_t {
    send,
    receive,
    probe,
    copy,               ///< a bulk transfer to a bulk port of another node
    posted_collective,  ///< a posted collective of a group
    collective,         ///< a collective that the machine carries out by itself
    lock,               ///< a request for the lock of a service of another node
  };

  Kind kind = Kind::send;
  std::string verb = {};        ///< name of the function that the program has called, such as "receive" or "MPI_Recv"
  std::string collective = {};  ///< name of the collective, such as "barrier of group 17", if the call is one or sends
                                ///< or receives a message of one; otherwise empty
  SendMode mode{};
  std::optional<NodeId> peer = {};  ///< the node at the other end of the message; empty for any node
  Tag tag{};
  std::uint32_t mask = TagSelector::kWholeTag;  ///< bits of the tag that a message must match
  Context context = Context::program;
  std::uint64_t bytes = 0;  ///< bytes to send, or room of a receive in bytes
  CallPlace place = {};     ///< place where the request was posted
};

}  // namespace switchyard
