/// \file two_ranks.cpp
/// A replacement for MPI as the module by which RankJob calls MPI (see mpi_calls.h). Its two ranks are in one process
/// and one thread: set_acting_rank() says which rank makes the next calls. Messages arrive at once.

#include <array>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <vector>

#include "runtime/ranks/mpi_calls.h"

namespace {

struct SentMessage {
  std::vector<char> data;
  int from;
  int tag;
};
struct PostedReceive {
  int rank;
  void* data;
  int from;
  int tag;
};

int rank_of_following_mpi_calls = 0;
// Number of calls of start() so far; the first call is that of one rank, the second that of the other, and so on.
int start_call_count = 0;
unsigned unsuccessful_test_count = 0;
switchyard_mpi_request last_request = 0;
// the messages that have arrived and are not received, by the receiver's rank
std::array<std::deque<SentMessage>, 2> arrived_messages;
// the receives that are not complete, in the order of posting
std::map<switchyard_mpi_request, PostedReceive> receives_under_way;
// The request of every send, which is complete at once.
constexpr switchyard_mpi_request kRequestOfSend = 0;

int start(int* rank, int* ranks, char* /*reason*/, size_t /*size*/) {
  *rank = start_call_count++ % 2;
  *ranks = 2;
  return 0;
}
void finish() {}
void end_all_ranks(int /*code*/) {}
void describe(char* text, size_t size) { std::strncpy(text, "two ranks", size); }

switchyard_mpi_request send(const void* data, size_t bytes, int to, int tag) {
  const auto* first = static_cast<const char*>(data);
  arrived_messages[static_cast<size_t>(to)].push_back({{first, first + bytes}, rank_of_following_mpi_calls, tag});
  return kRequestOfSend;
}

switchyard_mpi_request receive(void* data, size_t /*bytes*/, int from, int tag) {
  receives_under_way[++last_request] = {rank_of_following_mpi_calls, data, from, tag};
  return last_request;
}

/// Completes the receive with the first arrived message that matches it. Returns false if no message matches.
bool try_to_complete_receive(const PostedReceive& receive) {
  auto& messages = arrived_messages[static_cast<size_t>(receive.rank)];
  for (auto message = messages.begin(); message != messages.end(); ++message) {
    if (message->tag != receive.tag || (receive.from >= 0 && message->from != receive.from)) continue;
    if (!message->data.empty()) std::memcpy(receive.data, message->data.data(), message->data.size());
    messages.erase(message);
    return true;
  }
  return false;
}

int test(switchyard_mpi_request* request) {
  if (*request == kRequestOfSend) return 1;
  for (auto next = receives_under_way.begin(); next != receives_under_way.end();) {
    next = try_to_complete_receive(next->second) ? receives_under_way.erase(next) : std::next(next);
  }
  const bool is_done = !receives_under_way.contains(*request);
  if (!is_done) ++unsuccessful_test_count;
  return is_done ? 1 : 0;
}

int probe(int /*tag*/, int* /*from*/, size_t* /*bytes*/) { return 0; }
void barrier() {}
double seconds() { return 0; }

}  // namespace

extern "C" {

const switchyard_mpi_calls* switchyard_mpi_module() {
  static const switchyard_mpi_calls calls{SWITCHYARD_MPI_CALLS_VERSION,
                                          start,
                                          finish,
                                          end_all_ranks,
                                          describe,
                                          send,
                                          receive,
                                          test,
                                          probe,
                                          barrier,
                                          seconds};
  return &calls;
}

void set_acting_rank(int rank) { rank_of_following_mpi_calls = rank; }
/// Returns how often test() has been called so far for a request that was not complete.
unsigned count_polls_in_vain() { return unsuccessful_test_count; }
}
