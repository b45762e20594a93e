#pragma once
/// \file under_way.hpp
/// A collective that one member of a group carries out, and how far it is.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/group/ledger.hpp"
#include "runtime/group/steps.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// What combining so many bytes costs the processor: an operation for each element, and one more for each further eight
/// bytes of it.
Duration combining_time(const ProcessorRates& rates, const Operation& operation, std::size_t bytes);

/// Owner thread or fiber only. Who carries it out calls advance(), waits for all messages, hands each to arrived(), and
/// calls advance() again, until there are no messages.
class CollectiveUnderWay {
 public:
  /// A message that its node has posted and not yet waited for.
  struct Message {
    Handle handle;
    std::uint32_t rank = 0;  ///< the other member
    bool receives = false;
    std::size_t bytes = 0;
  };

  struct Call {
    Collective kind = Collective::barrier;
    Context context = Context::collectives;  ///< of its messages
    Tag tag{};                               ///< the same
    Node::Site site;
    std::shared_ptr<const GroupLedger> group = nullptr;  ///< null: all nodes are members, in their order
  };
  CollectiveUnderWay(Call call, CollectiveSteps steps, Operation operation);
  CollectiveUnderWay(const CollectiveUnderWay&) = default;
  CollectiveUnderWay(CollectiveUnderWay&&) = default;
  CollectiveUnderWay& operator=(const CollectiveUnderWay&) = default;
  CollectiveUnderWay& operator=(CollectiveUnderWay&&) = default;
  virtual ~CollectiveUnderWay() = default;

  /// Does what comes after the last round, and posts the messages of the next. Needs: no messages.
  virtual void advance(Node& node);
  /// Those of the current round; none once all is over.
  std::vector<Message>& messages() noexcept { return messages_; }
  /// Throws UsageError if it is not of the size that was to come. May post more messages; must not wait for any.
  virtual void arrived(const Message& message, const Received& received);
  Context context() const noexcept { return call_.context; }
  Tag tag() const noexcept { return call_.tag; }
  Node::Site site() const noexcept { return call_.site; }

 private:
  using Step = CollectiveSteps::Step;
  void post(Node& node, const Step& step);
  void compute(Node& node, const Step& step) const;

  Call call_;
  CollectiveSteps steps_;
  Operation operation_;
  std::size_t next_ = 0;     ///< step
  bool lacks_data_ = false;  ///< the run has ended: nothing is combined any more
  std::vector<Message> messages_;
};

}  // namespace switchyard
