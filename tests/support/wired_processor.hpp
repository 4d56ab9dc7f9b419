#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/wire.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace eldest::test {

/// Throws std::logic_error unless there are `size` bytes, which is the size that the machine was
/// told.
inline void require_size(const std::vector<std::byte>& bytes, std::size_t size) {
  if (bytes.size() != size)
    throw std::logic_error("what travels has another size than the machine is told");
}

/// A processor of a machine whose memories have nothing in common. Messages, table requests and
/// answers travel as bytes, from which they are read again on arrival.
template <Position P, Processor M> class WiredProcessor {
public:
  /// `depth`: nominal depth of the search. The arguments must outlive this object.
  WiredProcessor(M& machine, const P& root, int depth)
      : machine_(machine), root_(root), depth_(depth) {}

  [[nodiscard]] int rank() const { return machine_.rank(); }
  [[nodiscard]] int processors() const { return machine_.processors(); }
  [[nodiscard]] double now() const { return machine_.now(); }
  [[nodiscard]] double latency_to(int to) const { return machine_.latency_to(to); }
  void work(double units) { machine_.work(units); }

  template <AskedHandler H> void ask(Key key, H& handler) {
    auto asked = std::make_unique<Asked<H>>(handler, sent(handler));
    machine_.ask(key, asked->there);
    asked_ = std::move(asked);
  }
  [[nodiscard]] bool answered() const { return machine_.answered(); }
  void await_answer() {
    machine_.await_answer();
    take_answer();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    const bool in_time = machine_.await_answer_for(seconds);
    if (in_time)
      take_answer();
    asked_.reset();
    return in_time;
  }
  template <TableHandler H> void post(Key key, const H& handler) {
    machine_.post(key, sent(handler));
  }

  void send(int to, Message message) {
    const auto bytes = message.content.write();
    require_size(bytes, message.bytes);
    message.content = message.content.read(bytes, context(to));
    machine_.send(to, std::move(message));
  }
  [[nodiscard]] std::optional<Message> poll() { return machine_.poll(); }
  [[nodiscard]] Message wait() { return machine_.wait(); }
  [[nodiscard]] std::optional<Message> wait_for(double seconds) {
    return machine_.wait_for(seconds);
  }

private:
  /// A request that has been sent and not yet answered.
  struct AnyAsked {
    AnyAsked() = default;
    AnyAsked(const AnyAsked&) = delete;
    AnyAsked& operator=(const AnyAsked&) = delete;
    virtual ~AnyAsked() = default;
    virtual void answer(const wire::Receiver& context) = 0;
  };
  template <AskedHandler H> struct Asked : AnyAsked {
    Asked(H& own_here, const H& own_there) : here(own_here), there(own_there) {}
    void answer(const wire::Receiver& context) override {
      wire::Writer writer;
      H::answer_fields(std::as_const(there), writer);
      const auto bytes = writer.take();
      require_size(bytes, answer_bytes(here));
      wire::Reader reader(bytes, context);
      H::answer_fields(here, reader);
      reader.finish();
    }

    H& here;
    H there;
  };

  void take_answer() {
    if (asked_)
      asked_->answer(context(rank()));
    asked_.reset();
  }

  /// Returns a handler as its home reads it from the bytes of a request.
  template <TableHandler H> [[nodiscard]] H sent(const H& handler) const {
    wire::Writer writer;
    H::request_fields(handler, writer);
    const auto bytes = writer.take();
    require_size(bytes, request_bytes(handler));
    H there{};
    wire::Reader reader(bytes, context(rank()));
    H::request_fields(there, reader);
    reader.finish();
    return there;
  }

  [[nodiscard]] wire::Receiver context(int to) const {
    return {rank(), to, processors(), depth_, &root_};
  }

  M& machine_;
  wire::RootOf<P> root_;
  int depth_;
  std::unique_ptr<AnyAsked> asked_;
};

} // namespace eldest::test
