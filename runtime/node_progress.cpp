/// \file node_progress.cpp
/// Lets posted collectives of groups continue while their node waits, tests, polls or is in another collective,
/// whatever the node waits for. The node's own thread does this; no thread works in the background.

#include <fmt/format.h>

#include <algorithm>

#include "runtime/group/under_way.hpp"
#include "runtime/misuse.hpp"
#include "runtime/node.hpp"
#include "runtime/served_message.hpp"

namespace switchyard {
namespace {

/// The number of rounds of messages in which a call of the node's program lets posted collectives continue before it
/// looks at its own requests. Without this limit, a service that gets new requests faster than it serves them would
/// keep the program in the call for ever.
constexpr int kCollectiveRoundsBeforeAwaitedRequests = 16;

/// The largest number of posted collectives of one context that may make progress at the same time. A wait looks at the
/// messages of all collectives that make progress, so that without a limit the time for many posted collectives would
/// grow with the square of their number.
constexpr std::ptrdiff_t kMostProgressingCollectives = 64;

/// A wait for at least this many requests first removes, in one look, the requests that are complete already. For each
/// request that is left, the wait makes a step that looks at all requests that are left.
constexpr std::size_t kManyRequests = 8;

bool is_collective(const Request& request) { return request.kind == Request::Kind::collective; }

/// Splits a list of requests into the requests of messages and those of collectives, in this order.
std::pair<std::vector<Request*>, std::vector<Request*>> split_messages_and_collectives(
    std::span<Request* const> requests) {
  std::pair<std::vector<Request*>, std::vector<Request*>> parts;
  std::ranges::partition_copy(requests, std::back_inserter(parts.second), std::back_inserter(parts.first),
                              [](const Request* r) { return is_collective(*r); });
  return parts;
}

std::vector<Request*> requests_other_than_collectives(std::span<Request* const> requests) {
  std::vector<Request*> messages;
  std::ranges::remove_copy_if(requests, std::back_inserter(messages),
                              [](const Request* r) { return is_collective(*r); });
  return messages;
}

/// Sets the mark Request::was_found_complete of each collective among `requests` that is done, and returns how many of
/// all the requests have the mark.
std::size_t mark_and_count_complete_requests(std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (is_collective(*request)) request->was_found_complete = request->complete;
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(requests, [](const Request* r) { return r->was_found_complete; }));
}

}  // namespace

/// Carries out a collective to its end: posts the messages of one round after another, and waits for each round. The
/// wait lists the latest message, usually a send, first, because a wait directly after a send forms one operation with
/// the send.
void Node::carry_out_collective(CollectiveUnderWay& collective) {
  for (collective.post_next_round(*this); !collective.messages_of_round().empty(); collective.post_next_round(*this)) {
    auto& messages = collective.messages_of_round();
    waited_requests_.clear();
    for (std::size_t i = messages.size(); i-- > 0;) waited_requests_.push_back(messages[i].handle.request_);
    wait_for(waited_requests_, {collective.site()});
    for (const auto& message : messages)
      collective.on_message_complete(message, take_result_and_release(*message.handle.request_));
    messages.clear();
  }
  collective.check_messages_have_fitted();
}

Handle Node::start_collective(std::shared_ptr<CollectiveUnderWay> collective) {
  const MessageOptions label{.tag = collective->tag(), .context = collective->context()};
  Request& request = make_request({Request::Kind::collective, id_, nullptr, 0, label, collective->site()});
  // A run that looks for defects chooses, in each wait for any of several requests, which request is complete first.
  // The sends of collectives send copies of the data, and so are complete at once: they add no such choices, whose
  // results no program could notice.
  if (defects() != nullptr) collective->use_copies_for_sends();
  const bool are_messages_hidden = defects() != nullptr && !collective->can_program_see_single_messages_complete();
  if (are_messages_hidden) session_.note_posted_collective(request, PostedCollectiveStage::begun);
  collective->post_next_round(*this);
  request.complete = collective->messages_of_round().empty();
  collectives_under_way_.push_back({&request, std::move(collective), are_messages_hidden, request.complete});
  if (!request.complete) {
    start_or_queue_progress_of(collectives_under_way_.back());
  } else if (are_messages_hidden) {
    session_.note_posted_collective(request, PostedCollectiveStage::over);
  }
  return Handle(request);
}

/// Lets a posted collective make progress whenever its node waits, or queues it if many collectives of its context make
/// progress already. Queued collectives never hold up each other for ever: all members of a group post the collectives
/// of its context in one order, and the first collective that is not complete everywhere makes progress on each member.
void Node::start_or_queue_progress_of(PostedCollective& one) {
  const auto same_context = [&](const PostedCollective* each) {
    return each->collective->context() == one.collective->context();
  };
  if (std::ranges::count_if(progressing_collectives_, same_context) < kMostProgressingCollectives) {
    progressing_collectives_.push_back(&one);
  } else {
    queued_collectives_.push_back(&one);
  }
}

/// Ends the progress of a posted collective that is complete. The first queued collective of its context then makes
/// progress instead.
void Node::stop_progress_of(PostedCollective& one) {
  if (std::erase(progressing_collectives_, &one) == 0) {
    queued_collectives_.remove(&one);
    return;
  }
  const auto next = std::ranges::find_if(queued_collectives_, [&](const PostedCollective* each) {
    return each->collective->context() == one.collective->context();
  });
  if (next == queued_collectives_.end()) return;
  progressing_collectives_.push_back(*next);
  queued_collectives_.erase(next);
}

/// Returns a handle without messages, which is complete once complete_manual_handle() has been called for it.
Handle Node::make_manually_completed_handle(Context context, Site site) {
  return Handle(make_request({Request::Kind::collective, id_, nullptr, 0, {.context = context}, site}));
}

/// Forgets the posted collective of `request`, because the program has waited for it.
void Node::forget_collective(const Request& request) {
  const auto found = std::ranges::find(collectives_under_way_, &request, &PostedCollective::request);
  if (found == collectives_under_way_.end()) return;
  if (!request.complete) stop_progress_of(*found);
  if (found->are_messages_hidden) session_.note_posted_collective(request, PostedCollectiveStage::known_to_be_complete);
  collectives_under_way_.erase(found);
}

/// Waits until one request of `awaited` is done, and returns its index. The requests may be of messages and of
/// collectives. Posted collectives make progress during the wait.
std::size_t Node::wait_any_while_collectives_progress(std::span<Request* const> awaited, WaitSite where) {
  const bool is_choice_of_program =
      where.waiting_call == WaitingCall::wait_any || where.waiting_call == WaitingCall::wait_some;
  const auto can_be_chosen = [&](const Request* each) {
    return !is_collective(*each) || are_messages_of_collective_hidden(*each);
  };
  if (is_choice_of_program && std::ranges::any_of(collectives_under_way_, &PostedCollective::are_messages_hidden) &&
      std::ranges::all_of(awaited, can_be_chosen)) {
    // The program learns only which of its awaited requests is complete first; it never sees the messages of its posted
    // collectives. So the order of events is chosen among the awaited requests alone, as for a program that tests them
    // again and again until one is complete.
    while (test_with_hidden_collective_messages(awaited, RequestTestCondition::any, where) == 0) {
    }
    const auto found = std::ranges::find_if(awaited, [](const Request* each) { return each->was_found_complete; });
    return static_cast<std::size_t>(found - awaited.begin());
  }
  const auto over = [](const Request* r) { return is_collective(*r) && r->complete; };
  const auto watch_awaited = [&] {
    std::ranges::remove_copy_if(awaited, std::back_inserter(requests_in_wait_with_collectives_),
                                [](const Request* r) { return is_collective(*r); });
  };
  for (int round = 0;; ++round) {
    const auto done = std::ranges::find_if(awaited, over);
    if (done != awaited.end()) return static_cast<std::size_t>(done - awaited.begin());
    // If several requests in the list are complete, the first one ends the wait, so the order of the list matters.
    requests_in_wait_with_collectives_.clear();
    if (round >= kCollectiveRoundsBeforeAwaitedRequests) watch_awaited();
    append_requests_under_way(requests_in_wait_with_collectives_);
    if (round < kCollectiveRoundsBeforeAwaitedRequests) watch_awaited();
    Request* const first =
        requests_in_wait_with_collectives_[session_.wait_any(id_, requests_in_wait_with_collectives_, where)];
    release_waited_requests();
    if (const auto own = std::ranges::find(awaited, first); own != awaited.end())
      return static_cast<std::size_t>(own - awaited.begin());
    continue_collective_of(*first);
  }
}

void Node::wait_all_while_collectives_progress(std::span<Request* const> awaited, WaitSite where) {
  if (awaited.size() == 1) {
    wait_any_while_collectives_progress(awaited, where);
    return;
  }
  auto [messages, collectives] = split_messages_and_collectives(awaited);
  if (messages.size() >= kManyRequests && defects() == nullptr) {
    session_.count_complete_requests_at_no_cost(id_, messages, where.site);
    std::erase_if(messages, [](const Request* request) { return request->was_found_complete; });
  }
  std::ranges::reverse(collectives);
  for (;;) {
    while (!collectives.empty() && collectives.back()->complete) collectives.pop_back();
    if (collectives.empty() && messages.empty()) return;
    if (!collectives.empty()) messages.push_back(collectives.back());
    Request* const done = messages[wait_any_while_collectives_progress(messages, where)];
    if (!collectives.empty()) messages.pop_back();
    std::erase(messages, done);
  }
}

/// Lets posted collectives, except the one with the request `held_back`, continue without waiting, for a limited number
/// of rounds of messages. Returns false if none can continue.
bool Node::progress_collectives_now(Site site, const Request* held_back) {
  for (int round = 0; round < kCollectiveRoundsBeforeAwaitedRequests; ++round) {
    std::vector<Request*> watched = requests_under_way();
    if (held_back != nullptr) {
      for (const Request* each : requests_under_way(held_back)) std::erase(watched, each);
    }
    if (watched.empty() || session_.count_complete_requests_at_no_cost(id_, watched, site) == 0) return round > 0;
    for (Request* request : watched) {
      if (request->was_found_complete) continue_collective_of(*request);
    }
  }
  return true;
}

/// Lets posted collectives continue, then marks those of `requests` that are done as found complete
/// (Request::was_found_complete), and returns their number.
std::size_t Node::mark_done_requests(std::span<Request* const> requests, Site site) {
  progress_collectives_now(site);
  session_.count_complete_requests_at_no_cost(id_, requests_other_than_collectives(requests), site);
  return mark_and_count_complete_requests(requests);
}

/// Tests requests for completion; they may be those of the collective `tested`, which then does not continue by itself.
/// If the run has decided that the test must find something, other collectives continue until it does, because the
/// awaited messages may depend on them.
std::size_t Node::test_while_collectives_progress(std::span<Request* const> requests, RequestTestCondition enough,
                                                  WaitSite where, const Request* tested) {
  where.is_repeated = defects() != nullptr;
  for (;;) {
    const std::size_t found = session_.test(id_, requests, enough, where);
    if (found != kResultTestMustBeRepeated) return found;
    progress_collectives_now(where.site, tested);
  }
}

/// Looks once for a message for `probe`. If the run has decided that the probe must find one, posted collectives
/// continue until it does, as in test_while_collectives_progress().
bool Node::probe_while_collectives_progress(Request& probe, WaitingCall call) {
  // Saved, because an arbiter may restrict each look to the messages of one node.
  const NodeId from = probe.peer;
  for (;;) {
    progress_collectives_now(probe.site);
    probe.peer = from;
    const std::size_t found = session_.probe(probe, {probe.site, call, defects() != nullptr});
    if (found != kResultTestMustBeRepeated) return found == 1;
  }
}

bool Node::are_messages_of_collective_hidden(const Request& request) const {
  const auto found = std::ranges::find(collectives_under_way_, &request, &PostedCollective::request);
  return found != collectives_under_way_.end() && found->are_messages_hidden;
}

/// Tests `requests` for completion in one call of the session. Some of them may be opaque collectives: the program can
/// see only whether the whole collective is over, and none of its messages. So the run chooses only what the test
/// finds; the times at which the messages complete are no choices (runtime/stress/message_order.hpp).
std::size_t Node::test_with_hidden_collective_messages(std::span<Request* const> requests, RequestTestCondition enough,
                                                       WaitSite where) {
  where.is_repeated = true;
  for (;;) {
    progress_collectives_now(where.site);
    std::vector<Request*> list(requests.begin(), requests.end());
    for (const Request* request : requests) {
      if (is_collective(*request)) append_requests_under_way(list, request);
    }
    list.push_back(nullptr);
    const std::size_t found = session_.test(id_, std::span(list).first(requests.size()), enough, where);
    if (found != kResultTestMustBeRepeated) return found;
  }
}

/// Tests whether a posted collective is over, in a run that looks for defects, if the program can notice single
/// messages of the collective. Each round of messages is tested separately, so that the run can choose for each round
/// whether it is complete: another implementation may carry out several rounds between two calls, or none.
bool Node::test_collective_completion_by_rounds(Request& collective, WaitSite where) {
  const auto test = [&](std::span<Request* const> requests) {
    return test_while_collectives_progress(requests, RequestTestCondition::all, where, &collective) == requests.size();
  };
  // Searches for the collective at each call, because the list changes if a collective begins during a test.
  const auto has_ended_elsewhere = [&]() -> bool& {
    return std::ranges::find(collectives_under_way_, &collective, &PostedCollective::request)
        ->has_collective_ended_unobserved;
  };
  if (has_ended_elsewhere()) {
    // All messages of the collective have completed, so that none is left to test. A buffered send, which is complete
    // at once, is tested instead, so that the run can still choose what the test finds.
    Request& ended = make_request({Request::Kind::send, id_, nullptr, 0, {.mode = SendMode::buffered}, where.site});
    ended.complete = true;
    Request* const requests[] = {&ended};
    const bool is_found = test(requests);
    request_pool_.release(ended);
    has_ended_elsewhere() = !is_found;
    return is_found;
  }
  for (auto messages = requests_under_way(&collective); !messages.empty(); messages = requests_under_way(&collective)) {
    const bool are_done = test(messages);
    const bool go_on = progress_collectives_now(where.site);
    if (!are_done || !go_on) return false;
  }
  has_ended_elsewhere() = false;
  return true;
}

/// Tests whether all of `requests` are done, in a run that looks for defects; some of them are collectives. Returns the
/// number of requests if all are done, and 0 otherwise.
std::size_t Node::test_all_with_collectives(std::span<Request* const> requests, WaitSite where) {
  bool are_done = true;
  std::vector<Request*> others;
  for (Request* request : requests) {
    if (!is_collective(*request) || are_messages_of_collective_hidden(*request)) {
      others.push_back(request);
    } else {
      are_done = test_collective_completion_by_rounds(*request, where) && are_done;
    }
  }
  if (!are_done) return 0;
  if (!others.empty() && test_with_hidden_collective_messages(others, RequestTestCondition::all, where) < others.size())
    return 0;
  for (Request* request : requests) request->was_found_complete = true;
  return requests.size();
}

/// Tests whether one of `requests` is done, in a run that looks for defects; some of them are collectives. Returns 1 if
/// one is found, which then has the mark Request::was_found_complete, and otherwise 0. A program that asks for all
/// requests that are done so gets them one by one.
std::size_t Node::test_any_with_collectives(std::span<Request* const> requests, WaitSite where) {
  for (Request* request : requests) request->was_found_complete = false;
  std::vector<Request*> others;
  for (Request* request : requests) {
    if (!is_collective(*request) || are_messages_of_collective_hidden(*request)) {
      others.push_back(request);
    } else if (test_collective_completion_by_rounds(*request, where)) {
      request->was_found_complete = true;
      return 1;
    }
  }
  return others.empty() ? 0 : test_with_hidden_collective_messages(others, RequestTestCondition::any, where);
}

/// Lets posted collectives continue, and tests `requests` for completion. A test of several requests with collectives
/// among them counts as a poll in vain if no message is done that was not done before.
std::size_t Node::progress_and_test(std::span<Request* const> requests, WaitSite where) {
  std::vector<Request*> messages = requests_other_than_collectives(requests);
  const bool needs_all = where.waiting_call == WaitingCall::test_all;
  if (messages.size() == requests.size()) {
    progress_collectives_now(where.site);
    test_while_collectives_progress(messages, needs_all ? RequestTestCondition::all : RequestTestCondition::any, where);
    progress_collectives_now(where.site);
    return mark_and_count_complete_requests(requests);
  }
  const bool is_one = requests.size() == 1;
  const bool is_service = is_one && is_message_to_service(*requests.front());
  if (defects() != nullptr && !is_service) {
    return is_one || needs_all ? test_all_with_collectives(requests, where)
                               : test_any_with_collectives(requests, where);
  }
  if (is_one) {
    progress_collectives_now(where.site);
    messages = requests_under_way(requests.front());
    if (!messages.empty()) session_.test(id_, messages, RequestTestCondition::all, where);
    progress_collectives_now(where.site);
    return mark_and_count_complete_requests(requests);
  }
  mark_done_requests(requests, where.site);
  std::erase_if(messages, [](const Request* request) { return request->was_found_complete; });
  std::ranges::copy(requests_under_way(), std::back_inserter(messages));
  if (!messages.empty()) session_.test(id_, messages, RequestTestCondition::any, where);
  return mark_done_requests(requests, where.site);
}

void Node::wait_some_while_collectives_progress(std::span<Request* const> requests, WaitSite where) {
  const std::size_t done = wait_any_while_collectives_progress(requests, where);
  if (defects() == nullptr) {
    mark_done_requests(requests, where.site);
    // Only one request counts as found; the program's later calls find the other requests that are done.
  } else {
    for (Request* request : requests) request->was_found_complete = false;
    requests[done]->was_found_complete = true;
  }
}

/// Waits until there is a message for `probe`, and returns true. Posted collectives make progress during the wait.
bool Node::wait_for_probe_while_progressing(Request& probe, WaitingCall call) {
  while (!session_.wait_for_message_of_probe(probe, requests_under_way(), call)) progress_collectives_now(probe.site);
  return true;
}

void Node::join_machine_collective_with_progress(CollectiveCall call, Site site) {
  for (;;) {
    const std::vector<Request*> watched = requests_under_way();
    call.interrupting_requests = watched;
    if (session_.take_part_in_collective(id_, call, site)) return;
    call.is_resumed = true;
    progress_collectives_now(site);
  }
}

std::vector<Request*> Node::requests_under_way(const Request* of) const {
  std::vector<Request*> requests;
  append_requests_under_way(requests, of);
  return requests;
}

void Node::append_requests_under_way(std::vector<Request*>& to, const Request* of) const {
  const auto append = [&](const PostedCollective& one) {
    for (const auto& message : one.collective->messages_of_round()) to.push_back(message.handle.request_);
  };
  if (of == nullptr) {
    for (const PostedCollective* one : progressing_collectives_) append(*one);
  } else if (const auto found = std::ranges::find(collectives_under_way_, of, &PostedCollective::request);
             found != collectives_under_way_.end()) {
    append(*found);
  }
}

/// Lets a posted collective continue after the message with the request `done`, one of its messages, has completed.
void Node::continue_collective_of(Request& done) {
  const auto continues = [&](PostedCollective& one) {
    auto& messages = one.collective->messages_of_round();
    const auto at = std::ranges::find_if(messages, [&](const auto& m) { return m.handle.request_ == &done; });
    if (at == messages.end()) return false;
    const CollectiveUnderWay::Message message = *at;
    messages.erase(at);
    one.collective->on_message_complete(message, take_result_and_release(done));
    if (messages.empty()) one.collective->post_next_round(*this);
    one.request->complete = one.has_collective_ended_unobserved = messages.empty();
    if (!messages.empty()) return true;
    if (one.are_messages_hidden) session_.note_posted_collective(*one.request, PostedCollectiveStage::over);
    stop_progress_of(one);
    one.collective->check_messages_have_fitted();
    return true;
  };
  const auto pointer_continues = [&](PostedCollective* one) { return continues(*one); };
  if (std::ranges::none_of(progressing_collectives_, pointer_continues))
    std::ranges::any_of(queued_collectives_, pointer_continues);
}

void Node::refuse_collective_in_later_wait(const Request& request, const char* call, Site site) {
  throw misuse_error(
      call, site,
      fmt::format("{} can only be waited for by wait, wait_all, wait_any or wait_some", call_text(request)));
}

void Node::check_no_collective_under_way() const {
  if (collectives_under_way_.empty()) return;
  throw UsageError(
      fmt::format("the program returned without waiting for {}", call_text(*collectives_under_way_.front().request)));
}

}  // namespace switchyard
