#!/usr/bin/env bash
# run.sh BUILD_FOLDER: makes a Debian package of that build and unpacks it into a temporary folder, then builds and runs
# the outside project of this folder against it, once found with find_package and once embedded with add_subdirectory.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
build_dir=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A copy, so that nothing is found by its place in this tree.
mkdir "$scratch/outside"
cp "$source_dir"/tests/install/{CMakeLists.txt,*.cpp} "$scratch/outside"

# The package's content stands for what is installed, where packages can be made.
if type -P cpack dpkg-deb dpkg-shlibdeps >/dev/null; then
  cpack --config "$build_dir/CPackConfig.cmake" -B "$scratch/package" >/dev/null
  package=("$scratch"/package/switchyard_*.deb)
  dpkg-deb -x "${package[0]}" "$scratch/unpacked"
  prefix=$scratch/unpacked/usr
  [[ $(dpkg-deb -f "${package[0]}" Depends) == *libc6* ]] || { echo "the package does not say what it needs" >&2; exit 1; }
  "$prefix/bin/switchyard" list machines </dev/null >/dev/null
  for file in share/man/man1/switchyard.1 share/bash-completion/completions/switchyard \
    share/zsh/site-functions/_switchyard include/switchyard/runtime/run.hpp; do
    [[ -s $prefix/$file ]] || { echo "the package has no $file" >&2; exit 1; }
  done
else
  prefix=$scratch/prefix
  cmake --install "$build_dir" --prefix "$prefix" >/dev/null
fi

# Every public header is there with all that it includes, and leads to nothing of the engine, the clocks or the
# executors. gtest.hpp is for whoever has GoogleTest.
include_dir=$prefix/include/switchyard
(cd "$include_dir" && find . -name '*.hpp' ! -name gtest.hpp -printf '#include "%P"\n' | sort) >"$scratch/all.cpp"
g++ -std=c++20 -fsyntax-only -I "$include_dir" "$scratch/all.cpp"
if echo '#include "runtime/emulation.hpp"' | g++ -std=c++20 -fsyntax-only -I "$include_dir" -x c++ - 2>/dev/null; then
  echo "a header that is not public can be included" >&2
  exit 1
fi
inner=$(cd "$include_dir" && find . -path './runtime/engine*' -o -path './runtime/clock*' -o -path './runtime/executor*' \
  -o -name emulation.hpp | grep -v executor_kind.hpp || true)
[[ -z $inner ]] || { echo "installed, and should not be:" "$inner" >&2; exit 1; }

# Programs for nodes: by the wrapper, and with the flags of pkg-config.
if type -P pkg-config >/dev/null; then
  mkdir "$scratch/program"
  (
    cd "$scratch/program"
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name switchyard-nx.pc)")
    export PKG_CONFIG_PATH
    cc -c $(pkg-config --cflags switchyard-nx) "$source_dir/bench/examples/nx/ring.c"
    cc ring.o $(pkg-config --libs switchyard-nx) -o ring
    "$prefix/bin/switchyard-cc" "$source_dir/bench/examples/nx/ring.c" -o other_ring
    for ring in ./ring ./other_ring; do
      "$prefix/bin/switchyard" run --program "$ring" --nodes 4 </dev/null | grep -q 'the sum of all numbers is 6'
      # It is not on the path, but beside the wrapper, and where pkg-config says.
      env -i "$ring" </dev/null | grep -q 'the sum of all numbers is 0'
    done
    if type -P gfortran >/dev/null; then
      "$prefix/bin/switchyard-mpifort" "$source_dir/bench/examples/mpi/heat.f90" -o heat
      "$prefix/bin/switchyard" mpirun -n 4 ./heat </dev/null | grep -q '40 cells hold 6.656528'
    fi
  )
fi

# Schedules for MPI programs, with the flags of pkg-config, under each MPI.
for mpi in openmpi mpich; do
  type -P pkg-config >/dev/null && "$source_dir/tests/mpi/mpirun.sh" "$mpi" 1 true >/dev/null || continue
  (
    cd "$scratch"
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name switchyard-schedule.pc)")
    export PKG_CONFIG_PATH
    "mpicc.$mpi" "$source_dir/bench/examples/mpi/scheduled_exchange.c" \
      $(pkg-config --cflags --libs switchyard-schedule) -o scheduled_exchange
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir switchyard-schedule)
    export LD_LIBRARY_PATH
    "$source_dir/tests/mpi/mpirun.sh" "$mpi" 4 ./scheduled_exchange rs_nl 64 3 </dev/null |
      grep -q '4 ranks, 3 steps by rs_nl: 0 bytes wrong'
  )
done

cmake -S "$scratch/outside" -B "$scratch/found" -G Ninja -D CMAKE_BUILD_TYPE=Release \
  -D CMAKE_PREFIX_PATH="$prefix"
cmake --build "$scratch/found"
"$scratch/found/outside" </dev/null

# Without optimising, and only what it links: the suites compile the rest.
cmake -S "$scratch/outside" -B "$scratch/embedded" -G Ninja -D CMAKE_BUILD_TYPE=Debug \
  -D SWITCHYARD_SOURCE="$source_dir" -D SWITCHYARD_UNITY=ON
cmake --build "$scratch/embedded" --target outside
"$scratch/embedded/outside" </dev/null
