import { strict as assert } from "node:assert";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";

const authorization = `Basic ${Buffer.from("ann:pin").toString("base64")}`;

suite("adding security to a request", () => {
  const received = [];
  const service = serviceOf((request, response, body) => {
    received.push({ headers: request.headers, body: body.toString() });
    const isRefused = request.url === "/private" && request.headers.authorization !== authorization;
    const challenge = isRefused ? { "WWW-Authenticate": 'Basic realm="r", Digest realm="r", nonce="n"' } : {};
    response.writeHead(isRefused ? 401 : 200, { "Content-Type": "text/plain", ...challenge });
    response.end("done");
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({
      "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`,
      "private.soaphttp": `GET /private HTTP/1.1\nHost: ${host}\n`,
      "undefined.soaphttp": `GET /{{path}} HTTP/1.1\nHost: ${host}\n`,
    }),
  });

  const press = (key) => workbench.page.keyboard.press(key);
  const type = (text) => workbench.page.keyboard.type(text, { delay: 40 });
  const input = (title) => workbench.page.locator(".quick-input-widget:visible", { hasText: title });

  test("the command begins at a 401 response, with the schemes of its challenges", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("private.soaphttp");
    await workbench.lenses(editor, "Send Request").first().click();
    const response = workbench.response();
    await workbench.lenses(response, "Add Digest Credentials").waitFor();
    await workbench.until("Add Basic Credentials beside the minimap", async () => {
      const lens = workbench.lenses(response, "Add Basic Credentials");
      const [basic, minimap] = await Promise.all([lens.boundingBox(), response.locator(".minimap").boundingBox()]);
      return basic !== null && minimap !== null && basic.x + basic.width <= minimap.x;
    });
    await page.screenshot({ path: "out/e2e/security-401.png" });
    await workbench.lenses(response, "Add Basic Credentials").click();
    await input("HTTP Basic").waitFor();
    await type("ann");
    await press("Enter");
    await page.locator(".tab.active", { hasText: "Add HTTP Basic" }).waitFor();
    await workbench.until("the comparison", async () => (await page.locator(".line-insert").count()) > 1);
    await page.screenshot({ path: "out/e2e/security-basic.png" });
    await press("Control+Enter");
    await workbench.until("the file", async () => {
      const text = (await editor.locator(".view-lines").innerText()).replaceAll("\u00a0", " ");
      return text.includes("@user = ann") && text.includes("Authorization: Basic {{$basic user password}}");
    });
    await workbench.lenses(editor, "Send Request").first().click();
    await input("Secret password").waitFor();
    // Longer than until "Sending…" is shown.
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".statusbar-item", { hasText: /\d+ s/ }).count(), 0);
    assert.equal(await workbench.lenses(editor, "Sending…").count(), 0);
    await page.screenshot({ path: "out/e2e/security-secret.png" });
    await type("wrong");
    await press("Enter");
    // The service refuses the secret, so it isn't kept.
    await workbench.lenses(workbench.response(), "Enter Secret Again…").click();
    await input("Secret password").waitFor();
    await type("pin");
    await press("Enter");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.equal(received.at(-1).headers.authorization, authorization);
  });

  test("a request that can't be sent offers to define its variable, and is sent then", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("undefined.soaphttp");
    await workbench.lenses(editor, "Send Request").first().click();
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.getByText("Define path…").waitFor();
    await page.screenshot({ path: "out/e2e/security-unsendable.png" });
    await dialog.getByText("Define path…").click();
    await input("Value of path").waitFor();
    await type("there");
    await press("Enter");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    await workbench.until("the definition", async () =>
      (await editor.locator(".view-lines").innerText()).replaceAll("\u00a0", " ").includes("@path = there"),
    );
  });
});
