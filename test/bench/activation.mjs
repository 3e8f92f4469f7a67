// Measures the activation of the extension and the time to the first lens in VS Code server, in turn with the activation of
// VS Code's own CSS extension. Installs VS Code server and a browser, if they are missing.
// usage: node test/bench/activation.mjs [ROUNDS]
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundle.mjs";
import { startServer, suiteAddress } from "../hosts/node.mjs";
import { runSuite } from "../hosts/page.mjs";
import { checkTarget, heading, row, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const rounds = Number(process.argv[2] ?? 5);
const root = fileURLToPath(new URL("../..", import.meta.url));
const suite = fileURLToPath(new URL("activationSuite.cjs", import.meta.url));
await bundle({ production: true });
const times = [];
// Empty: files of requests would activate the extension.
const folder = temporaryFolder();
const running = await startServer({ tests: true });
try {
  for (let round = 0; round < rounds; round++) {
    const url = suiteAddress(running, { extension: root, folder, suite });
    const { output } = await runSuite({ url, packages: running.packages, print: () => {} });
    const [, measured] = /measured (\{.*\})/.exec(output) ?? [];
    if (measured === undefined) throw new Error(`no result:\n${output}`);
    times.push(JSON.parse(measured));
  }
} finally {
  await running.close();
}
heading("");
const next = (what) => {
  const waiting = times.map((round) => round[what]);
  return () => ({ wall: waiting.shift(), cpu: Number.NaN });
};
const measured = await sideBySide(
  { activation: next("activation"), "the first lens": next("lens"), "VS Code's CSS extension": next("css") },
  { before: 0, rounds: times.length, limit: 0 },
);
const ratio = row("", measured, "activation", "VS Code's CSS extension");
checkTarget("activation: at most 2 times that of VS Code's CSS extension", ratio <= 2, ratio);
