#include "sim/platform_files/platform_contents.hpp"

#include <algorithm>

namespace eldest {

const std::string* PlatformFile::setting(std::string_view setting_name) const {
  for (const auto* const list : {&overrides, &settings}) {
    const auto found = std::ranges::find(*list, setting_name, &SimGridSetting::name);
    if (found != list->end())
      return &found->value;
  }
  return nullptr;
}

} // namespace eldest
