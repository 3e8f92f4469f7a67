// Measures in VS Code server, which it installs with a browser: the activation of the extension and the first lens beside the
// activation of VS Code's own CSS extension, and how soon after its last byte a response of 10 MB can be read.
// usage: node test/bench/vsCode.mjs [ROUNDS]
import { join } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";
import { startServer, suiteAddress } from "../hosts/node.mjs";
import { runSuite } from "../hosts/page.mjs";
import { folder } from "../support/builtProgram.mjs";
import { compare, given, root, target } from "./measure.mjs";

await bundle({ production: true });
const running = await startServer({ tests: true });
let results;
const result = (name) => ({ wall: results[name], cpu: Number.NaN });
try {
  const candidates = {
    activation: async () => {
      results = await inNewWindow();
      return result("activation");
    },
    "the first lens": () => result("lens"),
    "the beginning of a response of 10 MB": () => result("beginning"),
    "the whole response": () => result("whole"),
    "VS Code's CSS extension": () => result("css"),
  };
  const how = { before: 0, rounds: given(5), targets: [["activation", "wall", 2]] };
  const measured = await compare("in VS Code", candidates, how);
  // The whole response takes 3 s on an idle machine, so under load a sixth of its time is enough.
  const [beginning, whole] = Object.values(measured).slice(2, 4);
  target("ms to the beginning of a response", beginning.wall, { most: Math.max(500, whole.wall / 6) });
} finally {
  await running.close();
}

/** Runs the suite, which prints milliseconds by name. */
async function inNewWindow() {
  const suite = join(root, "test", "bench", "vsCodeSuite.cjs");
  // The folder is empty, because files of requests would activate the extension.
  const url = suiteAddress(running, { extension: root, folder, suite });
  const { output } = await runSuite({ url, packages: running.packages, print: () => {} });
  const measured = /measured (\{.*\})/.exec(output)?.[1];
  if (measured === undefined) throw new Error(`no result:\n${output}`);
  return JSON.parse(measured);
}
