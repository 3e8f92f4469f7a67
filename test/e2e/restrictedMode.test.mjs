import { strict as assert } from "node:assert";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { packProbe } from "./probe.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("each command in a workspace that is not trusted", () => {
  const { commands } = JSON.parse(readFileSync("package.json", "utf8")).contributes;
  let connections = 0;
  const service = createServer((_request, response) => response.end());
  service.on("connection", () => connections++);
  const workbench = suiteWorkbench({
    trusting: false,
    service,
    besides: packProbe,
    files: (host) => ({
      "a.soaphttp": `# @wsdl http://${host}/?wsdl\nPOST /a HTTP/1.1\nHost: ${host}\n\n< ./a.txt\n`,
      "a.txt": "a",
      "a.wsdl": `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import location="http://${host}/b.wsdl"/></definitions>`,
    }),
  });

  test("each command opens no connection and changes no file, with and without a document", async () => {
    const { folder, page, server } = workbench;
    const probe = join(folder, "probe.json");
    await workbench.until("the other extension", () => existsSync(probe));
    const before = filesOf(folder);
    const document = (name) => `vscode-remote://${server.authority}${join(folder, name)}`;
    const run = async (command, given) => {
      const body = JSON.stringify({ command, given });
      const address = `http://127.0.0.1:${readFileSync(probe, "utf8")}/`;
      return (await fetch(address, { method: "POST", body })).text();
    };
    const questions = page.locator(".quick-input-widget, .monaco-dialog-box").filter({ visible: true });
    for (const { command } of commands) {
      for (const given of [[], [document("a.soaphttp"), 1], [document("a.wsdl")]]) {
        let ended = false;
        const end = run(command, given).finally(() => {
          ended = true;
        });
        await workbench.until(`the end of ${command} with ${given}`, async () => {
          if (!ended && (await questions.count()) > 0) await page.keyboard.press("Escape");
          if (!ended) await run("notifications.clearAll", []);
          return ended;
        });
        assert.ok(await end);
        assert.equal(connections, 0, command);
      }
    }
    assert.deepEqual(filesOf(folder), before);
  });
});

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "utf8")]);
}
