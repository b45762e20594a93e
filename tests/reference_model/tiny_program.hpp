#pragma once
/// \file tiny_program.hpp
/// Node programs as data, small enough that all orders of what happens in them can be written out.

#include <cstdint>
#include <string>
#include <vector>

namespace switchyard::reference {

enum class Verb : std::uint8_t {
  send,
  receive,
  post_send,
  post_receive,
  wait,      ///< for `slot`
  wait_all,  ///< for all that is open
  wait_any,  ///< the same
  test,      ///< `slot`
  cancel,    ///< `slot`
  probe,
  try_probe,
  barrier,
  compute,
};

/// How a message is sent.
enum class Manner : std::uint8_t { standard, synchronous, ready, forced };

inline constexpr std::uint8_t kAny = 0xff;  ///< of a peer: any node; of a tag: any tag

struct Operation {
  Verb verb = Verb::compute;
  std::uint8_t peer = kAny;
  std::uint8_t tag = 0;
  std::uint16_t bytes = 0;
  Manner manner = Manner::standard;
  std::uint8_t slot = 0;  ///< place of the operation that posted it among those of the node

  bool is_post() const noexcept { return verb == Verb::post_send || verb == Verb::post_receive; }
  bool is_send() const noexcept { return verb == Verb::send || verb == Verb::post_send; }
  bool is_receive() const noexcept { return verb == Verb::receive || verb == Verb::post_receive; }
  bool has_slot() const noexcept { return verb == Verb::wait || verb == Verb::test || verb == Verb::cancel; }
};

inline constexpr std::uint32_t kMostNodes = 4;
inline constexpr std::uint32_t kMostOperations = 16;  ///< of all nodes, what closed() adds included

/// An operation on a slot that is empty, or was never filled, does nothing; so does a second cancel of one.
struct TinyProgram {
  std::vector<std::vector<Operation>> nodes;

  std::uint32_t operations() const noexcept;
  /// With a wait for all that is open at the end of each node that posts anything.
  TinyProgram closed() const;
  /// Without this operation and those on its slot.
  TinyProgram without(std::uint32_t node, std::uint32_t place) const;
};

/// One line a node.
std::string text_of(const TinyProgram& program);

}  // namespace switchyard::reference
