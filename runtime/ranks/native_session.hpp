#pragma once
/// \file native_session.hpp
/// The clock `native`: the nodes are the ranks of an mpirun, and time is the real time of the host. One process has one
/// node.
///
/// MPI carries packets, and the matching of messages with receives is the runtime's own, so that tags, masks, contexts,
/// probes and modes mean what they mean on every machine. A short message is one packet. A long message, or one in
/// synchronous mode, is first announced by a packet. When the receive is there, its node answers with another packet,
/// and then the data goes straight from buffer to buffer (a rendezvous).

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <vector>

#include "runtime/fabric.hpp"
#include "runtime/matching.hpp"
#include "runtime/ranks/rank_job.hpp"
#include "runtime/session.hpp"

namespace switchyard {

/// The connection of the one node of this process to the clock `native`. Only the node's own thread may use it, and
/// while it exists, nothing else may use the RankJob.
class NativeSession final : public Session {
 public:
  explicit NativeSession(RankJob& job);
  /// Ends the session. Blocks until all ranks end their sessions. Needs: left_over_messages() has been called.
  ~NativeSession() override;

  void post(Request& request) override;
  void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  std::size_t test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                   WaitSite where) override;
  std::size_t count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests,
                                                 CallSite site) override;
  std::size_t probe(Request& probe, WaitSite where) override;
  bool wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) override;
  /// Cancels a receive that has no message. A send is not cancelled, because its message may have arrived already.
  void cancel(Request& request) override;
  void compute(NodeId /*node*/, Duration /*cost*/, CallSite /*site*/) override {}
  void begin_work_on_host(NodeId /*node*/, Duration /*cost*/, CallSite /*site*/) override {}
  void end_work_on_host(NodeId /*node*/) override {}
  /// Returns the real time since this session was made.
  VirtualTime now(NodeId node) override;
  /// Returns false, because between MPI ranks no machine carries out a collective by itself: all collectives are built
  /// of messages.
  bool has_collective(Collective /*kind*/) const override { return false; }
  void note_begin_of_collective_by_messages(NodeId /*node*/, const CollectiveCall& /*call*/,
                                            CallSite /*site*/) override {}
  bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) override;
  void send_active_message(const Packet& packet) override;
  bool poll(NodeId node, std::span<Request* const> watched, CallSite site) override;
  bool poll_until(NodeId node, const PollCondition& condition, CallSite site) override;
  ActiveMessageState& active_message_state_of(NodeId node) override;
  void record_mark(NodeId /*node*/, const char* /*label*/) override {}
  void finish(NodeId node) override;
  void fail(NodeId node, std::exception_ptr error) override;

  /// Waits until all ranks have called wait_for_all_ranks(). Needs: no message of this node is under way.
  void wait_for_all_ranks();
  /// Waits until all ranks have called left_over_messages(), and returns the messages that this node has not received.
  std::vector<LeftOverMessage> left_over_messages();
  std::exception_ptr error() const { return error_; }
  std::uint64_t received_message_count() const noexcept { return received_message_count_; }
  std::uint64_t payload_bytes() const noexcept { return received_payload_bytes_; }

 private:
  enum class PacketKind : std::uint8_t { data, announcement, clear_to_send };
  /// The first bytes of a packet. In a packet with a short message, the data of the message follows.
  struct PacketHead {
    PacketKind kind = PacketKind::data;
    SendMode mode = SendMode::standard;
    Context context = Context::program;
    std::uint32_t source = 0;
    std::uint32_t tag = 0;
    /// The number of an announced message, in the order in which its sender has announced messages.
    std::uint32_t message_announcement_number = 0;
    std::uint64_t message_bytes = 0;  ///< size of the message in bytes
  };
  /// A message that came before its receive was posted.
  struct BufferedEarlyMessage : EarlyMessage {
    std::vector<std::byte> data;
    bool is_announced = false;  ///< whether only the announcement of the message has come, and not yet its data
    std::uint32_t message_announcement_number = 0;
  };
  /// The buffer of a packet (an MPI message of this session) that is being received or sent.
  struct PacketBuffer {
    std::unique_ptr<std::byte[]> memory;
    switchyard_mpi_request request = 0;
  };
  struct Transfer {
    Request* request;
    switchyard_mpi_request mpi_request;
  };

  /// The number of bytes of the longest message that is sent as one packet.
  static constexpr std::size_t kLongestShortMessage = 16384;
  /// The number of MPI receives for packets that are posted at the same time.
  static constexpr std::size_t kPostedPacketReceives = 16;

  static PacketHead clear_to_send_packet_head(std::uint32_t number);
  void send_message(Request& request);
  void send_packet(NodeId to, const PacketHead& head, const std::byte* data, std::size_t bytes);
  PacketBuffer take_free_packet_buffer();
  void post_receive_into_slot(PacketBuffer& slot);
  bool handle_all_arrivals();
  bool handle_next_packet();
  bool take_next_packet();
  bool complete_transfers();
  void recycle_buffers_of_sent_packets();
  void dispatch_packet(const PacketHead& head, const std::byte* data);
  void process_message_packet(const PacketHead& head, const std::byte* data);
  void send_data(std::uint32_t number);
  void deliver_message(Request& receive, BufferedEarlyMessage& message);
  void deliver_message(Request& receive, const MessageLabel& label, std::uint64_t bytes, const std::byte* data);
  void begin_receiving_announced_data(Request& receive, const MessageLabel& label, std::uint64_t bytes,
                                      std::uint32_t number);
  void record_received_label(Request& receive, const MessageLabel& label, std::uint64_t bytes);
  template <class Ready>
  void wait_until(Ready ready);

  RankJob& job_;
  const switchyard_mpi_calls& mpi_calls_;
  const NodeId node_;
  const std::chrono::steady_clock::time_point start_time_;
  const int polls_before_yield_;
  std::array<PacketBuffer, kPostedPacketReceives> receiving_slots_;
  std::size_t next_receiving_slot_ = 0;
  std::deque<PacketBuffer> sending_slots_;
  std::vector<PacketBuffer> spare_packet_buffers_;
  PostedReceives posted_receives_;
  EarlyMessages<BufferedEarlyMessage> early_messages_, probed_messages_;
  EarlyMessageRecords<BufferedEarlyMessage> message_records_;
  std::uint32_t announced_message_count_ = 0;  ///< number of messages that this node has announced
  /// The sends of announced messages whose receivers have not answered yet, by the number of the announcement.
  std::map<std::uint32_t, Request*> sends_awaiting_clear_to_send_;
  std::vector<Transfer> data_sends_under_way_,
      /// The transfers of the data of announced messages that are not complete.
      data_receives_under_way_;
  std::exception_ptr error_;
  std::uint64_t received_message_count_ = 0, received_payload_bytes_ = 0;
};

}  // namespace switchyard
