import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

suite("responses in VS Code server", () => {
  const workbench = suiteWorkbench({ settings: { "editor.minimap.enabled": false } });
  suiteSetup(async () => {
    if (!savesPictures) return;
    await workbench.page.setViewportSize({ width: 1280, height: 640 });
    await workbench.page.keyboard.press("Control+B"); // more room without the side bar
  });

  test("a Fault is explained between header section and body", async () => {
    await workbench.goToLine(lineOf("### 6"));
    await workbench.source.locator(".view-line", { hasText: /<Fail/ }).waitFor();
    await workbench.page.keyboard.press("Control+Alt+R");
    await workbench.seeFile("500 Internal Server Error");
    const response = workbench.response();
    for (const line of [
      /^HTTP\/1\.1\s500\s/,
      /^│\sSOAP\s1\.2\sFault$/,
      /^│\sCode\s+soap:Receiver\s—/,
      /^│\sReason\s+Nothing/,
    ]) {
      await response.locator(".view-line", { hasText: line }).waitFor();
    }
    await workbench.lenses(response, /^500 Internal Server Error · /).waitFor();
    await response.locator(".view-line", { hasText: /^\s*<soap:Fault>$/ }).waitFor();
    await workbench.picture("fault");
  });

  test("the wire view shows the bytes with their line endings", async () => {
    await (await workbench.responseIcon("Show Bytes on the Wire")).click();
    const wire = workbench.response();
    for (const line of [
      /^Sent:\s\d+\sbytes$/,
      /^000000\s\sPOST\s\/calc12\sHTTP\/1\.1‹CR\sLF›$/,
      /^[0-9a-f]{6}\s\s‹CR\sLF›$/,
    ]) {
      await wire.locator(".view-line", { hasText: line }).first().waitFor();
    }
    // Move the mouse away from the icon, to close its hover.
    await workbench.page.mouse.move(600, 600);
    await workbench.picture("wire");
  });

  test("the icons switch between the views of one tab and stay, and no id is visible", async () => {
    const { page } = workbench;
    const response = workbench.response();
    const tabs = await page.locator(".tab").allTextContents();
    const looks = {
      "Show Bytes as Hex": /^000000\s\s50\s4f\s53\s54/,
      "Show Response Details": /^total\s/,
      "Show Raw Response": /^<\?xml.*<soap:Body>/,
      "Show Response Formatted": /^│\sSOAP\s1\.2\sFault$/,
    };
    for (const [title, line] of Object.entries(looks)) {
      await (await workbench.responseIcon(title)).click();
      await response.locator(".view-line", { hasText: line }).first().waitFor();
      assert.notEqual(await (await workbench.responseIcon(title)).count(), 0);
      assert.deepEqual(await page.locator(".tab").allTextContents(), tabs);
    }
    const id = /\?(\w+)-\d+$/.exec(decodeURIComponent(await response.getAttribute("data-uri")))[1];
    const seen = await page.locator(".monaco-workbench").textContent();
    assert.ok(!`${seen}${await page.title()}`.includes(id), "the id is to be seen");
  });

  test("the view of a tab is restored after a reload", async () => {
    await (await workbench.responseIcon("Show Bytes as Hex")).click();
    const line = workbench.response().locator(".view-line", { hasText: /^000000\s\s50\s4f\s53\s54/ });
    await line.first().waitFor();
    const [, id] = /\?(\w+-\d+)$/.exec(decodeURIComponent(await workbench.response().getAttribute("data-uri")));
    await workbench.until("VS Code's state, with the tab, its view and the key of its response", async () => {
      const state = await workbench.state();
      if (!state.includes("soaphttp.history.key")) return false;
      return new RegExp(`query\\W+${id}`).test(state) && new RegExp(`${id}\\W+hex`).test(state);
    });
    // The URL that opened a file would open only that file.
    await workbench.page.goto(workbench.server.address(workbench.folder));
    await line.first().waitFor();
    await workbench.until(
      "its language's colours",
      async () => (await workbench.colours(workbench.response())).size >= 3,
    );
  });

  /** Returns a line in the middle of the tour's section that starts with this text, so that its lines are rendered. */
  function lineOf(begin) {
    const text = readFileSync(new URL("../../samples/tour.soaphttp", import.meta.url), "utf8");
    return text.split("\n").findIndex((line) => line.startsWith(begin)) + 9;
  }
});

suite("failures in VS Code server", () => {
  const service = secureService();
  let connections = 0;
  service.on("connection", () => connections++);
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({
      "secure.soaphttp": [
        "# @scheme https",
        "POST /calc HTTP/1.1",
        `Host: ${host}`,
        "Content-Type: application/soap+xml; charset=utf-8",
        "Content-Length: 88",
        "",
        '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">',
        "  <s:Body/>",
        "</s:Envelope>",
      ].join("\n"),
    }),
    settings: { "editor.minimap.enabled": false },
  });
  suiteSetup(async () => {
    await workbench.allowClipboard();
    if (!savesPictures) return;
    await workbench.page.setViewportSize({ width: 1280, height: 720 });
    await workbench.page.keyboard.press("Control+B"); // more room without the side bar
  });

  test("a self-signed certificate is explained, with what to do", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    const failure = workbench.response();
    for (const line of [
      /^No\sresponse:\sthe\scertificate\sis\sself-signed$/,
      /^What\sto\sdo$/,
      /^issued\sby\s+CN=localhost$/,
    ]) {
      await failure.locator(".view-line", { hasText: line }).waitFor();
    }
    await workbench.picture("tls");
  });

  test("the lenses of a failure open the setting, copy the curl command, and retry", async () => {
    const { page } = workbench;
    const failure = workbench.response();
    await workbench.lenses(failure, /^Copy as cURL$/).click();
    await workbench.until("the command line", async () => (await workbench.clipboard()).startsWith("curl "));
    const before = connections;
    await workbench.lenses(failure, "Retry").click();
    await workbench.until("the next attempt", () => connections > before);
    await workbench.lenses(failure, /^Open Setting$/).click();
    const settings = page.locator(".settings-editor");
    await settings.locator(".setting-item-label", { hasText: "Hosts" }).first().waitFor();
    await page.locator(".monaco-modal-editor-block .codicon-close").last().click();
    await settings.waitFor({ state: "hidden" });
  });

  test("the certificate is trusted for its host after confirmation", async () => {
    const { page } = workbench;
    await workbench.lenses(workbench.response(), "Trust Certificate…").click();
    const dialog = page.locator(".monaco-dialog-box", { hasText: "Trust this certificate for localhost:" });
    await dialog.waitFor();
    assert.match(await dialog.textContent(), /fingerprint (?:[\dA-F]{2}:){31}/);
    await dialog.locator(".monaco-button", { hasText: /^Trust$/ }).click();
    await workbench.lenses(workbench.response(), /^200 OK · /).waitFor();
    assert.equal(await workbench.lenses(workbench.response(), "not verified").count(), 0);
  });
});

function secureService() {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-secure-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const options = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    execFileSync("openssl", [...options, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    return createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => response.end());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
