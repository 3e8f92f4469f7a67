// Measures in the extension host of VS Code server. Installs it and a browser, if they are missing.
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundle.mjs";
import { startServer, suiteAddress } from "../hosts/node.mjs";
import { runSuite } from "../hosts/page.mjs";
import { sideBySide, temporaryFolder } from "./sideBySide.mjs";

/** Runs a suite that prints milliseconds by name, `measured {"css":180}`, in new windows. Returns their lower quartiles. */
export async function measuredInVsCode(suite, rounds) {
  const extension = fileURLToPath(new URL("../..", import.meta.url));
  await bundle({ production: true });
  const times = [];
  // Empty: files of requests would activate the extension.
  const folder = temporaryFolder();
  const running = await startServer({ tests: true });
  try {
    for (let round = 0; round < rounds; round++) {
      const url = suiteAddress(running, { extension, folder, suite: fileURLToPath(new URL(suite, import.meta.url)) });
      const { output } = await runSuite({ url, packages: running.packages, print: () => {} });
      const [, measured] = /measured (\{.*\})/.exec(output) ?? [];
      if (measured === undefined) throw new Error(`no result:\n${output}`);
      times.push(JSON.parse(measured));
    }
  } finally {
    await running.close();
  }
  const names = Object.keys(times[0]);
  const candidates = names.map((name) => {
    const waiting = times.map((round) => round[name]);
    return [name, () => ({ wall: waiting.shift(), cpu: Number.NaN })];
  });
  return sideBySide(Object.fromEntries(candidates), { before: 0, rounds, limit: 0 });
}
