#include "bench/verify/verify_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/verify/verify_report.hpp"
#include "runtime/verify/match_picture.hpp"

namespace switchyard {
namespace {

/// Returns the name of the replay file for a program that was found wrong, such as "verify-ring-3-deadlock.json".
/// `list` is the number of the program's argument list, from 1 on, or 0 if there is only one list.
std::string replay_file_name_of_verdict(const VerifiedCase& one, std::size_t list) {
  return fmt::format("verify-{}-{}{}-{}.json", one.verify_plan->program.kind.name, one.node_count,
                     list == 0 ? "" : fmt::format("-arguments{}", list),
                     one.verdict.defect ? name_of(*one.verdict.defect) : "error");
}

void write_verdict_file(const VerifyOutput& output, VerifiedCase& one, std::size_t list) {
  if (one.verdict.kind != Verdict::Kind::wrong || !one.verdict.replay) return;
  one.replay_file = (std::filesystem::path(output.replay_folder) / replay_file_name_of_verdict(one, list))
                        .lexically_normal()
                        .string();
  OutputFile file("--replay-dir", one.replay_file);
  file.write(verify_record_text(make_verify_record(one, output.library_paths)));
  file.commit();
}

/// Prints the verdicts of a session, writes a replay file for each wrong program, and appends the verdicts to
/// `results`.
void print_and_store_verdicts(const VerifyOutput& output, VerifySession& session, std::size_t list,
                              std::vector<VerifiedCase>& results) {
  session.close_progress_display();
  for (VerifiedCase& one : session.results_so_far()) {
    write_verdict_file(output, one, list);
    print_verdict(std::cout, one);
    results.push_back(std::move(one));
  }
}

}  // namespace

ExitCode carry_out_verification(std::vector<VerifyPlan> plans, const VerifyOutput& output) {
  std::vector<std::shared_ptr<VerifySession>> sessions;
  for (VerifyPlan& plan : plans) {
    sessions.push_back(std::make_shared<VerifySession>(std::move(plan), std::cerr, output.progress_style));
  }
  OptionalOutputFile json("--json", output.json_file_name), sarif("--sarif", output.sarif_file_name),
      svg("--svg", output.svg_file_name);
  const ComputationEnd ending = run_interruptibly(
      [sessions](const std::stop_token& stop) {
        for (const auto& session : sessions) session->verify_program_on_all_node_counts(stop);
      },
      [sessions] {
        for (const auto& session : sessions) session->refresh_progress_display();
      });
  std::vector<VerifiedCase> results;
  for (std::size_t i = 0; i < sessions.size(); ++i)
    print_and_store_verdicts(output, *sessions[i], sessions.size() > 1 ? i + 1 : 0, results);
  if (output.prints_github_annotations) print_github_annotations(std::cout, results);
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: not all is verified\n";
    return ending.exit_code();
  }
  if (results.size() > 1) print_verdict_counts(std::cout, results);
  json.write_file_if_wanted([&] { return verification_json(results); });
  sarif.write_file_if_wanted([&] { return verification_sarif(results); });
  svg.write_file_if_wanted([&] { return verification_svg(results); });
  return exit_code_of(results);
}

ExitCode repeat_recorded_verification(const VerifyRecord& record, VerifyPlan plan,
                                      const std::optional<std::string>& svg) {
  const auto owned = std::make_shared<const VerifyPlan>(std::move(plan));
  VerifiedCase again{owned, record.node_count,
                     repeat_run_that_showed_defect(verify_subject_for(*owned, record.node_count),
                                                   *record.verdict.replay, owned->limits)};
  // The class of the defect is taken from the record, because it was determined from several runs.
  if (again.verdict.kind == Verdict::Kind::wrong) {
    again.verdict.defect = record.verdict.defect;
    again.verdict.code = record.verdict.code;
  }
  print_verdict(std::cout, again);
  OptionalOutputFile("--svg", svg).write_file_if_wanted([&] { return svg_of_message_sequence_chart(again.verdict); });
  return again.verdict.code;
}

}  // namespace switchyard
