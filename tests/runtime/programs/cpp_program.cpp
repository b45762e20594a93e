// cpp_program.cpp: a C++ program with static objects that own memory, with streams and with exceptions.
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nx.h>

static std::map<std::string, std::vector<int>> kept;
static std::string text = "a text that is too long for the object itself";

struct DestructionAnnouncer {
  ~DestructionAnnouncer() { std::cout << "destroyed " << kept.size() << std::endl; }
} destruction_announcer;

template <class T>
struct Counter {
  static inline int count = 0;
};

int main(int argc, char** argv) {
  if (mynode() == 0) std::cout << std::setprecision(2) << std::fixed;
  text += std::to_string(mynode());
  kept[text].assign(1000, static_cast<int>(mynode()));
  ++Counter<int>::count;
  gsync();
  std::ostringstream out;
  out << kept.size() << ' ' << kept.begin()->second.back() << ' ' << Counter<int>::count;
  if (argc > 1 && std::string(argv[1]) == "throw") throw std::runtime_error("thrown by " + out.str());
  if (argc > 1 && std::string(argv[1]) == "stop") {
    try {
      char byte;
      crecv(1, &byte, 1);
    } catch (...) {
    }
  }
  if (argc > 1 && std::string(argv[1]) == "unsynced") {
    const bool before = std::ios::sync_with_stdio(false);
    out << ' ' << before << std::ios::sync_with_stdio(false);
  }
  std::cout << out.str() << ' ' << 0.5 << std::endl;
  return 0;
}
