// The process that serves VS Code for web.mjs. A separate process, because @vscode/test-web prints each failed request,
// and keeps its connections open when it is closed.
import { createRequire } from "node:module";
import { join } from "node:path";

process.once("message", async ({ packages, options }) => {
  const { open } = createRequire(join(packages, "package.json"))("@vscode/test-web");
  await open(options);
  process.send("serving");
});
process.once("disconnect", () => process.exit());
