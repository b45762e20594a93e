#include "runtime/programs/mpi/communicator.hpp"

#include <bit>
#include <numeric>

#include "runtime/programs/mpi/state.hpp"

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

ContextPool::ContextPool() : used_(kWords) {
  for (const Context context : {kWorld, kSelf, kAgreement})
    used_[0] |= std::uint64_t{1} << (static_cast<std::uint16_t>(context) - kFirst);
}

Context ContextPool::take(std::uint32_t word, std::uint64_t mask) noexcept {
  const auto bit = static_cast<std::uint32_t>(std::countr_zero(mask));
  used_[word] |= std::uint64_t{1} << bit;
  return Context{static_cast<std::uint16_t>(kFirst + 64 * word + bit)};
}

void ContextPool::give_back(Context context) noexcept {
  if (context == kWorld || context == kSelf) return;
  const auto number = static_cast<std::uint32_t>(static_cast<std::uint16_t>(context) - kFirst);
  used_[number / 64] &= ~(std::uint64_t{1} << (number % 64));
}

Members Communicator::members() const {
  Members all;
  all.reserve(group_.size());
  for (std::uint32_t rank = 0; rank < group_.size(); ++rank) all.push_back(group_.node_at(rank));
  return all;
}

const CommunicatorPtr& communicator_of(Call& call, MPI_Comm comm) {
  const CommunicatorPtr* found = call.state.communicators.find(comm);
  if (found == nullptr) {
    if (comm == MPI_COMM_NULL) fail(MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");
    fail(MPI_ERR_COMM, "the communicator was freed, or is none");
  }
  if (*found == nullptr) fail(MPI_ERR_COMM, "the communicator is not made yet; complete the request of MPI_Comm_idup");
  call.comm = comm;
  return *found;
}

std::uint32_t checked_root(const Communicator& comm, int root) {
  if (root < 0 || root >= comm.size())
    fail(MPI_ERR_ROOT, "there is no root {}; ranks are 0 to {}", root, comm.size() - 1);
  return static_cast<std::uint32_t>(root);
}

}  // namespace switchyard::mpi
