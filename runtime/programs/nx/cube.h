/* cube.h: the name that programs for the iPSC include nx.h by. */
#ifndef SWITCHYARD_CUBE_H
#define SWITCHYARD_CUBE_H
#include "nx.h"
#endif
