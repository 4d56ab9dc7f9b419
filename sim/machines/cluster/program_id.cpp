#include "sim/machines/cluster/program_id.hpp"

#include <elf.h>
#include <link.h>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace eldest {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// The length of a name or of a content in a note, where each begins at a multiple of 4 bytes.
std::size_t padded(std::size_t length) { return (length + 3) / 4 * 4; }

/// The build ID among the notes of a program, if it is there.
std::string id_in(Bytes notes) {
  constexpr std::array owner{'G', 'N', 'U', '\0'};
  ElfW(Nhdr) note{};
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    const auto name = sizeof note;
    const auto content = name + padded(note.n_namesz);
    const auto end = content + padded(note.n_descsz);
    if (end > notes.size())
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == owner.size() &&
        std::memcmp(&notes[name], owner.data(), owner.size()) == 0)
      return fmt::format("{:02x}", fmt::join(notes.subspan(content, note.n_descsz), ""));
    notes = notes.subspan(end);
  }
  return "";
}

/// Called with the program first, before its libraries, which are not looked at.
int look_at_program(dl_phdr_info* program, std::size_t /*size*/, void* id) {
  for (const auto& segment : std::span(program->dlpi_phdr, program->dlpi_phnum)) {
    if (segment.p_type != PT_NOTE)
      continue;
    // NOLINTBEGIN: where the program is, as a number
    const auto* const begin =
        reinterpret_cast<const std::uint8_t*>(program->dlpi_addr + segment.p_vaddr);
    // NOLINTEND
    *static_cast<std::string*>(id) += id_in({begin, segment.p_memsz});
  }
  return 1;
}

} // namespace

std::string program_id() {
  std::string id;
  ::dl_iterate_phdr(&look_at_program, &id);
  return id;
}

} // namespace eldest
