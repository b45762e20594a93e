/// \file clock.cpp
/// The C library's functions for clocks and sleeping, in virtual time. Each read of a clock takes
/// a little virtual time, so that a loop that waits for some time to come ends.

#include <poll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

#include <cerrno>
#include <chrono>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

Duration read_program_clock(Process& process, const ClockCall& call) {
  if (process.mode().uses_own_clock) {
    process.advance_own_clock(kTimeToReadClock);
    return process.own_clock_time();
  }
  process.clock_call = call;
  const Duration time = run_as_emulator_code(process, [](Process& p) {
    p.node().compute(kTimeToReadClock, p.last_call);
    return p.node().now(p.last_call).time_since_epoch();
  });
  process.clock_call = {};
  return time;
}

namespace {

using namespace std::chrono;

/// The date at which every run begins, in seconds since 1970, whatever the host's date is: 1
/// January 1990.
constexpr seconds kDateOfRunStart{631'152'000};

timespec timespec_of(nanoseconds time) {
  const auto whole = duration_cast<seconds>(time);
  return {static_cast<std::time_t>(whole.count()), static_cast<long>((time - whole).count())};
}

nanoseconds current_date(const ClockCall& call) {
  const RunMode& mode = t_process->mode();
  if (mode.program_has_read_date_flag != nullptr) *mode.program_has_read_date_flag = true;
  return kDateOfRunStart + mode.date_shift + read_program_clock(*t_process, call);
}

std::time_t time_now(std::time_t* into) {
  const std::time_t now = timespec_of(current_date({"time", __builtin_return_address(0)})).tv_sec;
  if (into != nullptr) *into = now;
  return now;
}

int get_time_of_day(timeval* into, void* zone) {
  const timespec now = timespec_of(current_date({"gettimeofday", __builtin_return_address(0)}));
  if (into != nullptr) *into = {now.tv_sec, now.tv_nsec / 1000};
  if (zone != nullptr) *static_cast<struct timezone*>(zone) = {0, 0};
  return 0;
}

int get_time_with_milliseconds(timeb* into) {
  const nanoseconds now = current_date({"ftime", __builtin_return_address(0)});
  const timespec parts = timespec_of(now);
  *into = {parts.tv_sec, static_cast<unsigned short>(parts.tv_nsec / 1'000'000), 0, 0};
  return 0;
}

/// Carries out clock_gettime: returns the date for real-time clocks, and the time since the beginning of the run for
/// all other clocks.
int get_time_of_clock(clockid_t clock, timespec* into) {
  *into = timespec_of(clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE
                          ? current_date({"clock_gettime", __builtin_return_address(0)})
                          : read_program_clock(*t_process, {"clock_gettime", __builtin_return_address(0)}));
  return 0;
}
int get_timespec(timespec* into, int base) {
  *into = timespec_of(current_date({"timespec_get", __builtin_return_address(0)}));
  return base;
}
int get_clock_resolution(clockid_t /*clock*/, timespec* into) {
  if (into != nullptr) *into = {0, 1};
  return 0;
}

std::clock_t get_processor_time() {
  return static_cast<std::clock_t>(
      duration_cast<std::chrono::microseconds>(read_program_clock(*t_process, {"clock", __builtin_return_address(0)}))
          .count());
}
std::clock_t get_processor_times(tms* into) {
  constexpr milliseconds kTick{10};
  const auto ticks =
      static_cast<std::clock_t>(read_program_clock(*t_process, {"times", __builtin_return_address(0)}) / kTick);
  if (into != nullptr) *into = {ticks, 0, 0, 0};
  return ticks;
}

/// Carries out getrusage: reports the time since the beginning of the run as the program's processor time, and zeros
/// for all else.
int get_resource_usage(int who, rusage* into) {
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  *into = {};
  if (who == RUSAGE_CHILDREN) return 0;
  const timespec now = timespec_of(read_program_clock(*t_process, {"getrusage", __builtin_return_address(0)}));
  into->ru_utime = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

void sleep_for(nanoseconds time, const ClockCall& call) {
  if (t_process->mode().uses_own_clock) return t_process->advance_own_clock(time);
  t_process->clock_call = call;
  run_as_emulator_code(*t_process, [time](Process& p) { p.node().compute(time, p.last_call); });
  t_process->clock_call = {};
}
unsigned sleep_seconds(unsigned count) {
  sleep_for(seconds(count), {"sleep", __builtin_return_address(0)});
  return 0;
}
int sleep_microseconds(useconds_t count) {
  sleep_for(std::chrono::microseconds(count), {"usleep", __builtin_return_address(0)});
  return 0;
}
int sleep_timespec(const timespec* time, timespec* left) {
  if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999'999'999) {
    errno = EINVAL;
    return -1;
  }
  sleep_for(seconds(time->tv_sec) + nanoseconds(time->tv_nsec), {"nanosleep", __builtin_return_address(0)});
  if (left != nullptr) *left = {0, 0};
  return 0;
}

/// Carries out clock_nanosleep, which, unlike nanosleep, returns an error's number instead of setting errno.
int sleep_on_clock(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999'999'999) return EINVAL;
  nanoseconds length = seconds(time->tv_sec) + nanoseconds(time->tv_nsec);
  if ((flags & TIMER_ABSTIME) != 0) {
    length -= clock == CLOCK_REALTIME
                  ? current_date({"clock_nanosleep", __builtin_return_address(0)})
                  : nanoseconds(read_program_clock(*t_process, {"clock_nanosleep", __builtin_return_address(0)}));
  } else if (left != nullptr) {
    *left = {0, 0};
  }
  if (length > nanoseconds::zero()) sleep_for(length, {"clock_nanosleep", __builtin_return_address(0)});
  return 0;
}

/// Carries out sched_yield. The call takes as much virtual time as reading a clock, so that a loop comes to an end that
/// calls sched_yield until another node has stored a value in shared memory.
int yield_processor() {
  sleep_for(kTimeToReadClock, {"sched_yield", __builtin_return_address(0)});
  return 0;
}

// Programs use select and poll without any file in order to sleep. The functions select_or_sleep() and poll_or_sleep()
// carry out such calls as sleeping in virtual time.
int select_or_sleep(int count, fd_set* in, fd_set* out, fd_set* other, timeval* time) {
  if (in != nullptr || out != nullptr || other != nullptr || time == nullptr)
    return select(count, in, out, other, time);
  sleep_for(seconds(time->tv_sec) + std::chrono::microseconds(time->tv_usec), {"select", __builtin_return_address(0)});
  return 0;
}
int poll_or_sleep(pollfd* files, nfds_t count, int time) {
  if (count != 0 || time < 0) return poll(files, count, time);
  sleep_for(milliseconds(time), {"poll", __builtin_return_address(0)});
  return 0;
}

const SymbolBinding kClockBindings[] = {
    SymbolBinding::make_function_binding("time", time_now),
    SymbolBinding::make_function_binding("gettimeofday", get_time_of_day),
    SymbolBinding::make_function_binding("ftime", get_time_with_milliseconds),
    SymbolBinding::make_function_binding("clock_gettime", get_time_of_clock),
    SymbolBinding::make_function_binding("clock_getres", get_clock_resolution),
    SymbolBinding::make_function_binding("timespec_get", get_timespec),
    SymbolBinding::make_function_binding("clock", get_processor_time),
    SymbolBinding::make_function_binding("times", get_processor_times),
    SymbolBinding::make_function_binding("sleep", sleep_seconds),
    SymbolBinding::make_function_binding("usleep", sleep_microseconds),
    SymbolBinding::make_function_binding("nanosleep", sleep_timespec),
    SymbolBinding::make_function_binding("clock_nanosleep", sleep_on_clock),
    SymbolBinding::make_function_binding("sched_yield", yield_processor),
    SymbolBinding::make_function_binding("thrd_yield", yield_processor),
    SymbolBinding::make_function_binding("select", select_or_sleep),
    SymbolBinding::make_function_binding("poll", poll_or_sleep),
    SymbolBinding::make_function_binding("getrusage", get_resource_usage),
    SymbolBinding::make_function_binding(
        "_ZNSt6chrono3_V212steady_clock3nowEv",
        +[] {
          return read_program_clock(*t_process, {"steady_clock::now", __builtin_return_address(0)}).count();
        }),
    SymbolBinding::make_function_binding(
        "_ZNSt6chrono3_V212system_clock3nowEv",
        +[] {
          return current_date({"system_clock::now", __builtin_return_address(0)}).count();
        }),
};

}  // namespace

SymbolBindings clock_bindings() { return kClockBindings; }

}  // namespace switchyard
