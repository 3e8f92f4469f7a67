import { strict as assert } from "node:assert";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../hosts/node.mjs";
import { openWorkbench } from "./workbench.mjs";

suite("Restricted Mode keeps everything in", () => {
  const stops = [];
  let connections = 0;
  let workbench;
  let editor;
  suiteSetup(async () => {
    // Below HTTP: not even a connection is to come.
    const service = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
    stops.push(() => service.close());
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-restricted-"));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const address = `localhost:${service.address().port}`;
    writeFileSync(join(folder, "secret.txt"), "S3cret-4711");
    writeFileSync(
      join(folder, "a.soaphttp"),
      [
        `@home = {{$processEnv HOME}}`,
        "# @name one",
        `POST http://${address}/one?home={{home}} HTTP/1.1`,
        `Host: ${address}`,
        "",
        "< ./secret.txt",
        "",
        "###",
        "# @name two",
        `GET https://${address}/two HTTP/1.1`,
        `Host: ${address}`,
        "",
      ].join("\n"),
    );
    // What the workspace itself asks for has no say.
    mkdirSync(join(folder, ".vscode"));
    const settings = {
      "security.workspace.trust.enabled": false,
      "soaphttp.send.withErrors": "send",
      "soaphttp.tls.hosts": { localhost: { verify: false } },
    };
    writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    const server = await startServer({ packed: [process.env.SOAPHTTP_VSIX], trusting: false });
    stops.push(() => server.close());
    workbench = await openWorkbench({ packages: server.packages, url: server.address(folder, "a.soaphttp") });
    stops.push(() => workbench.close());
    await workbench.seeFile("a.soaphttp");
    editor = workbench.editor("/a.soaphttp");
    await workbench.lenses(editor, "Send Request").first().waitFor();
    await workbench.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
  });
  teardown(async function () {
    await workbench.keepFailure(this.currentTest);
  });
  suiteTeardown(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const ways = {
    "the first lens": () => workbench.lenses(editor, "Send Request").first().click(),
    "the lens of a request over TLS": () => workbench.lenses(editor, "Send Request").nth(1).click(),
    "the keys": async () => {
      await workbench.goToLine(3);
      await editor.locator(".view-line", { hasText: "/one" }).click();
      await workbench.page.keyboard.press("Control+Alt+R");
    },
    "the command": () => command("SOAP: Send Request"),
    "all requests of the file": () => command("SOAP: Send All Requests in File"),
  };
  for (const [name, act] of Object.entries(ways)) {
    test(`${name}: says why, and no connection is made`, async () => {
      await act();
      const explanation = workbench.page.locator(".notification-toast", { hasText: "not sent in Restricted Mode" });
      await explanation.waitFor();
      await explanation.hover();
      await explanation.locator(".codicon-notifications-clear").click();
      await explanation.waitFor({ state: "detached" });
      assert.equal(connections, 0);
    });
  }

  test("nothing of a file or of the machine is shown in place of what names it", async () => {
    const text = await workbench.page.locator(".monaco-workbench").textContent();
    assert.ok(!text.includes("S3cret-4711"));
    assert.equal(connections, 0);
  });

  async function command(title) {
    await editor.locator(".view-line").first().click();
    await workbench.page.keyboard.press("F1");
    await workbench.page.locator(".quick-input-widget input").first().fill(`>${title}`);
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await workbench.page.keyboard.press("Enter");
  }
});
