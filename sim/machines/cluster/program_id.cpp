#include "sim/machines/cluster/program_id.hpp"

#include <elf.h>
#include <link.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace eldest {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Rounds the length of a note's name or content up to a multiple of 4 bytes, where the next part
/// begins.
std::size_t padded(std::size_t length) { return (length + 3) / 4 * 4; }

/// Returns the build ID among a program's notes, or an empty string.
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

/// Appends the build ID of `program` to the string at `id`. Called by dl_iterate_phdr, first for
/// the program itself. The result 1 ends the iteration, so that there are no calls for the
/// libraries.
int look_at_program(dl_phdr_info* program, std::size_t /*size*/, void* id) {
  for (const auto& segment : std::span(program->dlpi_phdr, program->dlpi_phnum)) {
    if (segment.p_type != PT_NOTE)
      continue;
    // NOLINTBEGIN: the program's address as a number
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
