import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { desktops, runOnDesktops } from "../test/hosts/desktop.mjs";
import { startServer, suiteAddress } from "../test/hosts/node.mjs";
import { runSuite } from "../test/hosts/page.mjs";
import { serveWeb } from "../test/hosts/web.mjs";
import { withWorkspace } from "../test/hosts/workspace.mjs";
import { bundle } from "./bundle.mjs";
import { countTests } from "./count.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const minute = 60_000;

/**
 * Each step's `run` gives its exit code and, where it runs tests, how many passed and failed; or why it can't run here.
 * @typedef {{ code: number, count?: { passed: number, failed: number } } | { notRun: string }} Result
 * @type {Record<string, { title: string, tests?: boolean, run: () => Promise<Result> }>}
 */
export const steps = {
  types: { title: "type check", run: () => node(["node_modules/typescript/bin/tsc", "-b"]) },
  lint: {
    title: "lint and format",
    run: () => node(["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]),
  },
  unused: { title: "dead code", run: () => node(["node_modules/knip/bin/knip.js"]) },
  unit: {
    title: "unit tests and import directions",
    tests: true,
    run: () => node(["scripts/unit.mjs", "--", "--forbid-only"]),
  },
  long: {
    title: "tests with generated and large inputs",
    tests: true,
    run: () => node(["scripts/unit.mjs", "--long", "--", "--forbid-only"]),
  },
  processes: {
    title: "tests that start processes: the command line, the transport, the language server",
    tests: true,
    run: () => node(["scripts/unit.mjs", "--processes", "--", "--forbid-only"]),
  },
  grammar: { title: "grammars", tests: true, run: () => npm("test:grammar") },
  "web-1.91": { title: "VS Code 1.91 for the Web, web worker host", tests: true, run: () => web("1.91") },
  "web-1.137": { title: "VS Code 1.137 for the Web, web worker host", tests: true, run: () => web("1.137") },
  node: { title: "VS Code server, Node host", tests: true, run: server },
  e2e: {
    title: "the packed extension in VS Code server, as its user sees it",
    tests: true,
    run: endToEnd,
  },
  typing: {
    title: "what is typed comes out as typed: all texts at all speeds",
    tests: true,
    run: () => node(["scripts/e2e.mjs", "--typing"], 120 * minute),
  },
  interop: {
    title: "real SOAP stacks and a proxy",
    tests: true,
    run: () => node(["test/interop/main.mjs"]),
  },
  desktop: { title: "VS Code desktop, Node host", tests: true, run: onDesktop },
};

/** The steps of `npm test`. */
export const usual = ["types", "lint", "unused", "unit", "processes", "grammar", "web-1.137"];

/**
 * Runs the files with failed tests once more, in new windows and by themselves: VS Code is slow on a busy machine, and a
 * test that runs again in its window finds what it left there. Many failed files have another cause.
 */
async function endToEnd() {
  const first = await node(["scripts/e2e.mjs"]);
  const files = [...new Set(Array.from(first.output.matchAll(/^Failed, in (.+\.test\.mjs)/gm), ([, file]) => file))];
  if (files.length === 0 || files.length > 5) return first;
  console.log(`\nThese files run once more: ${files.join(" ")}\n`);
  const second = await node(["scripts/e2e.mjs", ...files]);
  if (!first.count || !second.count) return second;
  const { failed } = second.count;
  return {
    code: second.code,
    count: { ...first.count, passed: first.count.passed + first.count.failed - failed, failed },
  };
}

function node(args, limit) {
  return command(process.execPath, args, limit);
}

function npm(script) {
  return command(process.platform === "win32" ? "npm.cmd" : "npm", ["run", "--silent", script]);
}

/** Runs a program, shows what it prints and counts the tests in that. A program over its limit (ms) is ended. */
function command(program, args, limit = 45 * minute) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: program.endsWith(".cmd"),
      timeout: limit,
    });
    let output = "";
    const copyTo = (stream) => (chunk) => {
      stream.write(chunk);
      output += chunk;
    };
    child.stdout.on("data", copyTo(process.stdout));
    child.stderr.on("data", copyTo(process.stderr));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal) reject(new Error(`ended by ${signal}: it took over ${limit / minute} minutes`));
      else {
        const text = stripVTControlCharacters(output);
        resolve({ code, output: text, count: countTests(text) });
      }
    });
  });
}

let built;

/** Builds the extension as it ships, and the integration tests. Built once. */
async function build() {
  built ??= bundle({ production: true, tests: true });
  await built;
  return { web: join(root, "out/integration/suite.web.js"), node: join(root, "out/integration/suite.node.js") };
}

async function web(version) {
  const suites = await build();
  return await withWorkspace(async (folder) => {
    const served = await serveWeb({ version, extension: root, folder, suite: suites.web });
    try {
      return counted(await runSuite(served));
    } finally {
      await served.close();
    }
  });
}

async function server() {
  const suites = await build();
  return await withWorkspace(async (folder) => {
    const running = await startServer({ tests: true });
    try {
      const url = suiteAddress(running, { extension: root, folder, suite: suites.node });
      return counted(await runSuite({ url, packages: running.packages }));
    } finally {
      await running.close();
    }
  });
}

async function onDesktop() {
  const programs = await desktops();
  if ("notRun" in programs) return programs;
  const suites = await build();
  return await withWorkspace(async (folder) =>
    counted(await runOnDesktops(programs.programs, { extension: root, folder, suite: suites.node })),
  );
}

function counted({ code, output }) {
  return { code, count: countTests(output) };
}
