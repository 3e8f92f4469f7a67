// Runs all measurements one after the other. Exits with 1 if one of them misses its targets.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const missed = ["xml", "check", "complete", "validate", "send", "test", "wsdl"].filter((name) => {
  console.log(`\n── ${name}`);
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  return spawnSync(process.execPath, ["--expose-gc", file], { stdio: "inherit" }).status !== 0;
});
if (missed.length > 0) console.error(`\nmissed targets: ${missed.join(", ")}`);
process.exit(missed.length > 0 ? 1 : 0);
