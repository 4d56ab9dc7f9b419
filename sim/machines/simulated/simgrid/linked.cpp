// For programs that have SimGrid in them from the start.
#include "sim/machines/simulated/simgrid/functions.hpp"

const eldest::SimGridDoor* eldest_simgrid_door() { return &eldest::simgrid_functions(); }
