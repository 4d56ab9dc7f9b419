#include "sim/system/data_files.hpp"

#include "sim/platform_files/platform_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

using namespace eldest;
namespace fs = std::filesystem;

namespace {

/// A data folder, and an empty current folder, for the lifetime of this object.
class Folders {
public:
  Folders() : old_(fs::current_path()) {
    fs::create_directories(data() / "platforms");
    fs::create_directories(root_ / "here");
    fs::current_path(root_ / "here");
    ::setenv("ELDEST_DATA_DIR", data().c_str(), 1);
  }
  ~Folders() {
    ::unsetenv("ELDEST_DATA_DIR");
    fs::current_path(old_);
    fs::remove_all(root_);
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;

  [[nodiscard]] fs::path data() const { return root_ / "data"; }

private:
  fs::path old_;
  fs::path root_ = fs::temp_directory_path() / fmt::format("eldest-test-{}-folders", ::getpid());
};

void write(const fs::path& path, const std::string& text = "") { std::ofstream(path) << text; }

} // namespace

TEST_CASE("a path is that of a file here, or else of a shipped one") {
  const Folders folders;
  CHECK(data_folder() == folders.data());
  CHECK(find_data_file("platforms/a.xml") == std::nullopt);
  write(folders.data() / "platforms/a.xml");
  CHECK(find_data_file("platforms/a.xml") == folders.data() / "platforms/a.xml");
  fs::create_directory("platforms");
  write("platforms/a.xml");
  CHECK(find_data_file("platforms/a.xml") == "platforms/a.xml");
  CHECK(find_data_file(folders.data() / "platforms/a.xml") == folders.data() / "platforms/a.xml");
  CHECK(find_data_file("platforms") == std::nullopt);
  CHECK(find_data_file("") == std::nullopt);
  CHECK(find_data_file(std::string(10'000, 'x')) == std::nullopt);
}

TEST_CASE("a platform is read by its path or by the name of a shipped one") {
  const Folders folders;
  const auto shipped = folders.data() / "platforms/tiny.xml";
  write(shipped, test::to_xml(test::TinyMachine{}));
  for (const auto* const name : {"tiny", "platforms/tiny.xml"}) {
    const auto platform = read_platform_file(name);
    CHECK(platform.path == shipped);
    CHECK(platform.name == name);
  }
  CHECK_THROWS_WITH(read_platform_file("huge"),
                    Catch::Contains("huge: no such file") &&
                        Catch::Contains((folders.data() / "platforms").string()) &&
                        Catch::Contains("cm5-32, cs6400-64, "));
  CHECK_THROWS_WITH(read_platform_file(std::string(10'000, 'x')), Catch::Contains("no such file"));
  CHECK_THROWS_WITH(read_platform_file("platforms/huge.xml"),
                    Catch::Contains("platforms/huge.xml: cannot be read: No such file"));

  write("tiny", "no XML");
  CHECK_THROWS_WITH(read_platform_file("tiny"), Catch::Contains("tiny, line 1: not well-formed"));
  write(shipped, "no XML");
  CHECK_THROWS_WITH(read_platform_file("platforms/tiny.xml"), Catch::Contains(shipped.string()));
}
