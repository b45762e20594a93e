#include "runtime/programs/mpi/communicator.hpp"

#include <bit>
#include <numeric>
#include <random>
#include <string_view>

#include "runtime/call_text.hpp"
#include "runtime/programs/mpi/promised_contexts.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/random.hpp"

namespace switchyard::mpi {

std::uint32_t CartTopology::size() const noexcept {
  std::uint32_t product = 1;
  for (const int length : sizes) product *= static_cast<std::uint32_t>(length);
  return product;
}

std::vector<int> CartTopology::coordinates_of(int rank) const {
  std::vector<int> coordinates(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    coordinates[d] = rank % sizes[d];
    rank /= sizes[d];
  }
  return coordinates;
}

int CartTopology::rank_of(const std::vector<int>& coordinates) const {
  int rank = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) rank = rank * sizes[d] + coordinates[d];
  return rank;
}

ContextPool::ContextPool() : used_contexts_(1) {
  for (const Context context : {kWorldContext, kSelfContext, kAgreementContext})
    used_contexts_[0] |= std::uint64_t{1} << (static_cast<std::uint16_t>(context) - kFirstContext);
}

std::uint64_t& ContextPool::word_of_mask(std::vector<std::uint64_t>& words, std::uint32_t word) {
  if (words.size() <= word) words.resize(word + 1);
  return words[word];
}

Context ContextPool::take_context(std::uint32_t word, std::uint64_t mask) {
  const auto bit = static_cast<std::uint32_t>(std::countr_zero(mask));
  word_of_mask(used_contexts_, word) |= std::uint64_t{1} << bit;
  return Context{static_cast<std::uint16_t>(kFirstContext + 64 * word + bit)};
}

void ContextPool::set_reserved_contexts(NodeId node, std::shared_ptr<ReservedCommunicatorContexts> promised) {
  node_ = node;
  reserved_contexts_ = std::move(promised);
}

bool ContextPool::are_contexts_in_bitmap_word_reserved(std::uint32_t word) const noexcept {
  return reserved_contexts_ != nullptr && ReservedCommunicatorContexts::has_word(word);
}

void ContextPool::give_back_context(Context context) {
  if (context == kWorldContext || context == kSelfContext) return;
  if (reserved_contexts_ != nullptr) reserved_contexts_->give_back_context(node_, context);
  const auto number = static_cast<std::uint32_t>(static_cast<std::uint16_t>(context) - kFirstContext);
  word_of_mask(used_contexts_, number / 64) &= ~(std::uint64_t{1} << (number % 64));
}

CommunicatorId ContextPool::new_communicator_id(Context context, const MemberNodes& members) {
  CommunicatorId id{context};
  for (const NodeId node : members) id.instance = split_seed(id.instance, index(node));
  id.instance = split_seed(id.instance, communicator_counts_[id]++);
  return id;
}

namespace {

/// The position of the bits for 8 successive contexts in the bit masks of a ContextPool: the number of the 64-bit word,
/// and the position of the first of these bits in that word.
struct PlaceInContextPool {
  explicit PlaceInContextPool(std::uint32_t place) : word(place / 8), bit_offset_in_word(place % 8 * 8) {}
  std::uint32_t word;
  unsigned bit_offset_in_word;
};

}  // namespace

/// Draws the offered contexts at random, from a seed that is the same on all nodes. So offers for different new
/// communicators hardly ever overlap. The contexts lie in the upper half of the pool, because blocking calls take the
/// lowest free contexts.
ContextPool::ContextOffer ContextPool::offer_contexts(Context parent, std::uint32_t number) {
  constexpr std::uint32_t kFirstPlace = kBitMapWords / 2 * 8;
  constexpr std::uint32_t kPlaces = kBitMapWords * 8 - kFirstPlace;
  std::minstd_rand random(static_cast<std::uint32_t>(static_cast<std::uint16_t>(parent)) << 16U ^ number);
  random.discard(4);  // skips the first random numbers, which are similar for similar seeds
  ContextOffer made;
  for (unsigned i = 0; i < ContextOffer::kContextBlocksPerOffer; ++i) {
    made.context_block_indices[i] = kFirstPlace + static_cast<std::uint32_t>(random()) % kPlaces;
    const PlaceInContextPool place(made.context_block_indices[i]);
    const std::uint64_t free = free_contexts_in_word(place.word) & std::uint64_t{0xff} << place.bit_offset_in_word;
    word_of_mask(offered_contexts_, place.word) |= free;
    made.mask |= free >> place.bit_offset_in_word << 8 * i;
  }
  return made;
}

std::optional<Context> ContextPool::take_context_agreed_on(const ContextOffer& offer, std::uint64_t common) {
  for (unsigned i = 0; i < ContextOffer::kContextBlocksPerOffer; ++i) {
    const PlaceInContextPool place(offer.context_block_indices[i]);
    word_of_mask(offered_contexts_, place.word) &= ~((offer.mask >> 8 * i & 0xff) << place.bit_offset_in_word);
  }
  if (common == 0) return std::nullopt;
  const auto lowest = static_cast<unsigned>(std::countr_zero(common));
  const PlaceInContextPool place(offer.context_block_indices[lowest / 8]);
  return take_context(place.word, std::uint64_t{1} << (place.bit_offset_in_word + lowest % 8));
}

MemberNodes IntercommunicatorGroups::members_of_both_groups() const {
  MemberNodes all = first_group;
  all.insert(all.end(), second_group.begin(), second_group.end());
  return all;
}

MemberNodes Communicator::members_of(const RankRange& part) const {
  MemberNodes all;
  all.reserve(part.count);
  for (std::uint32_t i = 0; i < part.count; ++i) all.push_back(group_.node_at(part.begin + i));
  return all;
}

namespace {

[[noreturn]] void fail_for_unfinished_communicator(Call& call, MPI_Comm comm) {
  CallSite maker;
  call.state.communicators.for_each([&](MPI_Comm each, CallSite site, const CommunicatorPtr&) {
    if (each == comm) maker = site;
  });
  const std::string text =
      "the communicator is not made yet; complete the request of " + call_text("MPI_Comm_idup", maker);
  call.process.defect_notes.note_defect(call.node, DefectClass::invalid_parameter, call.site, text,
                                        {{call.node.id(), maker}});
  fail(MPI_ERR_COMM, "{}", text);
}

}  // namespace

const CommunicatorPtr& communicator_of(Call& call, MPI_Comm comm) {
  if (call.persistent_communicator != nullptr) return *call.persistent_communicator;
  const CommunicatorPtr* found = call.state.communicators.find(comm);
  if (found == nullptr) {
    if (comm == MPI_COMM_NULL) fail(MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");
    fail(MPI_ERR_COMM, "the communicator was freed, or is none");
  }
  if (*found == nullptr) fail_for_unfinished_communicator(call, comm);
  call.comm_for_errors = comm;
  return *found;
}

const CommunicatorPtr& intracommunicator_of(Call& call, MPI_Comm comm) {
  const CommunicatorPtr& found = communicator_of(call, comm);
  if (found->is_intercommunicator())
    fail(MPI_ERR_COMM, "the communicator is an intercommunicator, which this function is not for");
  return found;
}

std::string communicator_as_text(const Communicator& comm) {
  if (!comm.name.empty()) return comm.name;
  const std::string_view maker = comm.site().called_function_name_or_default("MPI");
  const std::string_view kind = maker.starts_with("MPI_Win_")    ? "window of"
                                : maker.starts_with("MPI_File_") ? "file opened by"
                                                                 : "communicator made by";
  return fmt::format("the {} {}", kind, call_text(maker, comm.site()));
}

std::uint32_t checked_root_rank(const Communicator& comm, int root) {
  if (root < 0 || root >= comm.size())
    fail(MPI_ERR_ROOT, "there is no root {}; ranks are 0 to {}", root, comm.size() - 1);
  return static_cast<std::uint32_t>(root);
}

}  // namespace switchyard::mpi
