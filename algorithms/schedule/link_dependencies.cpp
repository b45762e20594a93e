#include "algorithms/schedule/link_dependencies.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// Depth first; a link gets its number, counted down, when all that depend on it have theirs.
class Numbering {
 public:
  explicit Numbering(const MessagePaths& paths)
      : successors_(paths.link_count()), states_(paths.link_count(), State::unseen), next_number_(paths.link_count()) {
    for (std::uint32_t p = 0; p < paths.path_count(); ++p) {
      const auto links = paths.links(PathId{p});
      for (std::size_t i = 1; i < links.size(); ++i) successors_[index(links[i - 1])].push_back(links[i]);
    }
    for (auto& successors : successors_) {
      std::ranges::sort(successors);
      successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    }
  }

  LinkDependencies run() {
    numbers_.resize(successors_.size());
    for (std::uint32_t link = 0; link < successors_.size(); ++link) {
      if (states_[link] == State::unseen && !number_from(LinkId{link})) return {{}, cycle_};
    }
    return {std::move(numbers_), {}};
  }

 private:
  enum class State : std::uint8_t { unseen, on_stack, numbered };
  struct Visit {
    LinkId link;
    std::size_t next_successor = 0;
  };

  /// False once a cycle is found.
  bool number_from(LinkId first) {
    enter(first);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      const auto& successors = successors_[index(top.link)];
      if (top.next_successor == successors.size()) {
        leave(top.link);
        continue;
      }
      const LinkId next = successors[top.next_successor++];
      if (states_[index(next)] == State::on_stack) return note_cycle(next);
      if (states_[index(next)] == State::unseen) enter(next);
    }
    return true;
  }

  void enter(LinkId link) {
    states_[index(link)] = State::on_stack;
    stack_.push_back({link});
  }

  void leave(LinkId link) {
    states_[index(link)] = State::numbered;
    numbers_[index(link)] = --next_number_;
    stack_.pop_back();
  }

  bool note_cycle(LinkId first) {
    const auto start = std::ranges::find(stack_, first, &Visit::link);
    for (auto visit = start; visit != stack_.end(); ++visit) cycle_.push_back(visit->link);
    return false;
  }

  std::vector<std::vector<LinkId>> successors_;
  std::vector<State> states_;
  std::uint32_t next_number_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Visit> stack_;
  std::vector<LinkId> cycle_;
};

}  // namespace

LinkDependencies link_dependencies(const MessagePaths& paths) { return Numbering(paths).run(); }

std::vector<ListedMessage> all_pairs(std::uint32_t node_count) {
  std::vector<ListedMessage> messages;
  for (std::uint32_t from = 0; from < node_count; ++from) {
    for (std::uint32_t to = 0; to < node_count; ++to) {
      if (from != to)
        messages.push_back({.id = messages.size() + 1, .source = NodeId{from}, .destination = NodeId{to}});
    }
  }
  return messages;
}

}  // namespace switchyard
