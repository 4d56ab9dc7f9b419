#pragma once

#include "sim/uci/session.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <istream>
#include <mutex>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {

/// A stream buffer that one thread writes and another one reads. The reader waits until there is
/// more to read.
class Channel : public std::streambuf {
public:
  void write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Removes the next line and returns it. Throws after 60 s, which is longer than any search of
  /// the tests.
  [[nodiscard]] std::string take_line() {
    constexpr std::chrono::seconds timeout(60);
    std::unique_lock lock(mutex_);
    const auto has_line = [this] { return closed_ || text_.find('\n') != std::string::npos; };
    if (!changed_.wait_for(lock, timeout, has_line) || text_.empty())
      throw std::runtime_error("no answer");
    const auto end = text_.find('\n');
    auto line = text_.substr(0, end);
    text_.erase(0, end + 1);
    return line;
  }

private:
  int_type underflow() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !text_.empty(); });
    if (text_.empty())
      return traits_type::eof();
    current_ = text_.front();
    text_.erase(0, 1);
    setg(&current_, &current_, &current_ + 1);
    return traits_type::to_int_type(current_);
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    write({text, static_cast<std::size_t>(count)});
    return count;
  }
  int_type overflow(int_type c) override {
    const char one = traits_type::to_char_type(c);
    write({&one, 1});
    return c;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool closed_ = false;
  char current_ = 0;
};

/// A player, and the user interface's end of the conversation with it.
class Dialogue {
public:
  explicit Dialogue(uci::PlayerOptions options = {})
      : thread_([this, options = std::move(options)] {
          std::istream input(&to_player_);
          std::ostream output(&from_player_);
          uci::run_session(input, output, "eldest", options);
          from_player_.close();
        }) {}
  ~Dialogue() { to_player_.close(); }
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  void say(const std::string& line) { to_player_.write(line + '\n'); }

  /// Returns the lines up to the first one that begins with `word`.
  [[nodiscard]] std::vector<std::string> hear(std::string_view word) {
    std::vector<std::string> lines;
    do
      lines.push_back(from_player_.take_line());
    while (!lines.back().starts_with(word));
    return lines;
  }
  /// Returns the next line.
  [[nodiscard]] std::string hear() { return from_player_.take_line(); }

  /// Asks the player for a search. Returns the lines of its answer.
  [[nodiscard]] std::vector<std::string> search(const std::string& position,
                                                const std::string& go) {
    say("position " + position);
    say(go);
    return hear("bestmove");
  }

  /// Ends the input, and waits for the end of the conversation.
  void close() {
    to_player_.close();
    thread_.join();
  }

private:
  Channel to_player_;
  Channel from_player_;
  std::jthread thread_;
};

/// Returns the words of a line after a word, up to the end, or nothing if the word is missing.
[[nodiscard]] inline std::vector<std::string> words_after(const std::string& line,
                                                          const std::string& word) {
  std::istringstream in(line);
  std::vector<std::string> words;
  bool found = false;
  for (std::string one; in >> one;) {
    if (found)
      words.push_back(one);
    found = found || one == word;
  }
  return words;
}

/// Returns the best move, which is in the last of the lines of a search.
[[nodiscard]] inline std::string best_move(const std::vector<std::string>& lines) {
  return words_after(lines.back(), "bestmove").at(0);
}

/// Returns the line of the last iteration among the lines of a search.
[[nodiscard]] inline std::string last_iteration(const std::vector<std::string>& lines) {
  std::string last;
  for (const auto& line : lines) {
    if (line.starts_with("info depth "))
      last = line;
  }
  return last;
}

/// Returns the score of the last iteration, as in "cp 31" or "mate 2".
[[nodiscard]] inline std::string score(const std::vector<std::string>& lines) {
  const auto words = words_after(last_iteration(lines), "score");
  return words.size() < 2 ? "" : fmt::format("{} {}", words[0], words[1]);
}

} // namespace eldest::test
