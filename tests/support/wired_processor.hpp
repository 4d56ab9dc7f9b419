#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/message.hpp"
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
class WiredProcessor final : public AnyProcessor {
public:
  /// Owners of handlers.
  using Owners = std::vector<std::shared_ptr<void>>;

  /// `written` takes the owners of the handlers of all writes. Both arguments must outlive this
  /// object, and `written` all writes, which may still be on their way when this object is gone.
  WiredProcessor(AnyProcessor& machine, Owners& written)
      : AnyProcessor({.charges_work = true,
                      .awaits_answers = true,
                      .coherent = machine.has_coherent_caches()},
                     machine.tables(), machine.rank(), machine.processors()),
        machine_(machine),
        written_(written) {}

  [[nodiscard]] double now() const override { return machine_.now(); }
  [[nodiscard]] double latency_to(int to) const override { return machine_.latency_to(to); }

  void read(const BoundHandler& handler) override {
    asked_ = handler;
    there_ = sent(handler, owner_);
    machine_.read(there_);
  }
  void write(const BoundHandler& handler) override {
    machine_.write(sent(handler, written_.emplace_back()));
  }

  void send(int to, Message message) override {
    const auto bytes = message.content.write();
    require_size(bytes, message.bytes);
    message.content = message.content.read(bytes, context(to));
    machine_.send(to, std::move(message));
  }
  [[nodiscard]] std::optional<Message> poll() override {
    auto message = machine_.poll();
    record_poll(machine_.last_poll_began());
    return message;
  }
  [[nodiscard]] Message wait() override { return machine_.wait(); }
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override {
    return machine_.wait_for(seconds);
  }

  void enter_game(const wire::Root* root, int depth) override {
    root_ = root;
    depth_ = depth;
  }

private:
  void charge(double units) override { machine_.work(units); }
  [[nodiscard]] bool has_answer() const override { return machine_.answered(); }
  void wait_for_answer() override {
    machine_.await_answer();
    take_answer();
  }
  [[nodiscard]] bool wait_for_answer(double seconds) override {
    const bool in_time = machine_.await_answer_for(seconds);
    if (in_time)
      take_answer();
    asked_.reset();
    return in_time;
  }

  void take_answer() {
    if (!asked_)
      return;
    wire::Writer writer;
    there_.write_answer(writer);
    const auto bytes = writer.take();
    require_size(bytes, asked_->header(tables()).answer_bytes.value());
    wire::Reader reader(bytes, context(rank()));
    asked_->read_answer(reader);
    asked_.reset();
  }

  /// Returns a handler as its home reads it from the bytes of the request. Sets `owner` to the
  /// returned handler's owner.
  [[nodiscard]] BoundHandler sent(const BoundHandler& handler, std::shared_ptr<void>& owner) const {
    wire::Writer writer;
    handler.write_request(writer);
    const auto bytes = writer.take();
    require_size(bytes, handler.header(tables()).request_bytes);
    wire::Reader reader(bytes, context(rank()));
    BoundHandler there;
    BoundHandler::read_request(handler.number(), handler.key(), rank(), reader,
                               [&](const BoundHandler& read) { there = read.detached(owner); });
    return there;
  }

  [[nodiscard]] wire::Receiver context(int to) const {
    return {rank(), to, processors(), depth_, root_};
  }

  AnyProcessor& machine_;
  Owners& written_;
  const wire::Root* root_ = nullptr;
  int depth_ = 1;
  std::optional<BoundHandler> asked_; ///< of a read whose answer has not been taken
  BoundHandler there_;                ///< `asked_`, as it is at its home
  std::shared_ptr<void> owner_;       ///< of `there_`
};

} // namespace eldest::test
