#include "tests/reference_model/random_program.hpp"

#include <algorithm>
#include <optional>

#include "runtime/random.hpp"

namespace switchyard::reference {
namespace {

class ProgramGenerator {
 public:
  ProgramGenerator(std::uint64_t seed, const RandomProgramParameters& shape) : rng_(seed), shape_(shape) {
    program_.operations_by_node.resize(shape.node_count);
  }

  TinyProgram make_program() {
    const std::uint64_t wanted = 3 + rng_.random_number_below(shape_.most_operations - 2);
    const std::uint64_t messages = 1 + rng_.random_number_below(std::max<std::uint64_t>(1, wanted / 2));
    for (std::uint64_t i = 0; i < messages; ++i) add_message();
    while (program_.operation_count() < wanted) {
      const std::uint32_t before = program_.operation_count();
      add_random_operation();
      if (program_.operation_count() == before) add_compute();
    }
    return std::move(program_);
  }

 private:
  bool draw_true_once_in_n_times(std::uint64_t times) { return rng_.random_number_below(times) == 0; }
  std::uint8_t random_node() { return static_cast<std::uint8_t>(rng_.random_number_below(shape_.node_count)); }

  void insert_operation(std::uint32_t node, std::uint64_t place, const Operation& operation) {
    auto& operations = program_.operations_by_node[node];
    for (Operation& each : operations) {
      if (each.is_wait_test_or_cancel_of_request() && each.slot >= place) ++each.slot;
    }
    operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(place), operation);
  }
  void insert_at_random_position(std::uint32_t node, const Operation& operation) {
    insert_operation(node, rng_.random_number_below(program_.operations_by_node[node].size() + 1), operation);
  }

  void add_message() {
    const std::uint8_t source = random_node();
    const auto destination =
        static_cast<std::uint8_t>((source + 1 + rng_.random_number_below(shape_.node_count - 1)) % shape_.node_count);
    const auto tag = static_cast<std::uint8_t>(rng_.random_number_below(2));
    Operation sending{.operation_verb = draw_true_once_in_n_times(2) ? OperationVerb::post_send : OperationVerb::send,
                      .peer = destination,
                      .tag = tag};
    sending.bytes = shape_.message_sizes[rng_.random_number_below(shape_.message_sizes.size())];
    if (draw_true_once_in_n_times(8)) sending.send_mode_or_protocol = SendModeOrProtocol::synchronous;
    if (draw_true_once_in_n_times(16)) sending.send_mode_or_protocol = SendModeOrProtocol::ready;
    if (shape_.may_contain_forced_protocol_sends && draw_true_once_in_n_times(8))
      sending.send_mode_or_protocol = SendModeOrProtocol::forced;
    insert_at_random_position(source, sending);
    if (draw_true_once_in_n_times(10)) return;
    Operation receiving{
        .operation_verb = draw_true_once_in_n_times(2) ? OperationVerb::post_receive : OperationVerb::receive,
        .peer = source,
        .tag = tag};
    if (draw_true_once_in_n_times(3)) receiving.peer = kAnyPeerOrTag;
    if (draw_true_once_in_n_times(3)) receiving.tag = kAnyPeerOrTag;
    insert_at_random_position(destination, receiving);
  }

  void add_random_operation() {
    switch (rng_.random_number_below(9)) {
      case 0:
        return add_operation_on_posted_request(OperationVerb::wait);
      case 1:
        return add_operation_on_posted_request(OperationVerb::test);
      case 2:
        return add_operation_on_posted_request(OperationVerb::cancel);
      case 3:
      case 4:
        return add_wait_after_post(OperationVerb::wait_any);
      case 5:
        return add_wait_after_post(OperationVerb::wait_all);
      case 6:
        return add_probe();
      case 7:
        return add_barrier();
      default:
        return add_compute();
    }
  }
  void add_compute() { insert_at_random_position(random_node(), {.operation_verb = OperationVerb::compute}); }
  void add_probe() {
    const std::uint8_t node = random_node();
    Operation probe{.operation_verb = draw_true_once_in_n_times(3) ? OperationVerb::probe : OperationVerb::try_probe};
    probe.peer =
        draw_true_once_in_n_times(2) ? kAnyPeerOrTag : static_cast<std::uint8_t>((node + 1) % shape_.node_count);
    probe.tag = draw_true_once_in_n_times(2) ? kAnyPeerOrTag : static_cast<std::uint8_t>(rng_.random_number_below(2));
    insert_at_random_position(node, probe);
  }
  void add_barrier() {
    if (program_.operation_count() + shape_.node_count > shape_.most_operations) return;
    for (std::uint32_t node = 0; node < shape_.node_count; ++node)
      insert_at_random_position(node, {.operation_verb = OperationVerb::barrier});
  }
  /// Returns the position of a random operation of the node that posts a request, or nothing if the node has none.
  std::optional<std::uint64_t> pick_position_of_posting_operation(std::uint32_t node, bool receives_only) {
    std::vector<std::uint64_t> posts;
    for (std::uint64_t place = 0; place < program_.operations_by_node[node].size(); ++place) {
      const Operation& each = program_.operations_by_node[node][place];
      if (each.posts_request() && (each.is_receive() || !receives_only)) posts.push_back(place);
    }
    if (posts.empty()) return std::nullopt;
    return posts[rng_.random_number_below(posts.size())];
  }
  void add_operation_on_posted_request(OperationVerb operation_verb) {
    const std::uint8_t node = random_node();
    const auto slot = pick_position_of_posting_operation(node, operation_verb == OperationVerb::cancel);
    if (!slot) return;
    const std::uint64_t place = *slot + 1 + rng_.random_number_below(program_.operations_by_node[node].size() - *slot);
    insert_operation(node, place, {.operation_verb = operation_verb, .slot = static_cast<std::uint8_t>(*slot)});
  }
  void add_wait_after_post(OperationVerb operation_verb) {
    const std::uint8_t node = random_node();
    const auto post = pick_position_of_posting_operation(node, false);
    if (post)
      insert_operation(node, *post + 1 + rng_.random_number_below(program_.operations_by_node[node].size() - *post),
                       {.operation_verb = operation_verb});
  }

  Rng rng_;
  const RandomProgramParameters& shape_;
  TinyProgram program_;
};

/// Returns operations that are simpler than `operation` in one respect, to try them in its place.
std::vector<Operation> simpler_operations(const Operation& operation) {
  std::vector<Operation> simpler;
  const auto offer = [&](auto change) {
    Operation other = operation;
    change(other);
    simpler.push_back(other);
  };
  if (operation.send_mode_or_protocol != SendModeOrProtocol::standard)
    offer([](Operation& one) { one.send_mode_or_protocol = SendModeOrProtocol::standard; });
  if (operation.tag != 0 && (operation.is_send() || operation.is_receive())) offer([](Operation& one) { one.tag = 0; });
  if (operation.is_send() && operation.bytes != 8) offer([](Operation& one) { one.bytes = 8; });
  return simpler;
}

/// Returns a program that has one operation less than `program`, or a simpler one, and for which `still_shows` is true.
/// Returns nothing if there is no such program.
std::optional<TinyProgram> smaller_program(const TinyProgram& program,
                                           const std::function<bool(const TinyProgram&)>& still_shows) {
  for (std::uint32_t node = 0; node < program.operations_by_node.size(); ++node) {
    for (std::uint32_t place = 0; place < program.operations_by_node[node].size(); ++place) {
      TinyProgram without = program.without_operation(node, place);
      if (still_shows(without)) return without;
    }
  }
  for (std::uint32_t node = 0; node < program.operations_by_node.size(); ++node) {
    for (std::uint32_t place = 0; place < program.operations_by_node[node].size(); ++place) {
      for (const Operation& simpler : simpler_operations(program.operations_by_node[node][place])) {
        TinyProgram other = program;
        other.operations_by_node[node][place] = simpler;
        if (still_shows(other)) return other;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

TinyProgram random_program(std::uint64_t seed, const RandomProgramParameters& shape) {
  return ProgramGenerator(seed, shape).make_program();
}

TinyProgram shrunk_program(TinyProgram program, const std::function<bool(const TinyProgram&)>& still_shows) {
  while (auto less = smaller_program(program, still_shows)) program = std::move(*less);
  return program;
}

}  // namespace switchyard::reference
