#include "runtime/stress/choices.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "runtime/matching.hpp"

namespace switchyard {
namespace {

ChoiceName name_of(const LoggedChoice& choice) noexcept { return {choice.node, choice.number}; }

/// One way to make a choice, with the message that makes it possible; null for the end of a send, which always is.
struct Option {
  std::uint32_t taken;
  const OrderedMessage* message;
};

class Branching {
 public:
  explicit Branching(const RunOrder& order) : order_(order), to_(node_count(order)) {
    for (const OrderedMessage& message : order.messages) {
      to_[index(message.send->peer)].push_back(&message);
      if (message.receive != nullptr) message_of_[message.receive] = &message;
    }
  }

  std::vector<Choices> branches() const {
    std::vector<Choices> result;
    for (const OrderedChoice& open : order_.choices) {
      for (const Option& option : options_of(*open.choice)) {
        if (option.taken != open.choice->taken) result.push_back(changed_at(open, option));
      }
    }
    return result;
  }
  double ways() const {
    double product = 1;
    for (const OrderedChoice& open : order_.choices) {
      product *= std::max(1.0, static_cast<double>(options_of(*open.choice).size()));
    }
    return product;
  }

 private:
  static std::size_t node_count(const RunOrder& order) {
    return order.choices.empty() ? 0 : order.choices.front().known.size();
  }

  std::vector<Option> options_of(const LoggedChoice& choice) const {
    return choice.is_wait ? ends_of(choice) : messages_for(choice);
  }

  /// Of each sender, the first message that the receive may take and no earlier receive has taken.
  std::vector<Option> messages_for(const LoggedChoice& choice) const {
    const LoggedRequest& receive = *choice.among.front();
    Request open = receive;
    open.peer = kAnyNode;
    std::vector<Option> result;
    for (const OrderedMessage* message : to_[index(choice.node)]) {
      if (!matches(open, label_of(*message->send)) || is_taken_before(*message, receive)) continue;
      const std::uint32_t source = index(message->send->owner);
      if (std::ranges::find(result, source, &Option::taken) == result.end()) result.push_back({source, message});
    }
    std::erase_if(result, [&](const Option& option) {
      if (option.taken == choice.taken) return false;
      return depends(*option.message, choice) || comes_too_late(*option.message, open, receive);
    });
    return result;
  }
  static bool is_taken_before(const OrderedMessage& message, const LoggedRequest& receive) noexcept {
    return message.receive != nullptr && message.receive->posted < receive.posted;
  }
  /// Whether another message, one that would have gone to `receive` had it still been waiting, must have been received
  /// before `late` can be sent. `open` is the receive with its source left open.
  bool comes_too_late(const OrderedMessage& late, const Request& open, const LoggedRequest& receive) const {
    return std::ranges::any_of(to_[index(receive.owner)], [&](const OrderedMessage* other) {
      return other->receive != nullptr && other->receive->posted > receive.posted &&
             other->receive->waited < late.before && matches(open, label_of(*other->send));
    });
  }

  /// What the wait can end with.
  std::vector<Option> ends_of(const LoggedChoice& choice) const {
    std::vector<Option> result;
    for (std::uint32_t i = 0; i < choice.among.size(); ++i) {
      const auto found = message_of_.find(choice.among[i]);
      const bool is_send = choice.among[i]->kind == Request::Kind::send;
      if (!is_send && found == message_of_.end()) continue;
      const OrderedMessage* const message = is_send ? nullptr : found->second;
      if (message == nullptr || i == choice.taken || !depends(*message, choice)) result.push_back({i, message});
    }
    return result;
  }

  /// Whether the message is sent only after its destination, which makes the choice, knows what it has taken.
  static bool depends(const OrderedMessage& message, const LoggedChoice& choice) noexcept {
    return message.before > choice.known();
  }

  const OrderedMessage* taken_by(const LoggedChoice& choice) const {
    const auto found = message_of_.find(choice.among[choice.is_wait ? choice.taken : 0]);
    return found == message_of_.end() ? nullptr : found->second;
  }

  /// All choices of the run that stay as they are if `open` takes this option, and `open` itself, changed.
  Choices changed_at(const OrderedChoice& open, const Option& option) const {
    const std::size_t node = index(open.choice->node);
    const auto is_needed = [&](const LoggedChoice& choice) {
      const std::size_t owner = index(choice.node);
      return open.known[owner] > choice.known() ||
             (option.message != nullptr && option.message->known[owner] > choice.known());
    };
    const auto is_dropped = [&](const LoggedChoice& choice) {
      return choice.node == open.choice->node && choice.call >= open.choice->call && !is_needed(choice);
    };
    // Whoever knows that more calls than this of the node are done depends on a choice that is dropped.
    std::uint32_t limit = LoggedRequest::kNever;
    for (const OrderedChoice& other : order_.choices) {
      if (is_dropped(*other.choice)) limit = std::min(limit, other.choice->known());
    }
    Choices result;
    for (const OrderedChoice& other : order_.choices) {
      const LoggedChoice& choice = *other.choice;
      const OrderedMessage* const message = taken_by(choice);
      const bool stands =
          !is_dropped(choice) && other.known[node] <= limit && (message == nullptr || message->known[node] <= limit);
      if (stands || is_needed(choice)) result.emplace_back(name_of(choice), choice.taken);
    }
    result.emplace_back(name_of(*open.choice), option.taken);
    std::ranges::sort(result);
    return result;
  }

  const RunOrder& order_;
  std::vector<std::vector<const OrderedMessage*>> to_;  ///< by destination
  std::unordered_map<const LoggedRequest*, const OrderedMessage*> message_of_;
};

}  // namespace

Choices choices_of(const RunOrder& order) {
  Choices result;
  for (const OrderedChoice& each : order.choices) result.emplace_back(name_of(*each.choice), each.choice->taken);
  std::ranges::sort(result);
  return result;
}

std::vector<Choices> branches_of(const RunOrder& order) {
  return order.choices.empty() ? std::vector<Choices>{} : Branching(order).branches();
}

double ways_to_choose(const RunOrder& order) { return order.choices.empty() ? 1 : Branching(order).ways(); }

namespace {

/// A choice that a run has not made, or made otherwise.
struct Missing {
  std::size_t place;                  ///< where it would stand among the choices of the run
  const Choices::value_type* wanted;  ///< the choice
};

std::optional<Missing> first_missing(const Choices& choices, const Choices& some) {
  std::size_t place = 0;
  for (const auto& wanted : some) {
    while (place < choices.size() && choices[place].first < wanted.first) ++place;
    if (place == choices.size() || choices[place] != wanted) return Missing{place, &wanted};
  }
  return std::nullopt;
}

}  // namespace

/// Goes through the runs in sorted order, and skips all those that lack the same choice. Relies on this: no run's
/// choices are the first few of another run's, as a program that has chosen alike so far goes on alike.
bool ChosenRuns::has_one_with(const Choices& some) const {
  auto run = all_.begin();
  while (run != all_.end()) {
    const std::optional<Missing> missing = first_missing(*run, some);
    if (!missing) return true;
    Choices next(run->begin(), run->begin() + static_cast<std::ptrdiff_t>(missing->place));
    if (missing->place < run->size() && (*run)[missing->place].first == missing->wanted->first &&
        (*run)[missing->place] < *missing->wanted) {
      next.push_back(*missing->wanted);
    } else if (next.empty()) {
      return false;
    } else {
      ++next.back().second;
    }
    run = all_.lower_bound(next);
  }
  return false;
}

}  // namespace switchyard
