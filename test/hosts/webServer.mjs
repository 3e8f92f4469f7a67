// The process that serves VS Code for the Web for web.mjs: @vscode/test-web prints each request that failed, and keeps
// its connections open when it is closed.
import { createRequire } from "node:module";
import { join } from "node:path";

process.once("message", async ({ packages, options }) => {
  const { open } = createRequire(join(packages, "package.json"))("@vscode/test-web");
  await open(options);
  process.send("serving");
});
process.once("disconnect", () => process.exit());
