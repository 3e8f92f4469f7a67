import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../hosts/install.mjs";
import { Workbench } from "./workbench.mjs";

const script = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));

suite("npm start", () => {
  for (const [host, options] of [
    ["VS Code for the Web", []],
    ["VS Code server", ["--node"]],
  ]) {
    test(`npm start opens the tour in ${host}, sends its first request, and ends on Ctrl+C`, async function () {
      const started = start(options);
      const workbench = new Workbench();
      try {
        await workbench.open({ packages: await install("web"), url: await started.address });
        await workbench.seeFile("tour.soaphttp");
        await workbench.lenses(workbench.editor("/tour.soaphttp"), "Send Request").first().click();
        await workbench.seeFile("200 OK");
        const response = workbench.response();
        await response.locator(".view-line", { hasText: /^HTTP\/1\.1\s200\sOK$/ }).waitFor();
        await response.locator(".view-line", { hasText: "<result>5.5</result>" }).waitFor();
      } catch (error) {
        await workbench.keepFailure({ state: "failed", title: this.test.title });
        throw error;
      } finally {
        await workbench.close();
        started.process.kill("SIGINT");
      }
      assert.equal(await started.code, 0);
      await assert.rejects(fetch(await started.address));
    });
  }
});

/** Runs `npm start`. `address` rejects if the process ends without printing one. */
function start(options) {
  const process = spawn(globalThis.process.execPath, [script, "--no-open", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const code = new Promise((resolve) => process.once("exit", resolve));
  const address = new Promise((resolve, reject) => {
    let printed = "";
    process.stdout.on("data", (chunk) => {
      printed += chunk;
      const ready = /^ready (\S+)$/m.exec(printed);
      if (ready) resolve(ready[1]);
    });
    code.then((code) => reject(new Error(`npm start ended with code ${code}:\n${printed}`)));
  });
  return { process, code, address };
}
