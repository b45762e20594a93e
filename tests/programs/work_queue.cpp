// work_queue.cpp: node 0 hands jobs out as workers ask for them, and keeps what they answer; C++17 over NX.
//
//   work_queue [--jobs N] [--seed S] [--log FILE]
//
// A job may lead to others: the queue ends when no job is left and all workers are idle. A node alone does all jobs.
#include <getopt.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

extern "C" {
#include <nx.h>
}

namespace {

constexpr long kAskTag = 1, kJob = 2, kAnswerTag = 3, kEnd = 4;

struct Settings {
  int jobs = 100;
  std::uint32_t seed = 7;
  std::string log;
} settings;

struct Job {
  std::int32_t number;
  std::int32_t depth;
  std::uint32_t value;
};

struct Answer {
  std::int32_t number;
  std::int32_t children;
  std::uint32_t result;
};

// Kinds of jobs by name; they register themselves before main begins.
using Work = std::function<std::uint32_t(std::uint32_t)>;
std::map<std::string, Work, std::less<>>& kinds() {
  static std::map<std::string, Work, std::less<>> all;
  return all;
}
struct Registration {
  Registration(std::string name, Work work) { kinds().emplace(std::move(name), std::move(work)); }
};
const Registration collatz("collatz", [](std::uint32_t value) {
  std::uint32_t steps = 0;
  for (std::uint64_t n = value + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
  return steps;
});
const Registration divisors("divisors", [](std::uint32_t value) {
  std::uint32_t count = 0;
  for (std::uint32_t d = 1; d <= value % 500 + 1; ++d) count += (value % 500 + 1) % d == 0;
  return count;
});
const Registration bits("bits", [](std::uint32_t value) -> std::uint32_t {
  if (value % 97 == 13) throw std::domain_error("unlucky");
  return static_cast<std::uint32_t>(__builtin_popcount(value));
});

// How many objects of a class there are; none may be left at the end.
template <class T>
struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};

struct Log : Counted<Log> {
  virtual ~Log() = default;
  virtual void line(std::string_view text) = 0;
};
struct NoLog final : Log {
  void line(std::string_view) override {}
};
struct FileLog final : Log {
  explicit FileLog(const std::string& name) : file(name) {
    if (!file) throw std::runtime_error("cannot open " + name);
  }
  void line(std::string_view text) override { file << text << '\n'; }
  std::ofstream file;
};
std::unique_ptr<Log> log_file;

int done_here = 0;

Answer carry_out(const Job& job) {
  auto kind = kinds().begin();
  std::advance(kind, job.value % kinds().size());
  Answer answer{job.number, job.depth < 2 && job.value % 5 == 0 ? 2 : 0, 0};
  try {
    answer.result = kind->second(job.value);
  } catch (const std::domain_error&) {
    answer.result = 1000;
  }
  std::ostringstream text;
  text << job.number << ' ' << kind->first << ' ' << answer.result;
  log_file->line(text.str());
  ++done_here;
  return answer;
}

// The jobs that wait, and the answers by job.
class Queue {
 public:
  Queue() {
    std::mt19937 random(settings.seed);
    for (int i = 0; i < settings.jobs; ++i) add(0, static_cast<std::uint32_t>(random() % 10000));
  }
  std::optional<Job> take() {
    if (waiting_.empty()) return std::nullopt;
    const Job job = waiting_.front();
    waiting_.pop();
    under_way_.emplace(job.number, job);
    return job;
  }
  void note(const Answer& answer) {
    const auto found = under_way_.find(answer.number);
    if (found == under_way_.end()) throw std::logic_error("an answer that nobody waits for");
    const Job job = found->second;
    under_way_.erase(found);
    results_[{job.depth, job.value}].push_back(answer.result);
    for (int child = 0; child < answer.children; ++child)
      add(job.depth + 1, job.value / 3 + static_cast<std::uint32_t>(child) * 17);
  }
  bool is_done() const { return waiting_.empty() && under_way_.empty(); }
  std::tuple<std::size_t, std::uint64_t> summary() const {
    std::size_t count = 0;
    std::uint64_t hash = 1469598103934665603ULL;
    for (const auto& [key, values] : results_) {
      count += values.size();
      const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
      hash = (hash ^ (key.second + sum)) * 1099511628211ULL;
    }
    return {count, hash};
  }

 private:
  void add(std::int32_t depth, std::uint32_t value) { waiting_.push({next_choice_++, depth, value}); }
  std::queue<Job> waiting_;
  std::map<std::int32_t, Job> under_way_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::vector<std::uint32_t>> results_;
  std::int32_t next_choice_ = 0;
};

struct Ask {
  long from;
};
using Event = std::variant<Ask, Answer>;

Event next_event() {
  Answer answer{};
  cprobe(-1);
  const long type = infotype(), from = infonode();
  crecv(type, &answer, sizeof(answer));
  if (type == kAskTag) return Ask{from};
  if (type != kAnswerTag) throw std::logic_error("a message of type " + std::to_string(type));
  return answer;
}

void hand_out(Queue& queue) {
  std::vector<long> idle;
  long running = numnodes() - 1;
  while (!queue.is_done() || running > 0) {
    while (!idle.empty()) {
      if (const auto job = queue.take()) {
        csend(kJob, &*job, sizeof(*job), idle.back(), 0);
      } else if (queue.is_done()) {
        csend(kEnd, nullptr, 0, idle.back(), 0);
        --running;
      } else {
        break;
      }
      idle.pop_back();
    }
    if (running == 0) break;
    const Event event = next_event();
    if (const Ask* ask = std::get_if<Ask>(&event)) idle.push_back(ask->from);
    if (const Answer* answer = std::get_if<Answer>(&event)) queue.note(*answer);
  }
}

void work() {
  for (;;) {
    csend(kAskTag, nullptr, 0, 0, 0);
    Job job{};
    cprobe(-1);
    const long type = infotype();
    crecv(type, &job, sizeof(job));
    if (type == kEnd) return;
    const Answer answer = carry_out(job);
    csend(kAnswerTag, &answer, sizeof(answer), 0, 0);
  }
}

void read_options(int argc, char** argv) {
  static const option kOptionBindings[] = {{"jobs", required_argument, nullptr, 'j'},
                                           {"seed", required_argument, nullptr, 's'},
                                           {"log", required_argument, nullptr, 'l'},
                                           {nullptr, 0, nullptr, 0}};
  for (int letter; (letter = getopt_long(argc, argv, "j:s:l:", kOptionBindings, nullptr)) != -1;) {
    if (letter == 'j')
      settings.jobs = std::stoi(optarg);
    else if (letter == 's')
      settings.seed = static_cast<std::uint32_t>(std::stoul(optarg));
    else if (letter == 'l')
      settings.log = optarg;
    else
      throw std::invalid_argument("an option that is not known");
  }
}

}  // namespace

int main(int argc, char** argv) try {
  read_options(argc, argv);
  if (settings.log.empty())
    log_file = std::make_unique<NoLog>();
  else
    log_file = std::make_unique<FileLog>(settings.log + "." + std::to_string(mynode()));
  if (mynode() == 0) {
    Queue queue;
    if (numnodes() == 1) {
      while (const auto job = queue.take()) queue.note(carry_out(*job));
    } else {
      hand_out(queue);
    }
    const auto [count, hash] = queue.summary();
    if (count < static_cast<std::size_t>(settings.jobs)) throw std::logic_error("jobs are lost");
    std::cout << "result: " << count << " jobs, " << std::hex << hash << std::endl;
  } else {
    work();
  }
  long all = done_here, scratch = 0;
  gisum(&all, 1, &scratch);
  if (all < settings.jobs) throw std::logic_error("jobs were not done");
  log_file.reset();
  return Counted<Log>::alive;
} catch (const std::exception& error) {
  std::cerr << "work_queue: " << error.what() << std::endl;
  return 1;
}
