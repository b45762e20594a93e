#pragma once
/// \file tiny_program.hpp
/// Tiny programs: node programs as lists of operations. They are so small that all orders of their operations can be
/// tried.

#include <cstdint>
#include <string>
#include <vector>

namespace switchyard::reference {

enum class OperationVerb : std::uint8_t {
  send,
  receive,
  post_send,
  post_receive,
  wait,      ///< waits for the request of the operation at position `slot`
  wait_all,  ///< waits for all open requests of the node
  wait_any,  ///< waits for any open request of the node
  test,      ///< tests the request of the operation at position `slot`
  cancel,    ///< cancels the request of the operation at position `slot`
  probe,
  try_probe,
  barrier,
  compute,
};

/// The mode or protocol in which a message is sent.
enum class SendModeOrProtocol : std::uint8_t { standard, synchronous, ready, forced };

inline constexpr std::uint8_t kAnyPeerOrTag = 0xff;  ///< a peer that may be any node, or a tag that may be any tag

struct Operation {
  OperationVerb operation_verb = OperationVerb::compute;
  std::uint8_t peer = kAnyPeerOrTag;
  std::uint8_t tag = 0;
  std::uint16_t bytes = 0;
  SendModeOrProtocol send_mode_or_protocol = SendModeOrProtocol::standard;
  /// For wait, test and cancel: the position, among the node's operations, of the operation that posted the request.
  std::uint8_t slot = 0;

  bool posts_request() const noexcept {
    return operation_verb == OperationVerb::post_send || operation_verb == OperationVerb::post_receive;
  }
  bool is_send() const noexcept {
    return operation_verb == OperationVerb::send || operation_verb == OperationVerb::post_send;
  }
  bool is_receive() const noexcept {
    return operation_verb == OperationVerb::receive || operation_verb == OperationVerb::post_receive;
  }
  bool is_wait_test_or_cancel_of_request() const noexcept {
    return operation_verb == OperationVerb::wait || operation_verb == OperationVerb::test ||
           operation_verb == OperationVerb::cancel;
  }
};

inline constexpr std::uint32_t kMostNodes = 4;
/// Greatest number of operations of all nodes together, including the operations that make_program_with_final_waits()
/// adds.
inline constexpr std::uint32_t kMostOperations = 16;

/// A node program as a list of operations for each node. An operation on a request that is not open does nothing, and
/// neither does a second cancel of a request.
struct TinyProgram {
  std::vector<std::vector<Operation>> operations_by_node;

  std::uint32_t operation_count() const noexcept;
  /// Returns the program with one more operation, a wait for all open requests, at the end of each node that posts any
  /// request.
  TinyProgram make_program_with_final_waits() const;
  /// Returns the program without the operation at `place` of `node`, and without those operations that act on the
  /// request that it posts.
  TinyProgram without_operation(std::uint32_t node, std::uint32_t place) const;
};

/// Returns the program as text, one line for each node.
std::string tiny_program_as_text(const TinyProgram& program);

}  // namespace switchyard::reference
