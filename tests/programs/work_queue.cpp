// work_queue.cpp: a test program in C++17 over NX. Node 0 gives jobs to the other nodes as they ask for them, and
// collects the results.
//
//   work_queue [--jobs N] [--seed S] [--log FILE]
//
// A job may create further jobs: the program ends when no job is left and all workers are idle. If there is only one
// node, it does all jobs itself.
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

constexpr long kJobRequestTag = 1, kJobTag = 2, kJobResultTag = 3, kNoMoreJobsTag = 4;

struct WorkQueueSettings {
  int jobs = 100;
  std::uint32_t seed = 7;
  std::string log;
} settings;

struct Job {
  std::int32_t number;
  std::int32_t depth;
  std::uint32_t value;
};

struct JobResult {
  std::int32_t number;
  std::int32_t children;
  std::uint32_t result;
};

// The functions that carry out jobs, by the name of the kind of job. They are registered by constructors before main()
// begins.
using JobFunction = std::function<std::uint32_t(std::uint32_t)>;
std::map<std::string, JobFunction, std::less<>>& job_kinds_by_name() {
  static std::map<std::string, JobFunction, std::less<>> all;
  return all;
}
struct RegisteredJobKind {
  RegisteredJobKind(std::string name, JobFunction work) {
    job_kinds_by_name().emplace(std::move(name), std::move(work));
  }
};
const RegisteredJobKind collatz_job("collatz", [](std::uint32_t value) {
  std::uint32_t steps = 0;
  for (std::uint64_t n = value + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
  return steps;
});
const RegisteredJobKind divisor_count_job("divisors", [](std::uint32_t value) {
  std::uint32_t count = 0;
  for (std::uint32_t d = 1; d <= value % 500 + 1; ++d) count += (value % 500 + 1) % d == 0;
  return count;
});
const RegisteredJobKind bit_count_job("bits", [](std::uint32_t value) -> std::uint32_t {
  if (value % 97 == 13) throw std::domain_error("unlucky");
  return static_cast<std::uint32_t>(__builtin_popcount(value));
});

// Counts the existing objects of class T. None may be left at the end of the program.
template <class T>
struct InstanceCounter {
  static inline int instance_count = 0;
  InstanceCounter() { ++instance_count; }
  InstanceCounter(const InstanceCounter&) { ++instance_count; }
  ~InstanceCounter() { --instance_count; }
};

struct Log : InstanceCounter<Log> {
  virtual ~Log() = default;
  virtual void line(std::string_view text) = 0;
};
struct NullLog final : Log {
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

int finished_job_count = 0;

JobResult carry_out_job(const Job& job) {
  auto kind = job_kinds_by_name().begin();
  std::advance(kind, job.value % job_kinds_by_name().size());
  JobResult answer{job.number, job.depth < 2 && job.value % 5 == 0 ? 2 : 0, 0};
  try {
    answer.result = kind->second(job.value);
  } catch (const std::domain_error&) {
    answer.result = 1000;
  }
  std::ostringstream text;
  text << job.number << ' ' << kind->first << ' ' << answer.result;
  log_file->line(text.str());
  ++finished_job_count;
  return answer;
}

// The jobs that no node has taken yet, and the results of finished jobs.
class Queue {
 public:
  Queue() {
    std::mt19937 random(settings.seed);
    for (int i = 0; i < settings.jobs; ++i) add(0, static_cast<std::uint32_t>(random() % 10000));
  }
  std::optional<Job> take_next_waiting_job() {
    if (waiting_jobs_.empty()) return std::nullopt;
    const Job job = waiting_jobs_.front();
    waiting_jobs_.pop();
    jobs_under_way_.emplace(job.number, job);
    return job;
  }
  void record_result(const JobResult& answer) {
    const auto found = jobs_under_way_.find(answer.number);
    if (found == jobs_under_way_.end()) throw std::logic_error("an answer that nobody waits for");
    const Job job = found->second;
    jobs_under_way_.erase(found);
    results_[{job.depth, job.value}].push_back(answer.result);
    for (int child = 0; child < answer.children; ++child)
      add(job.depth + 1, job.value / 3 + static_cast<std::uint32_t>(child) * 17);
  }
  bool is_done() const { return waiting_jobs_.empty() && jobs_under_way_.empty(); }
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
  void add(std::int32_t depth, std::uint32_t value) { waiting_jobs_.push({next_job_number_++, depth, value}); }
  std::queue<Job> waiting_jobs_;
  std::map<std::int32_t, Job> jobs_under_way_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::vector<std::uint32_t>> results_;
  std::int32_t next_job_number_ = 0;
};

struct JobRequest {
  long from;
};
using Event = std::variant<JobRequest, JobResult>;

Event next_event() {
  JobResult answer{};
  cprobe(-1);
  const long type = infotype(), from = infonode();
  crecv(type, &answer, sizeof(answer));
  if (type == kJobRequestTag) return JobRequest{from};
  if (type != kJobResultTag) throw std::logic_error("a message of type " + std::to_string(type));
  return answer;
}

void hand_out_jobs(Queue& queue) {
  std::vector<long> idle;
  long running = numnodes() - 1;
  while (!queue.is_done() || running > 0) {
    while (!idle.empty()) {
      if (const auto job = queue.take_next_waiting_job()) {
        csend(kJobTag, &*job, sizeof(*job), idle.back(), 0);
      } else if (queue.is_done()) {
        csend(kNoMoreJobsTag, nullptr, 0, idle.back(), 0);
        --running;
      } else {
        break;
      }
      idle.pop_back();
    }
    if (running == 0) break;
    const Event event = next_event();
    if (const JobRequest* ask = std::get_if<JobRequest>(&event)) idle.push_back(ask->from);
    if (const JobResult* answer = std::get_if<JobResult>(&event)) queue.record_result(*answer);
  }
}

void work() {
  for (;;) {
    csend(kJobRequestTag, nullptr, 0, 0, 0);
    Job job{};
    cprobe(-1);
    const long type = infotype();
    crecv(type, &job, sizeof(job));
    if (type == kNoMoreJobsTag) return;
    const JobResult answer = carry_out_job(job);
    csend(kJobResultTag, &answer, sizeof(answer), 0, 0);
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
    log_file = std::make_unique<NullLog>();
  else
    log_file = std::make_unique<FileLog>(settings.log + "." + std::to_string(mynode()));
  if (mynode() == 0) {
    Queue queue;
    if (numnodes() == 1) {
      while (const auto job = queue.take_next_waiting_job()) queue.record_result(carry_out_job(*job));
    } else {
      hand_out_jobs(queue);
    }
    const auto [count, hash] = queue.summary();
    if (count < static_cast<std::size_t>(settings.jobs)) throw std::logic_error("jobs are lost");
    std::cout << "result: " << count << " jobs, " << std::hex << hash << std::endl;
  } else {
    work();
  }
  long all = finished_job_count, scratch = 0;
  gisum(&all, 1, &scratch);
  if (all < settings.jobs) throw std::logic_error("jobs were not done");
  log_file.reset();
  return InstanceCounter<Log>::instance_count;
} catch (const std::exception& error) {
  std::cerr << "work_queue: " << error.what() << std::endl;
  return 1;
}
