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
      : AnyProcessor(machine.tables(), machine.rank(), machine.processors()),
        machine_(machine),
        written_(written) {}

  [[nodiscard]] double now() const override { return machine_.now(); }
  [[nodiscard]] double latency_to(int to) const override { return machine_.latency_to(to); }
  void work(double units) override { machine_.work(units); }

  void read(const TableAccess& access) override {
    asked_ = access;
    auto request = access;
    request.handler = there_ = sent(access, owner_);
    machine_.read(request);
  }
  [[nodiscard]] bool answered() const override { return machine_.answered(); }
  void await_answer() override {
    machine_.await_answer();
    take_answer();
  }
  [[nodiscard]] bool await_answer_for(double seconds) override {
    const bool in_time = machine_.await_answer_for(seconds);
    if (in_time)
      take_answer();
    asked_.reset();
    return in_time;
  }
  void write(const TableAccess& access) override {
    auto request = access;
    request.handler = sent(access, written_.emplace_back());
    machine_.write(request);
  }

  void send(int to, Message message) override {
    const auto bytes = message.content.write();
    require_size(bytes, message.bytes);
    message.content = message.content.read(bytes, context(to));
    machine_.send(to, std::move(message));
  }
  [[nodiscard]] std::optional<Message> poll() override { return machine_.poll(); }
  [[nodiscard]] Message wait() override { return machine_.wait(); }
  [[nodiscard]] std::optional<Message> wait_for(double seconds) override {
    return machine_.wait_for(seconds);
  }

  void enter_game(const wire::Root* root, int depth) override {
    root_ = root;
    depth_ = depth;
  }

private:
  void take_answer() {
    if (!asked_)
      return;
    wire::Writer writer;
    there_.write_answer(writer);
    const auto bytes = writer.take();
    require_size(bytes, asked_->answer_bytes.value());
    wire::Reader reader(bytes, context(rank()));
    asked_->handler.read_answer(reader);
    asked_.reset();
  }

  /// Returns an access's handler as its home reads it from the bytes of the request. Sets `owner`
  /// to the handler's owner.
  [[nodiscard]] BoundHandler sent(const TableAccess& access, std::shared_ptr<void>& owner) const {
    wire::Writer writer;
    access.handler.write_request(writer);
    const auto bytes = writer.take();
    require_size(bytes, access.request_bytes);
    wire::Reader reader(bytes, context(rank()));
    BoundHandler there;
    BoundHandler::read_request(
        access.handler.number(), access.handler.key(), rank(), reader,
        [&](const BoundHandler& handler) { there = handler.detached(owner); });
    return there;
  }

  [[nodiscard]] wire::Receiver context(int to) const {
    return {rank(), to, processors(), depth_, root_};
  }

  AnyProcessor& machine_;
  Owners& written_;
  const wire::Root* root_ = nullptr;
  int depth_ = 1;
  std::optional<TableAccess> asked_; ///< a read whose answer has not been taken
  BoundHandler there_;               ///< the handler of `asked_`, as it is at its home
  std::shared_ptr<void> owner_;      ///< of `there_`
};

} // namespace eldest::test
