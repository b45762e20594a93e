#pragma once
/// \file service_locks.hpp
/// Which nodes hold the locks that services of nodes give, such as the locks of MPI windows, and which nodes have asked
/// for these locks. Deadlock reports name these nodes and their calls.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"
#include "runtime/resource.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Records which nodes hold, or have asked for, the locks of services in one run. A service (such as that of an MPI
/// window) belongs to a node and gives one lock. Any thread may use this object.
class ServiceLocks {
 public:
  /// A call that asks one or more services for their locks.
  struct Call {
    CallSite site;
    bool is_exclusive = false;
    std::string locked_object;  ///< name of the object that the lock protects, such as "window counters"
  };
  /// Identifies a service that gives one lock, by the context of the service's messages and the node that it belongs
  /// to.
  using LockServiceIdentity = std::pair<Context, NodeId>;

  /// Notes that `node` asks for the lock of `service`, and waits for a message with the tag `answer`. `rank` is the
  /// rank by which the program knows the node of the service.
  void note_lock_request(LockServiceIdentity service, NodeId node, Tag answer, std::uint32_t rank,
                         std::shared_ptr<const Call> call);
  /// Notes that the request of `node` for the lock has arrived at the service.
  void note_arrival(LockServiceIdentity service, NodeId node);
  /// Notes that `node` has the lock. Both the service and the node may note it.
  void note_lock_grant(LockServiceIdentity service, NodeId node);
  /// Notes that `node` has given the lock back. Both the service and the node may note it.
  void note_release(LockServiceIdentity service, NodeId node);

  /// Returns why `receive`, which waits for the answer to a request for a lock, is not complete: the nodes that hold
  /// the lock or, if none of them stands in the way, the nodes that have asked for it earlier. Returns an empty list if
  /// `receive` waits for something else.
  std::vector<BlockingResource> blockers_of(const Request& receive) const;

 private:
  struct LockUser {
    std::shared_ptr<const Call> requesting_call;
    Tag answer_tag{};
    std::uint32_t rank_of_service_node = 0;
    /// The number of the request among all requests for locks that have arrived at services; 0 if the request has not
    /// arrived yet.
    std::uint64_t arrival_number = 0;
    bool holds_lock = false;
  };
  using LockUsers = std::map<NodeId, LockUser>;

  const LockUsers* users_of_awaited_lock(const Request& receive) const;

  mutable std::mutex mutex_;  // guards all data of the ServiceLocks object
  std::uint64_t arrived_request_count_ = 0;
  std::map<LockServiceIdentity, LockUsers> users_of_locks_;
};

}  // namespace switchyard
