/* cube.h: includes nx.h, under the name of the header that programs for the iPSC include. */
#ifndef SWITCHYARD_CUBE_H
#define SWITCHYARD_CUBE_H
#include "nx.h"
#endif
