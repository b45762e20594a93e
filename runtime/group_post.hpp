#pragma once
/// \file group_post.hpp
/// The collectives of a group that do not block. They take the arguments of those functions of Group whose names lack
/// the prefix `post_`. Only when the returned handle has been waited for, or tested successfully, is the result in its
/// buffer, and may the program change the buffers. Node::wait, wait_all, wait_any and test take these handles together
/// with those of sends and receives. Lists of blocks are read only during the call itself.

#include <cstdint>
#include <span>

#include "runtime/group.hpp"

namespace switchyard {

[[nodiscard]] inline Handle post_barrier(Group& group, Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::barrier(), site);
}
template <class T>
[[nodiscard]] Handle post_broadcast(Group& group, std::uint32_t root, std::span<T> data,
                                    Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::broadcast(root, std::as_writable_bytes(data)), site);
}
template <class T, class Op>
[[nodiscard]] Handle post_reduce(Group& group, std::uint32_t root, std::span<const T> in, std::span<T> out, Op op,
                                 OperandOrder order = OperandOrder::kept, Group::Site site = Group::Site::current()) {
  return group.post(
      GroupCall::reduce(root, std::as_bytes(in), std::as_writable_bytes(out), make_byte_operation<T>(op, order)), site);
}
template <class T, class Op>
[[nodiscard]] Handle post_all_reduce(Group& group, std::span<const T> in, std::span<T> out, Op op,
                                     OperandOrder order = OperandOrder::kept,
                                     Group::Site site = Group::Site::current()) {
  return group.post(make_all_reduce_or_scan_call(Collective::all_reduce, in, out, op, order), site);
}
template <class T, class Op>
[[nodiscard]] Handle post_scan(Group& group, std::span<const T> in, std::span<T> out, Op op,
                               OperandOrder order = OperandOrder::kept, Group::Site site = Group::Site::current()) {
  return group.post(make_all_reduce_or_scan_call(Collective::scan, in, out, op, order), site);
}
template <class T, class Op>
[[nodiscard]] Handle post_exscan(Group& group, std::span<const T> in, std::span<T> out, Op op,
                                 OperandOrder order = OperandOrder::kept, Group::Site site = Group::Site::current()) {
  return group.post(make_all_reduce_or_scan_call(Collective::exscan, in, out, op, order), site);
}
template <class T>
[[nodiscard]] Handle post_gather(Group& group, std::uint32_t root, std::span<const T> in, std::span<T> out,
                                 Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
}
template <class T>
[[nodiscard]] Handle post_gather(Group& group, std::uint32_t root, std::span<const T> in, std::span<T> out,
                                 const Blocks& blocks, Group::Site site = Group::Site::current()) {
  return group.post(
      GroupCall::gather(root, std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))),
      site);
}
template <class T>
[[nodiscard]] Handle post_scatter(Group& group, std::uint32_t root, std::span<const T> in, std::span<T> out,
                                  Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::scatter(root, std::as_bytes(in), std::as_writable_bytes(out)), site);
}
template <class T>
[[nodiscard]] Handle post_scatter(Group& group, std::uint32_t root, std::span<const T> in, const Blocks& blocks,
                                  std::span<T> out, Group::Site site = Group::Site::current()) {
  return group.post(
      GroupCall::scatter(root, std::as_bytes(in), blocks_in_bytes(blocks, sizeof(T)), std::as_writable_bytes(out)),
      site);
}
template <class T>
[[nodiscard]] Handle post_all_gather(Group& group, std::span<const T> in, std::span<T> out,
                                     Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out)), site);
}
template <class T>
[[nodiscard]] Handle post_all_gather(Group& group, std::span<const T> in, std::span<T> out, const Blocks& blocks,
                                     Group::Site site = Group::Site::current()) {
  return group.post(
      GroupCall::all_gather(std::as_bytes(in), std::as_writable_bytes(out), blocks_in_bytes(blocks, sizeof(T))), site);
}
template <class T>
[[nodiscard]] Handle post_all_to_all(Group& group, std::span<const T> in, std::span<T> out,
                                     Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::all_to_all(std::as_bytes(in), std::as_writable_bytes(out), sizeof(T)), site);
}
template <class T>
[[nodiscard]] Handle post_all_to_all(Group& group, std::span<const T> in, const Blocks& input_blocks, std::span<T> out,
                                     const Blocks& output_blocks, Group::Site site = Group::Site::current()) {
  return group.post(GroupCall::all_to_all(std::as_bytes(in), blocks_in_bytes(input_blocks, sizeof(T)),
                                          std::as_writable_bytes(out), blocks_in_bytes(output_blocks, sizeof(T))),
                    site);
}

}  // namespace switchyard
