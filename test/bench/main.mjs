// Runs all measurements one after the other, or those that are named. Exits with 1 if one of them misses its targets.
// usage: npm run bench -- [NAME …]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const all = "xml check start vsCode send test wsdl signature mock import".split(" ");
const named = process.argv.slice(2);
const missed = (named.length > 0 ? named : all).filter((name) => {
  console.log(`\n── ${name}`);
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  return spawnSync(process.execPath, ["--expose-gc", file], { stdio: "inherit" }).status !== 0;
});
if (missed.length > 0) console.error(`\nmissed targets: ${missed.join(", ")}`);
process.exit(missed.length > 0 ? 1 : 0);
