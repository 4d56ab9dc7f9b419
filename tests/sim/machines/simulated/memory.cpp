#include "sim/machines/simulated/memory.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("a bank serves accesses one after another") {
  Memory memory({0, 1}, 0);
  CHECK(memory.serve(0, 7, 4, 2) == 4);
  CHECK(memory.serve(0, 9, 4, 2) == 6);
  CHECK(memory.serve(0, 7, 5, 2) == 8);
  CHECK(memory.serve(0, 7, 20, 2) == 20);
}

TEST_CASE("without a number of banks every processor's part is one") {
  Memory memory({0, 0, 1}, 0);
  CHECK(memory.serve(0, 0, 4, 2) == 4);
  CHECK(memory.serve(1, 1, 4, 2) == 4);
  CHECK(memory.serve(2, 2, 4, 2) == 4);
}

TEST_CASE("the parts of a host's processors share its banks") {
  Memory one({0, 0, 1}, 1);
  CHECK(one.serve(0, 0, 4, 2) == 4);
  CHECK(one.serve(1, 1, 4, 2) == 6);
  CHECK(one.serve(2, 2, 4, 2) == 4);

  Memory four({0, 0}, 4);
  CHECK(four.serve(0, 0, 4, 2) == 4);
  CHECK(four.serve(0, 2, 4, 2) == 4); // next entry of the same processor
  CHECK(four.serve(0, 8, 4, 2) == 6); // the same bank
  CHECK(four.serve(1, 1, 4, 2) == 4); // first entry of the other processor
  CHECK(four.serve(1, 9, 4, 2) == 6);
}
