// The module that programs load: see load_module.cpp.
#include "sim/machines/simulated/simgrid/functions.hpp"

extern "C" const eldest::SimGridDoor* eldest_simgrid_functions() {
  return &eldest::simgrid_functions();
}
