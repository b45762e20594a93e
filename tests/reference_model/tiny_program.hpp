#pragma once
/// \file tiny_program.hpp
/// Node programs as data. They are so small that all orders of their steps can be listed.

#include <cstdint>
#include <string>
#include <vector>

namespace switchyard::reference {

enum class OperationVerb : std::uint8_t {
  send,
  receive,
  post_send,
  post_receive,
  wait,      ///< waits for the request in `slot`
  wait_all,  ///< waits for all open requests
  wait_any,  ///< waits for any open request
  test,      ///< tests the request in `slot`
  cancel,    ///< cancels the request in `slot`
  probe,
  try_probe,
  barrier,
  compute,
};

/// The mode or protocol in which a message is sent.
enum class SendModeOrProtocol : std::uint8_t { standard, synchronous, ready, forced };

inline constexpr std::uint8_t kAnyPeerOrTag = 0xff;  ///< a peer that is any node, or a tag that is any tag

struct Operation {
  OperationVerb verb = OperationVerb::compute;
  std::uint8_t peer = kAnyPeerOrTag;
  std::uint8_t tag = 0;
  std::uint16_t bytes = 0;
  SendModeOrProtocol send_mode_or_protocol = SendModeOrProtocol::standard;
  std::uint8_t slot = 0;  ///< place, among the node's operations, of the operation that posted the request to act on

  bool posts_request() const noexcept {
    return verb == OperationVerb::post_send || verb == OperationVerb::post_receive;
  }
  bool is_send() const noexcept { return verb == OperationVerb::send || verb == OperationVerb::post_send; }
  bool is_receive() const noexcept { return verb == OperationVerb::receive || verb == OperationVerb::post_receive; }
  bool acts_on_posted_request() const noexcept {
    return verb == OperationVerb::wait || verb == OperationVerb::test || verb == OperationVerb::cancel;
  }
};

inline constexpr std::uint32_t kMostNodes = 4;
inline constexpr std::uint32_t kMostOperations =
    16;  ///< largest number of operations of all nodes together, including the operations that with_final_waits() adds

/// A node program as a list of operations for each node. An operation on a slot without an open request does nothing,
/// and neither does a second cancel of a slot.
struct TinyProgram {
  std::vector<std::vector<Operation>> operations_by_node;

  std::uint32_t operation_count() const noexcept;
  /// Returns the program with a wait for all open requests at the end of each node that posts anything.
  TinyProgram with_final_waits() const;
  /// Returns the program without the operation at `place` of `node`, and without the operations on the request that
  /// this operation posts.
  TinyProgram without_operation(std::uint32_t node, std::uint32_t place) const;
};

/// Returns the program as text, one line for each node.
std::string text_of(const TinyProgram& program);

}  // namespace switchyard::reference
