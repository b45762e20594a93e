#pragma once
/// \file described_call.hpp
/// A call of a node program in fields that outlive the run and its program: errors and deadlock reports make their
/// words, and tests their comparisons, of these.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Where a call stands.
struct CallPlace {
  CallPlace() = default;
  CallPlace(CallSite site);

  std::string file;        ///< without its folders
  std::uint32_t line = 0;  ///< 0: not known
  friend bool operator==(const CallPlace&, const CallPlace&) = default;
};

/// What a node has posted, or probes for, or which collective it is in.
struct DescribedCall {
  enum class Kind : std::uint8_t {
    send,
    receive,
    probe,
    copy,               ///< a bulk transfer
    posted_collective,  ///< of a group
    collective,         ///< that the machine carries out by itself
  };

  Kind kind = Kind::send;
  std::string verb = {};        ///< what the program has called: "receive", "MPI_Recv"; "send" in each mode
  std::string collective = {};  ///< that it is, or is a message of: "barrier of group 17"; else empty
  SendMode mode{};
  std::optional<NodeId> peer = {};  ///< none: any node
  Tag tag{};
  std::uint32_t mask = TagSelector::kWholeTag;  ///< of the bits of the tag that count
  Context context = Context::program;
  std::uint64_t bytes = 0;  ///< to send, or room to receive
  CallPlace place = {};     ///< where it was posted
};

}  // namespace switchyard
