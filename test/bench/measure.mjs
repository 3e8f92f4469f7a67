// Measures several ways to do the same in turns, and compares their ratios with targets.
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** Whether each way runs once, with a small input, only to show that the script works. */
export const isTrial = process.env.BENCH_TRIAL !== undefined;
const missed = [];

// Prints the load of the machine and the targets that were missed, and lets the process fail if there are any.
process.once("exit", (code) => {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load} in the last minute`);
  if (code !== 0 || isTrial) return;
  console.log(missed.length === 0 ? "every target is met" : `missed: ${missed.join("; ")}`);
  if (missed.length > 0) process.exitCode = 1;
});

/** The number on the command line, or the default of the script: seconds, rounds or a count. */
export const given = (usual, inTrial = 0) => (isTrial ? inTrial : Number(process.argv[2] ?? usual));

/** A size or count, or a small one in a trial. */
export const sized = (full, inTrial) => (isTrial ? inTrial : full);

/**
 * Runs functions in turns, so that other load affects all equally: at least `rounds` times and for at least `seconds` for all,
 * after `before` rounds that don't count; each time `repeat` times. Prints lower quartiles, which exclude most of the other
 * load, and how many times the last one takes, and returns them. A function may return numbers of its own: `wall` and `cpu` in
 * ms, `memory` in MB. Each of the targets is a name, a unit, how many times the other it should take at most, and the other
 * one's name: by default, the last one.
 */
export async function compare(title, candidates, how = {}) {
  const { before = 1, rounds = 5, seconds = 0, repeat = 1, targets = [] } = how;
  const entries = Object.entries(candidates);
  const results = Object.fromEntries(entries.map(([name]) => [name, []]));
  let end = Number.POSITIVE_INFINITY;
  for (let round = isTrial ? 0 : -before; round < (isTrial ? 1 : rounds) || performance.now() < end; round++) {
    if (round >= 0 && end === Number.POSITIVE_INFINITY) end = performance.now() + seconds * 1000;
    for (const [name, candidate] of entries) {
      const result = await timed(candidate, repeat);
      if (round >= 0) results[name].push(result);
    }
  }
  const measured = Object.fromEntries(entries.map(([name]) => [name, quartilesOf(results[name])]));
  const last = entries.at(-1)[0];
  const times = (name, unit, other = last) => measured[name][unit] / measured[other][unit];
  print(`\n${title}`, ["ms", "times", "CPU ms", "times", "MB"]);
  for (const [name, { wall, cpu, memory }] of Object.entries(measured)) {
    print(name, [wall, times(name, "wall"), cpu, times(name, "cpu"), memory]);
  }
  for (const [name, unit, most, other = last] of isTrial ? [] : targets)
    target(`${title}: ${name}, times ${other} (${unit})`, times(name, unit, other), { most });
  return measured;
}

/** Compares a number with its target, which is the most or the least that it should be. */
export function target(what, number, { most = Number.POSITIVE_INFINITY, least = 0 }) {
  if (isTrial) return;
  const isMet = number <= most && number >= least;
  const line = `${what}: ${number.toFixed(2)}, target ${least > 0 ? `at least ${least}` : `at most ${most}`}`;
  console.log(`${isMet ? "✔" : "✘"} ${line}`);
  if (!isMet) missed.push(line);
}

/** Bytes of the heap, after garbage collection if the process has `--expose-gc`. */
export function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

export function print(name, columns) {
  const shown = columns.map((column) => (typeof column === "number" ? column.toFixed(2) : (column ?? "")).padStart(10));
  console.log(name.padEnd(45) + shown.join(""));
}

async function timed(candidate, repeat) {
  const before = process.cpuUsage();
  const start = performance.now();
  let own;
  for (let run = 0; run < repeat; run++) own = await candidate();
  const wall = (performance.now() - start) / repeat;
  const { user, system } = process.cpuUsage(before);
  return typeof own?.wall === "number" ? own : { wall, cpu: (user + system) / 1000 / repeat };
}

function quartilesOf(results) {
  const units = Object.keys(results[0]);
  return Object.fromEntries(units.map((unit) => [unit, quartile(results.map((result) => result[unit]))]));
}

function quartile(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)];
}
