#include "runtime/stress/served_choices.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runtime/served_message.hpp"

namespace switchyard {
namespace {

/// The messages to one service of a node, in the order in which the service takes them, and the choices by which it has
/// taken the first of them.
struct Service {
  std::vector<const LoggedChoice*> choices = {};
  std::vector<const OrderedMessage*> messages = {};
};
using ServiceName = std::pair<NodeId, Context>;
using Services = std::map<ServiceName, Service>;

bool do_conflict(const OrderedMessage& a, const OrderedMessage& b) noexcept {
  return a.send->owner != b.send->owner && do_conflict(served_kind(*a.send), served_kind(*b.send));
}

std::optional<Services> services_of(const RunOrder& order) {
  Services services;
  for (const OrderedChoice& each : order.choices) {
    const LoggedChoice& choice = *each.choice;
    if (choice.kind != LoggedChoice::Kind::receive || !is_served(*choice.among.front())) return std::nullopt;
    if (!choice.is_open()) services[{choice.node, choice.among.front()->context}].choices.push_back(&choice);
  }
  for (const OrderedMessage& message : order.messages) {
    const ServiceName name{message.send->peer, message.send->context};
    if (is_served(*message.send)) services[name].messages.push_back(&message);
  }
  for (auto& [name, service] : services) {
    std::ranges::stable_sort(service.messages, {}, [](const OrderedMessage* message) {
      return message->receive == nullptr ? LoggedRequest::kNever : message->receive->posted;
    });
  }
  return services;
}

bool has_conflicts(const Service& service) {
  const auto& all = service.messages;
  return std::ranges::any_of(all, [&](const OrderedMessage* a) {
    return std::ranges::any_of(all, [&](const OrderedMessage* b) { return do_conflict(*a, *b); });
  });
}

class ServiceBranching {
 public:
  explicit ServiceBranching(const Service& service) : choices_(service.choices), messages_(service.messages) {}

  std::vector<Choices> branches() const {
    std::vector<Choices> result;
    for (std::size_t i = 0; i < choices_.size() && i < messages_.size(); ++i) {
      std::set<NodeId> sources{messages_[i]->send->owner};
      for (std::size_t j = i + 1; j < messages_.size(); ++j) {
        const NodeId source = messages_[j]->send->owner;
        if (sources.insert(source).second && leads_to_conflict(i, j)) result.push_back(changed_at(i, source));
      }
    }
    return result;
  }

 private:
  /// Returns whether the message at place `other`, or a later message that depends on it, conflicts with the message at
  /// place `taken`.
  bool leads_to_conflict(std::size_t taken, std::size_t other) const {
    const LoggedRequest& first = *messages_[other]->send;
    for (std::size_t k = other; k < messages_.size(); ++k) {
      const bool depends = k == other || messages_[k]->known[index(first.owner)] > first.posted;
      if (depends && do_conflict(*messages_[taken], *messages_[k])) return true;
    }
    return false;
  }
  Choices changed_at(std::size_t place, NodeId source) const {
    Choices result;
    for (std::size_t i = 0; i < place; ++i)
      result.emplace_back(ChoiceName{choices_[i]->node, choices_[i]->number}, choices_[i]->taken);
    result.emplace_back(ChoiceName{choices_[place]->node, choices_[place]->number}, index(source));
    return result;
  }

  const std::vector<const LoggedChoice*>& choices_;
  const std::vector<const OrderedMessage*>& messages_;
};

}  // namespace

std::optional<std::vector<Choices>> branches_of_services(const RunOrder& order) {
  const auto services = services_of(order);
  if (!services) return std::nullopt;
  const auto has_some = [](const auto& each) { return has_conflicts(each.second); };
  const auto found = std::ranges::find_if(*services, has_some);
  if (found == services->end()) return std::vector<Choices>{};
  const auto shares_node = [&](const auto& each) { return each.first.first == found->first.first; };
  if (std::ranges::count_if(*services, has_some) > 1 || std::ranges::count_if(*services, shares_node) > 1)
    return std::nullopt;
  return ServiceBranching(found->second).branches();
}

}  // namespace switchyard
