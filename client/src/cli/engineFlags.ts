import { setFlagsFromString } from "node:v8";

/** After how much of its bytecode was run V8 in Node 20 looks whether to optimize a function. */
const usualBudget = 67_584;

/**
 * Sets the flags of V8 for a command, and returns them. Must be called before the program is loaded, because compiled code is
 * cached for the same flags only.
 */
export function setFlags(command: string | undefined): readonly string[] {
  const flags = flagsOf(command);
  for (const flag of flags) setFlagsFromString(flag);
  return flags;
}

function flagsOf(command: string | undefined): readonly string[] {
  switch (command) {
    case "test":
      return optimizeLater(usualBudget * 4);
    case "new":
      return [...optimizeLater(usualBudget * 15), limitGarbage];
    case "import":
      return [...optimizeLater(usualBudget * 15), limitGarbage, keepNurserySmall];
    default:
      return [];
  }
}

/**
 * Lets V8 optimize a function after it has run for longer than usual: most of the functions that read a large WSDL or a
 * project are done soon after they were optimized, and a run of 1,000 tests spends a quarter of its CPU time on optimizing. Only
 * in Node 20: V8 reports a flag that it doesn't know on standard error, as V8 in Node 24 does with this one.
 */
function optimizeLater(budget: number): readonly string[] {
  return process.versions.v8.startsWith("11.") ? [`--interrupt-budget=${budget}`] : [];
}

/** Lets the heap grow by half of what is alive, and not to several times as much: where tests are written for a minute, or a project. */
const limitGarbage = "--heap-growing-percent=50";

/**
 * Keeps the space for new objects as small as it begins: nearly all that an import makes of a request is garbage when its file is
 * written, and memory that is used again costs less than memory that the system has to give.
 */
const keepNurserySmall = "--semi-space-growth-factor=1";
