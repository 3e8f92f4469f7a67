import { strict as assert } from "node:assert";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";

suite("a body file outside of the open folder", () => {
  const received = [];
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-elsewhere-")));
  const workbench = suiteWorkbench({
    files: (host) => ({
      "a.soaphttp": `PUT / HTTP/1.1\nHost: ${host}\nContent-Length: {{$contentLength}}\n\n< ./link.txt\n`,
    }),
    settings: { "soaphttp.send.withErrors": "send" },
    service: serviceOf((_, response, body) => {
      received.push(body.toString());
      response.end("here");
    }),
  });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
    writeFileSync(join(elsewhere, "secret.txt"), "secret");
    symlinkSync(join(elsewhere, "secret.txt"), join(workbench.folder, "link.txt"));
  });
  suiteTeardown(() => rmSync(elsewhere, { recursive: true, force: true }));

  test("the file is sent only after confirmation with its real path", async () => {
    const dialog = page.locator(".monaco-dialog-box");
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await dialog.waitFor();
    const told = await dialog.textContent();
    assert.ok(told.includes(join(elsewhere, "secret.txt")), told);
    assert.ok(told.includes(`Send it to http://${workbench.host}?`), told);
    await dialog.getByText("Cancel").click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(received, []);
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await dialog.getByText("Send File").click();
    await workbench.until("the request", async () => received.length > 0);
    assert.deepEqual(received, ["secret"]);
  });
});
