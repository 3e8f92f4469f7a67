// Builds the extension, one bundle for each host, and with --tests the integration suite.
// usage: node esbuild.mjs [--production] [--watch] [--tests]
import { bundle } from "./scripts/bundle.mjs";

const flags = new Set(process.argv.slice(2));
try {
  const has = (flag) => flags.delete(`--${flag}`);
  const how = { production: has("production"), watch: has("watch"), tests: has("tests") };
  if (flags.size > 0) throw new Error(`Unknown: ${[...flags].join(" ")}. Use --production, --watch or --tests.`);
  for (const { file } of await bundle(how)) console.log(`${how.watch ? "watching" : "built"} ${file}`);
} catch (error) {
  if (!error.errors) console.error(error.message); // esbuild has printed its own errors
  process.exitCode = 1;
}
