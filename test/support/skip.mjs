// Skips tests, and says why: the last lines of a step count the skipped tests by their reasons.

/** The reasons that hold even where everything can be installed. */
const always = new Set(["root may read every file", "Docker can't fetch node:20-slim"]);

/** Where a test is run. */
const here = {
  ci: globalThis.process?.env?.CI,
  platform: globalThis.process?.platform,
  user: globalThis.process?.getuid?.(),
};

/**
 * Skips a test, or in a hook all tests of its suite. In continuous integration (CI=true) on Linux as root, where what is
 * missing can be installed, it fails instead.
 * @param {import("mocha").Context} context `this` of a test or a hook
 * @param {string} reason
 * @param {{ ci?: string, platform?: string, user?: number }} [place]
 */
export function skip(context, reason, { ci, platform, user } = here) {
  if (ci === "true" && platform === "linux" && user === 0 && !always.has(reason)) {
    throw new Error(`This could run here, but it would be skipped: ${reason}`);
  }
  const { type, parent } = context.runnable();
  console.log(`skipped ${type === "hook" ? parent.total() : 1}: ${reason}`);
  context.skip();
}
