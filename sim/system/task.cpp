#include "sim/system/task.hpp"

#include "sim/system/out_of_memory.hpp"

#include <exception>
#include <new>

namespace eldest {
namespace {

Json packed(const Error& error) {
  Json json{{"message", error.message()}};
  if (const auto subject = error.subject())
    json["subject"] = *subject;
  return json;
}

template <class Kind> Kind unpacked(const Json& json) {
  const auto message = json.at("message").get<std::string>();
  return json.contains("subject") ? Kind(json["subject"].get<Subject>(), message) : Kind(message);
}

} // namespace

TaskResult attempt(const Task& task) {
  try {
    return {task(), std::nullopt, std::nullopt};
  } catch (const InputError& error) {
    return {{}, error, std::nullopt};
  } catch (const RunError& error) {
    return {{}, std::nullopt, error};
  } catch (const std::bad_alloc&) {
    return {{}, std::nullopt, RunError(out_of_memory)};
  } catch (const std::exception& error) {
    return {{}, std::nullopt, RunError(error.what())};
  }
}

Json result_of(const TaskResult& outcome) {
  if (outcome.bad_input)
    throw InputError(*outcome.bad_input);
  if (outcome.failure)
    throw RunError(*outcome.failure);
  return outcome.result;
}

std::string pack(const TaskResult& outcome) {
  if (outcome.bad_input)
    return serialize({{"bad_input", packed(*outcome.bad_input)}});
  if (outcome.failure)
    return serialize({{"failure", packed(*outcome.failure)}});
  return serialize({{"result", outcome.result}});
}

std::optional<TaskResult> unpack(const std::string& text) {
  const auto json = parse_json(text);
  if (!json.is_object())
    return std::nullopt;
  if (json.contains("result"))
    return TaskResult{json["result"], std::nullopt, std::nullopt};
  if (json.contains("bad_input"))
    return TaskResult{{}, unpacked<InputError>(json["bad_input"]), std::nullopt};
  if (json.contains("failure"))
    return TaskResult{{}, std::nullopt, unpacked<RunError>(json["failure"])};
  return std::nullopt;
}

} // namespace eldest
