#include "bench/experiment/input_file.hpp"

#include <sys/stat.h>

#include <thread>

#include "runtime/error.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// Reads a whole file. Returns the text of the error, or the length of the file as a text such as "8 bytes".
std::string read_file_and_get_error_or_length(const std::string& path, InputLimits limits,
                                              const std::string& option = "--table") {
  try {
    return std::to_string(read_input_file(option, path, limits).size()) + " bytes";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(InputFile, ReadsUpToItsLimit) {
  const TemporaryFolder folder;
  const std::string path = folder.path_of_file("t");
  write_text_file(path, "one\ntwo\n");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_file_bytes = 8}), "8 bytes");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_file_bytes = 7}),
            "--table: cannot read '" + path + "': this has more than 7; give a smaller file");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_file_bytes = 7}, ""),
            path + ":1:1: this has more than 7; give a smaller file");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_line_bytes = 3}), "8 bytes");
  write_text_file(path, "one\nthree\n");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_line_bytes = 3}), "10 bytes")
      << "lines are only looked at where a piece of the file ends";
  write_text_file(path, "one\nthree");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {.most_line_bytes = 4}),
            "--table: cannot read '" + path + "': this has a line of more than 4; give a text file");
  write_text_file(path, "");
  EXPECT_EQ(read_file_and_get_error_or_length(path, {}), "0 bytes");
}

TEST(InputFile, GivesAllOfALongFile) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + '\n';
  write_text_file(folder.path_of_file("t"), text);
  EXPECT_EQ(read_input_file("--table", folder.path_of_file("t"), {}), text);
  InputFile file("--table", folder.path_of_file("t"));
  std::string lines;
  for (std::string line; std::getline(file, line);) lines += line + '\n';
  EXPECT_EQ(lines, text);
}

TEST(InputFile, WhatHasNoEndIsRefusedAtTheLimit) {
  EXPECT_EQ(read_file_and_get_error_or_length("/dev/zero", {.most_file_bytes = 1U << 20U}),
            "--table: cannot read '/dev/zero': this has more than 1MiB; give a smaller file");
  EXPECT_EQ(read_file_and_get_error_or_length("/dev/zero", {.most_line_bytes = 1U << 20U}),
            "--table: cannot read '/dev/zero': this has a line of more than 1MiB; give a text file");
  InputFile file("--table", "/dev/zero", {.most_line_bytes = 1U << 20U});
  std::string line;
  EXPECT_THROW(std::getline(file, line), UsageError) << "through a stream too";
}

TEST(InputFile, SaysWhatCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_file_and_get_error_or_length(folder.path_of_file("none"), {}),
            "--table: cannot read '" + folder.path_of_file("none") +
                "': No such file or directory; give a file that exists and may be "
                "read");
  EXPECT_EQ(read_file_and_get_error_or_length(folder.path_of_file("none"), {}, ""),
            folder.path_of_file("none") +
                ":1:1: cannot be read (No such file or directory); give a file that exists and may be read");
  EXPECT_EQ(read_file_and_get_error_or_length("/", {}), "--table: cannot read '/': this is a folder; give a file");
  EXPECT_EQ(read_file_and_get_error_or_length("/", {}, ""), "/:1:1: this is a folder; give a file");
}

TEST(InputFile, WaitsForTheWriterOfAFifo) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.path_of_file("fifo").c_str(), 0600), 0);
  std::thread writer([&] { write_text_file(folder.path_of_file("fifo"), std::string(200'000, 'x')); });
  EXPECT_EQ(read_file_and_get_error_or_length(folder.path_of_file("fifo"), {}), "200000 bytes");
  writer.join();
}

TEST(InputFile, DoesNotWaitForEverForAWriter) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.path_of_file("fifo").c_str(), 0600), 0);
  EXPECT_EQ(read_file_and_get_error_or_length(folder.path_of_file("fifo"), {}),
            "--table: cannot read '" + folder.path_of_file("fifo") +
                "': this is a FIFO to which nobody writes; start its writer first, or give a file");
}

/// Gives files without end, and FIFOs without a writer, to the options that read files.
TEST(InputsOfCommands, EndAtALimit) {
  const TemporaryFolder folder;
  const std::string link = folder.path_of_file("zero.toml"), matrix = folder.path_of_file("zero.mtx"),
                    fifo = folder.path_of_file("fifo.toml");
  std::filesystem::create_symlink("/dev/zero", link);
  std::filesystem::create_symlink("/dev/zero", matrix);
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  write_text_file(
      folder.path_of_file("s.toml"),
      "schema_version = 1\nmachines = \"ipsc860\"\nnodes = 4\nalgorithms = \"ac\"\ndensities = 1\nbytes = 16\n");
  ASSERT_EQ(
      run_switchyard_program({"sweep", folder.path_of_file("s.toml"), "--csv", folder.path_of_file("z.csv"), "--quiet"})
          .code,
      0);
  std::filesystem::remove(folder.path_of_file("z.csv"));
  std::filesystem::create_symlink("/dev/zero", folder.path_of_file("z.csv"));
  std::filesystem::create_symlink("/dev/zero", folder.path_of_file("y.csv.sweep"));
  write_text_file(folder.path_of_file("y.csv"), "machine\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> all{
      {{"stress", "--replay", "/dev/zero"}, "--replay: cannot read '/dev/zero': this has more than 64MiB; give a"},
      {{"trace", "--replay", "/dev/zero"}, "--replay: cannot read '/dev/zero': this has more than 64MiB; give a"},
      {{"trace", "--replay", "/"}, "--replay: cannot read '/': this is a folder; give a file"},
      {{"run", "--algorithm", "auto", "--table", "/dev/zero"}, "--table: cannot read '/dev/zero': this has a line of"},
      {{"run", "--algorithm", "auto", "--table", "/"}, "--table: cannot read '/': this is a folder; give a file"},
      {{"schedule", "--algorithm", "auto", "--table", "/dev/zero"}, "this has a line of more than 32MiB; give a text"},
      {{"report", "/dev/zero", "--output", folder.path_of_file("r.html")},
       "/dev/zero:1:1: a field of more than 65536 bytes"},
      {{"report", "/", "--output", folder.path_of_file("r.html")},
       "FILE: cannot read '/': this is a folder; give a file"},
      {{"run", "--matrix", matrix}, "zero.mtx:1:"},
      {{"run", "--matrix", "/"}, "/:1:1: this is a folder; give a file"},
      {{"matrix", "describe", matrix}, "zero.mtx:1:"},
      {{"matrix", "from-matrix", matrix}, "zero.mtx:1:"},
      {{"schedule", "--machine", "mesh", "--messages", "/dev/zero"}, "/dev/zero:1:"},
      {{"schedule", "--machine", "mesh", "--messages", "/"}, "/:1:1: this is a folder; give a file"},
      {{"run", "--machine", link}, "zero.toml:1:1: the file has more than 1 MiB; give a smaller one"},
      {{"run", "--machine", fifo}, "fifo.toml:1:1: this is a FIFO; give a file"},
      {{"machine", fifo}, "fifo.toml:1:1: this is a FIFO; give a file"},
      {{"sweep", link, "--dry-run"}, "zero.toml:1:1: the file has more than 1 MiB; give a smaller one"},
      {{"sweep", fifo, "--dry-run"}, "fifo.toml:1:1: this is a FIFO; give a file"},
      {{"sweep", folder.path_of_file("s.toml"), "--merge", folder.path_of_file("y.csv"), "--csv",
        folder.path_of_file("all.csv")},
       "this has a line of more than 32MiB; give a text file"},
      {{"sweep", folder.path_of_file("s.toml"), "--merge", folder.path_of_file("z.csv"), "--csv",
        folder.path_of_file("all.csv")},
       "FILE: cannot read '" + folder.path_of_file("z.csv") + "': this has a line of more than 1MiB; give a text file"},
      {{"run", "--load", fifo}, "--load: cannot load '" + fifo + "': it is no regular file; give a shared library"},
  };
  for (const auto& [arguments, said] : all) expect_usage_error(arguments, said);
  EXPECT_FALSE(std::filesystem::exists(folder.path_of_file("r.html")));
}

}  // namespace
}  // namespace switchyard::cli
