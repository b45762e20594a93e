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

/// A node's send, receive, probe or collective, or its request for a lock, as errors and deadlock reports describe it.
struct DescribedCall {
  enum class Kind : std::uint8_t {
    send,
    receive,
    probe,
    copy,               ///< a bulk transfer to a bulk port of another node
    posted_collective,  ///< a posted (non-blocking) collective of a group
    collective,         ///< a collective that the machine carries out by itself
    lock,               ///< a request for the lock of a service (such as an MPI window) of another node
  };

  Kind kind = Kind::send;
  std::string verb = {};  ///< name of the function that the program has called, such as "receive" or "MPI_Recv"
  /// The name of the collective, such as "barrier of group 17", if the call is a collective, or a send or receive
  /// inside a collective; otherwise empty.
  std::string collective = {};
  SendMode mode{};
  std::optional<NodeId> peer = {};  ///< the node at the other end of the message; empty for any node
  Tag tag{};
  std::uint32_t mask = TagSelector::kMaskOfAllTagBits;  ///< bits of the tag that a message must match
  Context context = Context::program;
  std::uint64_t bytes = 0;  ///< number of bytes to send, or size in bytes of the buffer to receive into
  CallPlace place = {};     ///< place in the program where the request was posted
};

}  // namespace switchyard
