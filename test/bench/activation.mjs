// Measures the activation of the extension and the time to the first lens in VS Code server, in turn with the activation of
// VS Code's own CSS extension. Installs VS Code server and a browser, if they are missing.
// usage: node test/bench/activation.mjs [ROUNDS] [FOLDER OF ANOTHER BUILD …]
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundle.mjs";
import { startServer, suiteAddress } from "../hosts/node.mjs";
import { runSuite } from "../hosts/page.mjs";
import { checkTarget, heading, reportTargets, row, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const [rounds = "5", ...others] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const suite = fileURLToPath(new URL("activationSuite.cjs", import.meta.url));
await bundle({ production: true });
const builds = { "this build": root, ...Object.fromEntries(others.map((path) => [path, resolve(path)])) };
for (const [name, extension] of Object.entries(builds)) builds[name] = { extension, times: [] };
// Empty: files of requests would activate the extension.
const folder = temporaryFolder();
const running = await startServer({ tests: true });
try {
  for (let round = 0; round < Number(rounds); round++) {
    for (const { extension, times } of Object.values(builds)) {
      const url = suiteAddress(running, { extension, folder, suite });
      const { output } = await runSuite({ url, packages: running.packages, print: () => {} });
      const [, measured] = /measured (\{.*\})/.exec(output) ?? [];
      if (measured === undefined) throw new Error(`no result:\n${output}`);
      times.push(JSON.parse(measured));
    }
  }
} finally {
  await running.close();
}
for (const [name, { times }] of Object.entries(builds)) {
  heading(name);
  const next = (what) => {
    const waiting = times.map((one) => one[what]);
    return () => ({ wall: waiting.shift(), cpu: Number.NaN });
  };
  const measured = await sideBySide(
    { activation: next("activation"), "the first lens": next("lens"), "VS Code's CSS extension": next("css") },
    { before: 0, rounds: times.length, limit: 0 },
  );
  const ratio = row("", measured, "activation", "VS Code's CSS extension");
  if (name !== "this build") continue;
  checkTarget("activation: at most 2 times that of VS Code's CSS extension", ratio <= 2, ratio);
}
reportTargets();
