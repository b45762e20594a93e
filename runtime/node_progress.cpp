/// \file node_progress.cpp
/// Collectives of groups that go on while their node waits, tests, polls or is in another collective, whatever it is
/// for: progress without a thread.

#include <fmt/format.h>

#include <algorithm>

#include "runtime/group/under_way.hpp"
#include "runtime/misuse.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Sends first: a wait right behind the send is one operation with it.
void Node::carry_out(CollectiveUnderWay& collective) {
  for (collective.advance(*this); !collective.messages().empty(); collective.advance(*this)) {
    auto& messages = collective.messages();
    waiting_.clear();
    for (std::size_t i = messages.size(); i-- > 0;) waiting_.push_back(messages[i].handle.request_);
    wait_for(waiting_, {collective.site()});
    for (const auto& message : messages) collective.arrived(message, take(*message.handle.request_));
    messages.clear();
  }
}

Handle Node::start_collective(std::shared_ptr<CollectiveUnderWay> collective) {
  const MessageOptions label{.tag = collective->tag(), .context = collective->context()};
  Request& request = make({Request::Kind::collective, id_, nullptr, 0, label, collective->site()});
  collective->advance(*this);
  request.complete = collective->messages().empty();
  under_way_.push_back({&request, std::move(collective)});
  return Handle(request);
}

/// The program has waited for the posted collective of this request.
void Node::forget_collective(const Request& request) {
  std::erase_if(under_way_, [&](const UnderWay& one) { return one.request == &request; });
}

/// Waits until one of `awaited` is done, which need not be a collective; its index.
std::size_t Node::progress_until_any(std::span<Request* const> awaited, WaitSite where) {
  const auto over = [](const Request* r) { return r->kind == Request::Kind::collective && r->complete; };
  for (;;) {
    const auto done = std::ranges::find_if(awaited, over);
    if (done != awaited.end()) return static_cast<std::size_t>(done - awaited.begin());
    std::vector<Request*> watched = requests_under_way();
    const std::size_t own = watched.size();
    std::ranges::copy_if(awaited, std::back_inserter(watched),
                         [](const Request* r) { return r->kind != Request::Kind::collective; });
    Request* const first = watched[session_.wait_any(id_, watched, where)];
    release_settled();
    if (std::find(watched.begin(), watched.begin() + static_cast<std::ptrdiff_t>(own), first) ==
        watched.begin() + static_cast<std::ptrdiff_t>(own)) {
      return static_cast<std::size_t>(std::ranges::find(awaited, first) - awaited.begin());
    }
    progress(*first);
  }
}

void Node::progress_until_all(std::span<Request* const> awaited, WaitSite where) {
  std::vector<Request*> left(awaited.begin(), awaited.end());
  while (!left.empty()) {
    Request* const done = left[progress_until_any(left, where)];
    std::erase(left, done);
  }
}

/// Lets collectives go on as far as they can without waiting. False if none can.
bool Node::progress_now(Site site) {
  for (bool goes_on = false;; goes_on = true) {
    const std::vector<Request*> watched = requests_under_way();
    if (watched.empty() || session_.look(id_, watched, site) == 0) return goes_on;
    for (Request* request : watched) {
      if (request->told) progress(*request);
    }
  }
}

/// Tells which are done, and counts them.
std::size_t Node::tell_done(std::span<Request* const> requests, Site site) {
  progress_now(site);
  std::vector<Request*> messages;
  for (Request* request : requests) {
    if (request->kind == Request::Kind::collective) {
      request->told = request->complete;
    } else {
      messages.push_back(request);
    }
  }
  session_.look(id_, messages, site);
  return static_cast<std::size_t>(std::ranges::count_if(requests, [](const Request* r) { return r->told; }));
}

/// A poll is in vain if nothing goes on that was not done before.
std::size_t Node::progress_and_test(std::span<Request* const> requests, WaitSite where) {
  tell_done(requests, where.site);
  std::vector<Request*> open = requests_under_way();
  std::ranges::copy_if(requests, std::back_inserter(open),
                       [](const Request* r) { return r->kind != Request::Kind::collective && !r->told; });
  if (!open.empty()) session_.test(id_, open, Enough::any, where);
  return tell_done(requests, where.site);
}

void Node::progress_until_some(std::span<Request* const> requests, WaitSite where) {
  progress_until_any(requests, where);
  tell_done(requests, where.site);
}

/// Always true.
bool Node::wait_for_message(Request& probe, WaitingCall call) {
  while (!session_.wait_probe(probe, requests_under_way(), call)) progress_now(probe.site);
  return true;
}

void Node::meet_meanwhile(CollectiveCall call, Site site) {
  for (;;) {
    const std::vector<Request*> watched = requests_under_way();
    call.watched = watched;
    if (session_.collective(id_, call, site)) return;
    progress_now(site);
  }
}

std::vector<Request*> Node::requests_under_way() const {
  std::vector<Request*> requests;
  for (const UnderWay& one : under_way_) {
    for (const auto& message : one.collective->messages()) requests.push_back(message.handle.request_);
  }
  return requests;
}

/// `done` is a message of a collective under way.
void Node::progress(Request& done) {
  for (const UnderWay& one : under_way_) {
    auto& messages = one.collective->messages();
    const auto at = std::ranges::find_if(messages, [&](const auto& m) { return m.handle.request_ == &done; });
    if (at == messages.end()) continue;
    const CollectiveUnderWay::Message message = *at;
    messages.erase(at);
    one.collective->arrived(message, take(done));
    if (messages.empty()) one.collective->advance(*this);
    one.request->complete = messages.empty();
    return;
  }
}

void Node::refuse_later(const Request& request, const char* call, Site site) {
  throw misuse(call, site,
               fmt::format("{} can only be waited for by wait, wait_all, wait_any or wait_some", call_text(request)));
}

void Node::check_nothing_under_way() const {
  if (under_way_.empty()) return;
  throw UsageError(fmt::format("the program returned without waiting for {}", call_text(*under_way_.front().request)));
}

}  // namespace switchyard
