#pragma once
/// \file openmp_team.hpp
/// What is known of the threads that would execute a parallel region of OpenMP on a real host. A node executes each
/// region with one thread, so that this is all that checks can build on.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace switchyard {

class OpenMpTeam {
 public:
  /// Which threads would execute the present code of the program.
  enum class ExecutingThreads : std::uint8_t {
    main_thread,                 ///< the code is outside of regions, or in a region that has one thread
    executing_threads_unknown,   ///< which threads would execute the code is not known
    threads_besides_main_thread  ///< threads other than the main thread would execute the code, or may be chosen for it
  };

  /// Called when a region begins for which the program asks for `threads` threads; 0 if it does not say how many.
  void begin_region(unsigned threads) noexcept;
  void end_region() noexcept;
  unsigned nested_region_count() const noexcept { return depth_; }
  /// Called when the program sets how many threads the next regions have.
  void set_thread_count(int threads) noexcept { set_thread_count_ = threads; }
  /// Called when the program asks for something that differs between one thread and several, such as the number of a
  /// thread: other threads might then execute other code.
  void note_query_about_threads() noexcept {
    if (depth_ == 0) {
      has_asked_for_thread_count_ = true;
    } else {
      has_queried_threads_in_region_ = true;
    }
  }
  ExecutingThreads threads_executing_current_code() const noexcept;

 private:
  unsigned depth_ = 0;
  /// The depth of the outermost region that may have several threads; 0 if there is none.
  unsigned depth_of_first_team_ = 0;
  bool is_team_certainly_multithreaded_ = false;  ///< whether that region certainly is to have several threads
  bool has_queried_threads_in_region_ = false;    ///< whether the program has asked a question in that region
  /// Whether the program has asked outside of regions how many threads there may be. It may then have asked for regions
  /// of one thread because the answer was one.
  bool has_asked_for_thread_count_ = false;
  std::optional<int> set_thread_count_;
};

/// Keeps the text that was noted first. Any thread may use this object.
class FirstRecordedText {
 public:
  void record_text_if_first(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (text_.empty()) text_ = text;
  }
  /// Returns the text, or an empty one if nothing was noted.
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;  // guards the text
  std::string text_;
};

}  // namespace switchyard
