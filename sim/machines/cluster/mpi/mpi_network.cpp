#include "sim/machines/cluster/mpi/mpi_network.hpp"

#include "sim/machines/cluster/mpi/mpi_window.hpp"
#include "sim/machines/cluster/waiting.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

constexpr int packet_tag = 1;
/// Tag of an announcement, which tells the size in bytes of a packet that is too long for the
/// posted receive.
constexpr int announcement_tag = 2;
constexpr int long_packet_tag = 3;

int to_int(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("more bytes than MPI sends at a time");
  return static_cast<int>(size);
}

/// Makes a new communicator of all processes.
MPI_Comm all_processes() {
  MPI_Comm all = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &all);
  return all;
}

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 1;
  MPI_Comm_size(communicator, &size);
  return size;
}

/// The number of processes on this computer.
int processes_here(MPI_Comm all) {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  const int processes = size_of(here);
  MPI_Comm_free(&here);
  return processes;
}

} // namespace

MpiSession::MpiSession() {
  // Where processes of a computer may not read each other's memory, Open MPI 4.1 emulates this, and
  // its compare-and-swap in a window crashes then. Without the emulation it shares memory.
  ::setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level_);
}

MpiSession::~MpiSession() { MPI_Finalize(); }

MpiNetwork::MpiNetwork(std::size_t capacity, LossGuard* guard)
    : guard_(guard),
      packets_(all_processes()),
      together_(all_processes()),
      rank_(rank_in(packets_)),
      ranks_(size_of(packets_)),
      processes_here_(processes_here(packets_)) {
  for (auto& buffer : received_)
    buffer.resize(capacity);
  post_receive();
}

MpiNetwork::~MpiNetwork() {
  MPI_Cancel(&receiving_);
  MPI_Wait(&receiving_, MPI_STATUS_IGNORE);
  for (auto& sending : sendings_)
    wait_for(sending.request);
  MPI_Comm_free(&packets_);
  MPI_Comm_free(&together_);
}

bool MpiNetwork::crowded(int threads) const {
  // All cores of the computer count, even if this process has been bound to some of them.
  return static_cast<long>(threads) * processes_here_ > ::sysconf(_SC_NPROCESSORS_ONLN);
}

std::string MpiNetwork::name() const {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string name(text.data(), static_cast<std::size_t>(length));
  name.resize(std::min(name.find_first_of(",\n"), name.size()));
  constexpr std::string_view label = "Version:\t"; // MPICH's
  if (const auto at = name.find(label); at != std::string::npos)
    name.erase(at, label.size());
  return name;
}

void MpiNetwork::post_receive() {
  auto& buffer = received_[posted_];
  MPI_Irecv(buffer.data(), to_int(buffer.size()), MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, packets_,
            &receiving_);
}

MpiNetwork::Sending& MpiNetwork::free_buffer() {
  // A send is over as soon as MPI has a copy of the packet, which is nearly always at once.
  int sent = 1;
  if (!sendings_.empty())
    MPI_Test(&sendings_.front().request, &sent, MPI_STATUS_IGNORE);
  if (sendings_.empty() || sent == 0)
    return sendings_.emplace_back();
  sendings_.push_back(std::move(sendings_.front()));
  sendings_.pop_front();
  return sendings_.back();
}

void MpiNetwork::send_bytes(int to, int tag, Sending& sending) const {
  MPI_Isend(sending.bytes.data(), to_int(sending.bytes.size()), MPI_BYTE, to, tag, packets_,
            &sending.request);
}

void MpiNetwork::send(int to, std::span<const std::byte> head, std::span<const std::byte> body) {
  const std::uint64_t size = head.size() + body.size();
  const bool is_long = size > received_.front().size();
  if (is_long) {
    auto& announcement = free_buffer();
    announcement.bytes.resize(sizeof size);
    std::memcpy(announcement.bytes.data(), &size, sizeof size);
    send_bytes(to, announcement_tag, announcement);
  }
  auto& sending = free_buffer();
  sending.bytes.assign(head.begin(), head.end());
  sending.bytes.insert(sending.bytes.end(), body.begin(), body.end());
  send_bytes(to, is_long ? long_packet_tag : packet_tag, sending);
}

bool MpiNetwork::receive(Packet& packet) {
  int come = 0;
  MPI_Status status;
  MPI_Test(&receiving_, &come, &status);
  if (come == 0)
    return false;
  const auto& buffer = received_[posted_];
  packet.from = status.MPI_SOURCE;
  if (status.MPI_TAG == announcement_tag) {
    std::uint64_t size = 0;
    std::memcpy(&size, buffer.data(), sizeof size);
    long_packet_.resize(size);
    MPI_Recv(long_packet_.data(), to_int(size), MPI_BYTE, packet.from, long_packet_tag, packets_,
             MPI_STATUS_IGNORE);
    packet.bytes = long_packet_;
  } else {
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    packet.bytes = std::span(buffer).first(static_cast<std::size_t>(size));
  }
  posted_ = 1 - posted_;
  post_receive();
  return true;
}

void MpiNetwork::begin_barrier() { MPI_Ibarrier(together_, &barrier_); }

bool MpiNetwork::barrier_over() {
  int over = 0;
  MPI_Test(&barrier_, &over, MPI_STATUS_IGNORE);
  return over != 0;
}

void MpiNetwork::wait_for(MPI_Request& request) {
  Waiting waiting(crowded(1));
  int over = 0;
  MPI_Test(&request, &over, MPI_STATUS_IGNORE);
  while (over == 0) {
    waiting.rest();
    MPI_Test(&request, &over, MPI_STATUS_IGNORE);
  }
}

std::uint64_t MpiNetwork::count_arrivals(std::span<const std::uint64_t> sent) {
  std::uint64_t arrivals = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ireduce_scatter_block(sent.data(), &arrivals, 1, MPI_UINT64_T, MPI_SUM, together_, &request);
  wait_for(request);
  return arrivals;
}

std::vector<std::string> MpiNetwork::exchange(const std::string& own) {
  const auto count = static_cast<std::size_t>(ranks_);
  const int size = to_int(own.size());
  std::vector<int> sizes(count);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, together_, &request);
  wait_for(request);
  std::vector<int> places(count);
  std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
  std::string all(static_cast<std::size_t>(places.back()) + static_cast<std::size_t>(sizes.back()),
                  '\0');
  MPI_Iallgatherv(own.data(), size, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR,
                  together_, &request);
  wait_for(request);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i)
    texts.push_back(
        all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(sizes[i])));
  return texts;
}

std::unique_ptr<NetworkWindow> MpiNetwork::make_window(std::size_t bytes) {
  return std::make_unique<MpiWindow>(together_, bytes);
}
} // namespace eldest
