// Measures several ways to do the same in turn, and compares their times with targets.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";

const missed = [];

// Prints the load of the machine and the targets that were missed, and lets the process fail if there are any.
process.once("exit", () => {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load} in the last minute`);
  console.log(missed.length === 0 ? "every target is met" : `missed: ${missed.join("; ")}`);
  if (missed.length > 0) process.exitCode = 1;
});

/** A folder that is removed when the process ends. Not below node_modules, where httpYac ignores files. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds the command line into a folder. Returns the program's path. */
export async function buildCommandLine(folder) {
  for (const { file, text } of await bundle({ production: true, write: false })) {
    if (!/^dist\/(?:cli|server)\//.test(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return join(folder, "dist", "cli", "soaphttp.js");
}

/**
 * Runs all in turn, so that other load affects all equally: at least `rounds` times and for at least `limit` seconds, after
 * `before` rounds that don't count. Returns lower quartiles in ms, which exclude most of the other load.
 */
export async function sideBySide(candidates, { before, rounds, limit }) {
  const entries = Object.entries(candidates);
  const times = Object.fromEntries(entries.map(([name]) => [name, { wall: [], cpu: [] }]));
  let end = Number.POSITIVE_INFINITY;
  for (let round = -before; round < rounds || performance.now() < end; round++) {
    if (round === 0) end = performance.now() + limit * 1000;
    for (const [name, candidate] of entries) {
      const { wall, cpu } = await timed(candidate);
      if (round < 0) continue;
      times[name].wall.push(wall);
      times[name].cpu.push(cpu);
    }
  }
  const quartiles = entries.map(([name]) => [
    name,
    { wall: quartile(times[name].wall), cpu: quartile(times[name].cpu) },
  ]);
  return Object.fromEntries(quartiles);
}

/** Measures a run, unless it returns times of its own. */
async function timed(candidate) {
  const before = process.cpuUsage();
  const start = performance.now();
  const own = await candidate();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return own ?? { wall, cpu: (user + system) / 1000 };
}

/** Runs a process and returns the times that bash measures, in ms. Its output must contain a text. */
export function runTimed(command, { cwd, expected, timeout = 60_000 }) {
  const timed = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@" 2>&1', "bash", ...command];
  const env = { ...process.env, LC_ALL: "C", NO_PROXY: "*" };
  const options = { cwd, env, maxBuffer: 2 ** 28, encoding: "latin1", timeout };
  const { stdout, stderr, status } = spawnSync("bash", timed, options);
  const [, wall, user, system] = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (wall === undefined || !stdout.includes(expected)) {
    throw new Error(`${command.join(" ")} ended with ${status}:\n${stderr}${stdout.slice(0, 2000)}`);
  }
  return { wall: Number(wall) * 1000, cpu: (Number(user) + Number(system)) * 1000 };
}

/** Runs a Node program five times. Returns the median of the most memory that it took, in KB. */
export function mostMemory(cwd, args) {
  const [report, file] = [join(cwd, "memory.cjs"), join(cwd, "memory")];
  writeFileSync(
    report,
    `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`,
  );
  const once = () => {
    spawnSync(process.execPath, ["--require", report, ...args], { cwd, stdio: "pipe", maxBuffer: 2 ** 28 });
    return Number(readFileSync(file, "utf8"));
  };
  return Array.from({ length: 5 }, once).sort((a, b) => a - b)[2];
}

export function heading(title) {
  console.log(`\n${title.padEnd(36)}${"ms".padStart(10)}${"CPU ms".padStart(10)}`);
}

/** Prints a line for each, and returns the ratio of the first to the other. */
export function row(name, measured, first, other) {
  for (const [candidate, { wall, cpu }] of Object.entries(measured)) {
    console.log(
      (name === "" ? candidate : `${name}, ${candidate}`).padEnd(36) +
        wall.toFixed(2).padStart(10) +
        (Number.isNaN(cpu) ? "–" : cpu.toFixed(2)).padStart(10),
    );
  }
  return measured[first].wall / measured[other].wall;
}

export function checkTarget(what, met, ratio) {
  console.log(`${met ? "✔" : "✘"} ${what}: ${ratio.toFixed(2)}`);
  if (!met) missed.push(`${what} (${ratio.toFixed(2)})`);
}

function quartile(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? Number.NaN;
}
