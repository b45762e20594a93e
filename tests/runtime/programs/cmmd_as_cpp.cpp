// cmmd_as_cpp.cpp: the program of cmmd.c in C++.
#include "cmmd.c"
