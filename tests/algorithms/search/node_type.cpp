#include "algorithms/search/node_type.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

TEST_CASE("the critical tree has one PV node a ply, and CUT and ALL nodes in turn below it") {
  using enum NodeType;
  CHECK(son_type(pv, true) == pv);
  CHECK(son_type(pv, false) == cut);
  CHECK(son_type(cut, true) == all);
  CHECK(son_type(cut, false) == outside);
  CHECK(son_type(all, true) == cut);
  CHECK(son_type(all, false) == cut);
  CHECK(son_type(outside, true) == outside);
  CHECK(son_type(outside, false) == outside);
}
