#!/usr/bin/env bash
# smpi.sh BUILD [ROUNDS]: messages a second of host time, of MPI programs on emulated machines (ipsc860 and cm5, with
# all their contention) and in SimGrid's SMPI, where each value is the best of several configurations; and of the same
# exchanges as node programs, which are what the MPI layer is built on. 64 ranks, each of which sends 16 messages of
# 1 KiB in a round; see smpi.c.
#
#   BUILD    a build folder with switchyard, such as build/release
#   ROUNDS   rounds of 1024 messages (200); with few, what is measured is the noise of starting
#
# Environment: SAMPLES (3), of which the fastest counts.
# Host time is that of the processor, which other work on the host changes little, less that of a run without rounds.
# Empty messages of an alltoallv take time, but do not count. The node programs are ac for waitall and lp for sendrecv.
# Exit codes: 0 done, 1 a run failed, 2 wrong use, or no SimGrid is there.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/bin/switchyard" ]; then
  echo "usage: bench/smpi.sh BUILD [ROUNDS]" >&2
  exit 2
fi
for tool in smpicc smpirun; do
  command -v $tool >/dev/null && continue
  echo "smpi.sh: there is no $tool; install SimGrid (simgrid and libsimgrid-dev on Debian)" >&2
  exit 2
done
bin=$(realpath "$1")/bin
rounds=${2:-200}
samples=${SAMPLES:-3}
for number in "$rounds" "$samples"; do
  case $number in
    '' | 0* | *[!0-9]* | ???????*)
      echo "smpi.sh: '$number' is no number of rounds or samples; write a whole number from 1 to 999999" >&2
      exit 2
      ;;
  esac
done
source=$(realpath "$(dirname "$0")")/smpi.c
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$bin/switchyard-mpicc" -O2 "$source" -o ours
smpicc -O2 "$source" -o theirs

# A cluster for the models with links, and hosts alone for the constant one, which refuses links.
cat >cluster.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node" suffix="" radical="0-63" speed="1Gf" bw="125MBps" lat="50us"/>
</platform>
END
{
  echo "<?xml version='1.0'?>"
  echo '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">'
  echo '<platform version="4.1"><zone id="all" routing="None">'
  for i in {0..63}; do echo "<host id=\"node$i\" speed=\"1Gf\"/>"; done
  echo '</zone></platform>'
} >hosts.xml
for i in {0..63}; do echo "node$i"; done >hosts

# The matrices of smpi.c's exchanges, for node programs.
awk 'BEGIN {
  for (i = 0; i < 64; ++i) {
    split("", ring); split("", pairs)
    for (k = 0; k < 16; ++k) ring[(i + 1 + 37 * k % 63) % 64] = 1024
    # Ranks i xor 1 to i xor 16 are those of the same 16, and the one 16 away.
    for (j = 0; j < 64; ++j) if (j != i && int(j / 16) == int(i / 16)) pairs[j] = 1024
    pairs[int(i / 16) % 2 == 0 ? i + 16 : i - 16] = 1024
    for (j = 0; j < 64; ++j) {
      printf "%d%s", ring[j], j < 63 ? "," : "\n" >"ring.csv"
      printf "%d%s", pairs[j], j < 63 ? "," : "\n" >"pairs.csv"
    }
  }
}'

# seconds COMMAND...: the processor's time of the fastest sample.
seconds() {
  local sample TIMEFORMAT='%U %S'
  for ((sample = 0; sample < samples; ++sample)); do
    { time "$@" >output 2>&1 || echo failed >failed; } 2>usage
    [ ! -e failed ] || { echo "smpi.sh: failed: $*" >&2; cat output >&2; exit 1; }
    cat usage
  done | awk '{ s = $1 + $2 } NR == 1 || s < least { least = s } END { printf "%.3f\n", least }'
}

# rate LEAST COMMAND...: messages a second of COMMAND..., whose last argument is the number of rounds, without the time of
# LEAST rounds.
rate() {
  local least=$1 start all
  shift
  start=$(seconds "$@" "$least")
  all=$(seconds "$@" $((least + rounds)))
  awk -v n="$rounds" -v t="$all" -v s="$start" 'BEGIN { printf "%.0f\n", n * 1024 / (t > s ? t - s : 0.001) }'
}
emulated() { "$bin/switchyard" mpirun -n 64 --machine "$1" --executor fibers ./ours "$2" "$3"; }
node_program() {
  "$bin/switchyard" run --machine "$1" --nodes 64 --executor fibers --matrix "$3" --algorithm "$2" --reuse "$4" \
    --samples 1 --no-verify --quiet
}
simulated() {
  local platform=cluster.xml
  [ "$1" != Constant ] || platform=hosts.xml
  smpirun -platform $platform -hostfile hosts -np 64 --log=root.thres:critical --cfg=smpi/simulate-computation:no \
    --cfg=contexts/factory:raw --cfg=network/model:"$1" --cfg=smpi/privatization:"$2" ./theirs "$3" "$4"
}

# best_simulated WAY: the highest rate of all configurations, and which it was.
best_simulated() {
  local model privatization measured
  for model in SMPI LV08 Constant; do
    for privatization in dlopen no; do
      measured=$(rate 0 simulated $model $privatization "$1") || exit 1
      echo "$measured $model,$privatization"
    done
  done | sort -n | tail -1
}

echo "messages/s of host time: 64 ranks, 16 messages of 1 KiB each a round, $rounds rounds, fastest of $samples"
echo "$("$bin/switchyard" --version | head -1), SimGrid $(pkg-config --modversion simgrid 2>/dev/null || echo '?')"
echo
format='%-10s  %-8s  %10s  %10s  %10s  %10s  %-16s\n'
# shellcheck disable=SC2059
printf "$format" exchange machine MPI SMPI 'MPI/SMPI' 'MPI/node' "SMPI's best"
for way in waitall sendrecv alltoallv; do
  best=$(best_simulated $way)
  read -r theirs configuration <<<"$best"
  for machine in ipsc860 cm5; do
    ours=$(rate 0 emulated $machine $way)
    case $way in # the node program that sends the same messages in the same order, if there is one
      waitall) of_nodes=$(rate 1 node_program $machine ac ring.csv) ;;
      sendrecv) of_nodes=$(rate 1 node_program $machine lp pairs.csv) ;;
      *) of_nodes= ;;
    esac
    # shellcheck disable=SC2059
    printf "$format" $way $machine "$ours" "$theirs" "$(awk "BEGIN { printf \"%.1f\", $ours / $theirs }")" \
      "${of_nodes:+$(awk "BEGIN { printf \"%.2f\", $ours / ${of_nodes:-1} }")}" "$configuration"
  done
done
