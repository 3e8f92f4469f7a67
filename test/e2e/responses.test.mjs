import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

suite("what came, in VS Code server", () => {
  const workbench = suiteWorkbench({ settings: { "editor.minimap.enabled": false } });
  suiteSetup(async () => {
    if (!savesPictures) return;
    await workbench.page.setViewportSize({ width: 1280, height: 640 });
    await workbench.page.keyboard.press("Control+B"); // the side bar takes room
  });

  test("a Fault is decoded between the head and the body", async () => {
    await workbench.goToLine(lineOf("### 6"));
    await workbench.source.locator(".view-line", { hasText: /<Fail/ }).waitFor();
    await workbench.page.keyboard.press("Control+Alt+R");
    await workbench.seeFile("soaphttp-response");
    const response = workbench.editor(".soaphttp-response");
    for (const line of [
      /^HTTP\/1\.1\s500\s/,
      /^│\sSOAP\s1\.2\sFault$/,
      /^│\sCode\s+soap:Receiver\s—/,
      /^│\sReason\s+Nothing/,
    ]) {
      await response.locator(".view-line", { hasText: line }).waitFor();
    }
    await workbench.lenses(response, "Copy Fault").waitFor();
    await response.locator(".view-line", { hasText: /^\s*<soap:Fault>$/ }).waitFor();
    await workbench.picture("fault");
  });

  test("the wire view shows the bytes with their line ends", async () => {
    await workbench.lenses(workbench.editor(".soaphttp-response"), /^Wire$/).click();
    await workbench.seeFile("soaphttp-wire");
    const wire = workbench.editor(".soaphttp-wire");
    for (const line of [
      /^Sent:\s\d+\sbytes$/,
      /^000000\s\sPOST\s\/calc12\sHTTP\/1\.1‹CR\sLF›$/,
      /^[0-9a-f]{6}\s\s‹CR\sLF›$/,
    ]) {
      await wire.locator(".view-line", { hasText: line }).first().waitFor();
    }
    await workbench.lenses(wire, /^Hex$/).waitFor();
    await workbench.picture("wire");
  });

  /** A line of the tour's section that begins like this, in the middle of it: only rendered lines can be seen. */
  function lineOf(begin) {
    const text = readFileSync(new URL("../../samples/tour.soaphttp", import.meta.url), "utf8");
    return text.split("\n").findIndex((line) => line.startsWith(begin)) + 9;
  }
});

suite("what did not come, in VS Code server", () => {
  const workbench = suiteWorkbench({
    service: secureService(),
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
    if (!savesPictures) return;
    await workbench.page.setViewportSize({ width: 1280, height: 720 });
    await workbench.page.keyboard.press("Control+B"); // the side bar takes room
  });

  test("a certificate that nobody has signed is explained, with what to do", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    const failure = workbench.editor(".txt");
    for (const line of [
      /^No\sresponse:\sthe\scertificate\sis\sself-signed$/,
      /^What\sto\sdo$/,
      /^issued\sby\s+CN=localhost$/,
    ]) {
      await failure.locator(".view-line", { hasText: line }).waitFor();
    }
    await workbench.picture("tls");
  });
});

/** With a certificate of its own, which openssl makes. */
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
