import { strict as assert } from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureProgram } from "../support/debian.mjs";
import { skip } from "../support/skip.mjs";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";
import { unindented } from "./typing/texts.mjs";

/*
 * Computed values, typed as a person types them. The typing rests after each part of a computed value, and no problem is
 * shown then, but that the text isn't finished.
 */
const key = resolve("test/fixtures/keys/me.pem");
const soap = "http://schemas.xmlsoap.org/soap/envelope/";

suite("computed values are typed", () => {
  let received;
  const service = serviceOf((request, response, body) => {
    received = { headers: request.headers, body: body.toString() };
    response.end();
  });
  const workbench = suiteWorkbench({
    service,
    settings: { "editor.minimap.enabled": false, "files.autoSave": "off", "soaphttp.keys": { me: { file: key } } },
    files: (host) => ({
      "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`,
      "hmac.soaphttp": "",
      "document.soaphttp": "",
      "completed.soaphttp": "",
    }),
  });
  let page;
  suiteSetup(async () => {
    ({ page } = workbench);
    await page.keyboard.press("Control+Shift+M");
    await page.locator(".markers-panel-container").waitFor();
  });

  const problems = () => page.locator(".markers-panel-container .monaco-list-row[aria-level='2']").allInnerTexts();
  const noProblem = () => workbench.until("no problem", async () => (await problems()).length === 0);
  const isOfUnfinished = (problem) => /request-unfinished|xml-tag-unclosed/.test(problem);

  /** Types a text into an empty file, and asserts that no problem is shown when the typing rests, and the text at last. */
  async function typeInto(name, text) {
    await workbench.openFile(name);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    const shown = [];
    for (const piece of text.split(/(?<=\n)|‖/)) {
      // Texts that the other typing tests cover are typed faster.
      const isComputed = /[@$|]/.test(piece);
      await page.keyboard.type(piece, { delay: isComputed ? 90 : 0 });
      if (!isComputed) continue;
      await page.waitForTimeout(700);
      const rest = (await problems()).filter((problem) => !isOfUnfinished(problem));
      if (rest.length > 0) shown.push({ piece, rest });
    }
    assert.deepEqual(shown, []);
    await noProblem();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+S");
    await page.locator(".tab.active:not(.dirty)", { hasText: name }).waitFor();
    const saved = readFileSync(join(workbench.folder, name), "utf8");
    assert.equal(unindented(saved), unindented(text.replaceAll("‖", "")));
  }

  async function send() {
    received = undefined;
    await page.keyboard.press("Control+Alt+R");
    await workbench.until("the request", async () => received !== undefined);
    return received;
  }

  const head = (path) => `POST ${path} HTTP/1.1
Host: ${workbench.host}
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
`;
  const envelope = (content) => `Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="${soap}"><s:Body>${content}</s:Body></s:Envelope>
`;
  const element = (name, text) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";

  test("an HMAC of five values in a header is shown without problems, kept as typed and sent", async () => {
    const text = `@account = ACME
@nonce = {{‖$random 10 | ‖hex}}
@time = {{$timestamp}}
@sum = 9.90
@signed = {{$concat account‖ nonce time sum "EUR"}}
${head("/pay")}X-Code: {{signed | ‖hmac sha256 "k3y" | ‖base64}}
${envelope('<pay xmlns="urn:p"><nonce>{{nonce}}</nonce><time>{{time}}</time></pay>')}`;
    await typeInto("hmac.soaphttp", text);
    const { headers, body } = await send();
    const signed = `ACME${element("nonce", body)}${element("time", body)}9.90EUR`;
    assert.equal(headers["x-code"], createHmac("sha256", "k3y").update(signed).digest("base64"));
  });

  test("a signed document in Base64 is shown without problems, kept as typed and sent", async function () {
    const why = ensureProgram("xmlsec1", "xmlsec1");
    if (why !== undefined) skip(this, why);
    const text = `# @document invoice

<Invoice xmlns="urn:inv"><ID>F-7</ID>{{‖$signature me}}</Invoice>
###
${head("/bill")}${envelope('<send xmlns="urn:bill"><file>{{invoice | ‖bytes | ‖base64}}</file></send>')}`;
    await typeInto("document.soaphttp", text);
    const { body } = await send();
    const xml = Buffer.from(element("file", body), "base64").toString();
    const [sent, certificate] = [join(workbench.folder, "sent.xml"), join(workbench.folder, "me.crt")];
    writeFileSync(sent, xml);
    execFileSync("openssl", ["x509", "-in", key, "-out", certificate]);
    const options = ["--verify", "--insecure", "--pubkey-cert-pem", certificate, sent];
    assert.match(spawnSync("xmlsec1", options, { encoding: "utf8" }).stderr, /^OK/m, xml);
  });

  test("an HMAC is written by completion: the request, the steps and the key", async () => {
    /** Types the beginning of the first suggestion, and accepts it. `state`: where Tab goes to the next placeholder otherwise. */
    const accept = async (typed, text, state = "") => {
      await page.keyboard.type(typed, { delay: 60 });
      const first = page.locator(".suggest-widget.visible .monaco-list-row").first();
      await first
        .and(page.locator(`.monaco-list-row${state}`))
        .filter({ hasText: text })
        .waitFor();
      await page.keyboard.press("Tab");
    };
    const editor = await workbench.openFile("completed.soaphttp");
    await accept("hmac", "HMAC of several values");
    await editor.locator(".view-line", { hasText: "POST" }).first().waitFor();
    for (const value of ["/pay", workbench.host, "urn:pay", "pay", "urn:p", "ACME", "shared"]) {
      await page.keyboard.type(value);
      await page.keyboard.press("Tab");
    }
    await workbench.goToLine(8);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("X-Code: {{signed | ", { delay: 60 });
    await accept("hmac sha2", "hmac sha256");
    await accept("share", "sharedKey", ".focused");
    await page.keyboard.type(" | ", { delay: 60 });
    await accept("bas", "base64", ".focused");
    await page.keyboard.type("}}");
    await page.keyboard.press("Escape");
    await noProblem();
    received = undefined;
    await page.keyboard.press("Control+Alt+R");
    await page.locator(".quick-input-widget input[type=password]").waitFor();
    await page.keyboard.type("k3y");
    await page.keyboard.press("Enter");
    await workbench.until("the request", async () => received !== undefined);
    const { headers, body } = received;
    const signed = `ACME&${element("nonce", body)}&${element("time", body)}`;
    const code = createHmac("sha256", "k3y").update(signed).digest("base64");
    assert.deepEqual([headers["x-code"], element("code", body)], [code, code]);
  });
});
