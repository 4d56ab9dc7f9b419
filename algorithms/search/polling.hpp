#pragma once

#include "algorithms/search/algorithm_options.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace eldest {

/// Times at which a processor that has work looks for messages.
enum class Polling : std::uint8_t {
  node,
  son, ///< also before each further son of a node, leaves included
};

/// The option called `name` that sets `member`.
template <class Settings>
[[nodiscard]] AlgorithmOption polling_option(std::string name, Polling Settings::*member) {
  return choice_option<Settings, Polling>(
      std::move(name),
      "time at which a processor looks for messages: node, at each interior node that it begins; "
      "son, before each son",
      {{"node", Polling::node}, {"son", Polling::son}}, member);
}

} // namespace eldest
