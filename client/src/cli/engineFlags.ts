import { setFlagsFromString } from "node:v8";
import { lazily } from "../../../server/src/text/memoized.ts";

/** Amount of executed bytecode, in bytes, after which V8 in Node 20 considers optimizing a function. */
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

/**
 * Sets the flags for a message of a size in bytes: most objects that are created for a large message are garbage
 * soon, and new memory costs more than garbage collection. Without a large message, Node's module for it isn't loaded,
 * which takes 7 ms.
 */
export function setFlagsForMessage(size: number): void {
  if (size >= largeMessage) expectLargeMessages();
}

const largeMessage = 1_000_000;

const expectLargeMessages = lazily(() => {
  const flags = [limitGarbage, keepNurserySmall, collectAlone];
  setFlagsFromString([...flags, ...(mayPause(process.argv[2]) ? [markAtOnce] : [])].join(" "));
  // The code that is cached at the end is accepted only with the flags that the program is loaded with.
  const usual = "--heap-growing-percent=0 --semi-space-growth-factor=2 --parallel-scavenge --incremental-marking";
  return process.prependOnceListener("beforeExit", () => setFlagsFromString(usual));
});

function flagsOf(command: string | undefined): readonly string[] {
  switch (command) {
    case "test":
      return [...optimizeLater(usualBudget * 4), limitGarbage, keepNurserySmall];
    case "new":
      return [...optimizeLater(usualBudget * 15), limitGarbage];
    case "import":
      return [...optimizeLater(usualBudget * 30), limitGarbage, keepNurserySmall, collectAlone];
    case "mock":
      return [collectAlone];
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

/**
 * Lets the heap grow by half of the live objects, and not to several times as much. For commands that run for a minute:
 * importing a project, writing or running many tests.
 */
const limitGarbage = "--heap-growing-percent=50";

/**
 * Keeps the space for new objects at its initial size. Nearly all objects that an import creates for a request are
 * garbage when its file is written, like the objects of a test when its result is known, and reusing memory costs less
 * than getting more of it from the system.
 */
const keepNurserySmall = "--semi-space-growth-factor=1";

/**
 * Collects new objects in one thread. There are so few of them that starting more threads costs more than it saves, and
 * on a busy machine requests to a mock service would wait for these threads.
 */
const collectAlone = "--no-parallel-scavenge";

/** Whether a command measures no times that a pause would change, as tests and mock services do. */
function mayPause(command: string | undefined): boolean {
  return command === "send" || command === "check";
}

/**
 * Marks all objects when old ones are collected, and not in steps before, which also mark objects that are garbage soon
 * after. The whole process pauses meanwhile.
 */
const markAtOnce = "--no-incremental-marking";
