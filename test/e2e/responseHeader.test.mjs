import { strict as assert } from "node:assert";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wsdl } from "../support/calculator/wsdl.mjs";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";
import { succeeds } from "./workbench.mjs";

const tokens = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const envelope = (header, body) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsu="${tokens}-wssecurity-utility-1.0.xsd">${header}<s:Body wsu:Id="Body">${body}</s:Body></s:Envelope>`;
const calculated = (name, content) => `<${name} xmlns="http://example.org/calc">${content}</${name}>`;
const signature = `<s:Header><w:Security xmlns:w="${tokens}-wssecurity-secext-1.0.xsd"><w:BinarySecurityToken wsu:Id="X509" EncodingType="${tokens}-soap-message-security-1.0#Base64Binary" ValueType="${tokens}-x509-token-profile-1.0#X509v3">{{$certificate me}}</w:BinarySecurityToken>{{$signature me}}</w:Security></s:Header>`;

suite("the header of a response beside its request, in a window of 1,200 pixels", () => {
  const keys = mkdtempSync(join(tmpdir(), "soaphttp-keys-"));
  copyFileSync("test/fixtures/keys/me.pem", join(keys, "me.pem"));
  const results = { "/right": "42", "/wrong": "many" };
  const service = serviceOf((request, response, body) => {
    const result = results[request.url];
    const changed = body.toString().replace("<a>17", "<a>18");
    response.setHeader("Content-Type", "application/soap+xml; charset=utf-8");
    response.end(result ? envelope("", calculated("AddResponse", `<result>${result}</result>`)) : changed);
  });
  const request = (host, path, body) =>
    `# @wsdl ./calculator.wsdl\nPOST ${path} HTTP/1.1\nHost: ${host}\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n${body}\n`;
  const addition = calculated("Add", "<a>17</a><b>25</b>");
  const workbench = suiteWorkbench({
    alone: true,
    service,
    files: (host) => ({
      "right.soaphttp": request(host, "/right", envelope("", addition)),
      "wrong.soaphttp": request(host, "/wrong", envelope("", addition)),
      "tampered.soaphttp": request(host, "/tampered", envelope(signature, addition)),
      "calculator.wsdl": wsdl({ 1.2: `http://${host}/right` }),
    }),
    settings: {
      "soaphttp.send.withErrors": "send",
    },
  });
  suiteSetup(() => {
    // In a remote window, keys are settings of the machine.
    const machine = join(workbench.server.data, "user", "Machine");
    mkdirSync(machine, { recursive: true });
    const settings = { "soaphttp.keys": { me: { file: join(keys, "me.pem") } } };
    writeFileSync(join(machine, "settings.json"), JSON.stringify(settings));
  });
  suiteTeardown(() => rmSync(keys, { recursive: true, force: true }));

  async function send(file) {
    const editor = await workbench.openFile(file);
    await workbench.lenses(editor, "Send Request").first().click();
  }

  /** The lens with this title in the response, which must be visible as a whole, beside the minimap. */
  async function reachable(title) {
    const response = workbench.response();
    const lens = workbench.lenses(response, title).first();
    await lens.waitFor();
    const [box, room] = await Promise.all([lens.boundingBox(), response.locator(".minimap").boundingBox()]);
    const isWhole = box !== null && box.x + box.width <= room.x;
    assert.ok(isWhole, `${title} is cut off: ${JSON.stringify({ box, room })}`);
  }

  /** Waits until the lens is reachable, because lenses move when others appear. */
  const untilReachable = (title) => workbench.until(`${title} as a whole`, () => succeeds(reachable(title)));

  test("the header says that it is valid by its schema, and has each view at its place", async () => {
    await send("right.soaphttp");
    await workbench.lenses(workbench.response(), /^200 OK · .* · valid by its schema$/).waitFor();
    for (const title of ["● Formatted", "○ Raw", "○ Wire", "○ Hex", "○ Details", "Expect…", "Compare"])
      await untilReachable(title);
    await workbench.page.screenshot({ path: "out/e2e/header-valid.png" });
  });

  test("the header keeps the places of the views when another one is shown", async () => {
    const places = async (shown) => {
      await workbench.lenses(workbench.response(), `● ${shown}`).waitFor();
      const names = ["Formatted", "Raw", "Wire", "Hex", "Details"];
      const lenses = names.map((name) => workbench.lenses(workbench.response(), new RegExp(`^[●○] ${name}$`)));
      let offsets;
      await workbench.until("all views", async () => {
        offsets = await Promise.all(lenses.map(async (lens) => (await lens.boundingBox())?.x));
        return !offsets.includes(undefined);
      });
      return offsets;
    };
    const before = await places("Formatted");
    await workbench.lenses(workbench.response(), "○ Hex").click();
    assert.deepEqual(await places("Hex"), before);
    await workbench.lenses(workbench.response(), "○ Formatted").click();
    await places("Formatted");
  });

  test("the header says how many problems it has by its schema", async () => {
    await send("wrong.soaphttp");
    await workbench.lenses(workbench.response(), /^200 OK · .* · .*1 problem by its schema$/).waitFor();
    await workbench.page.screenshot({ path: "out/e2e/header-problem.png" });
  });

  test("the header has the icon of an error at an invalid signature, which is explained in red, not in the colour of a comment", async () => {
    await send("tampered.soaphttp");
    const response = workbench.response();
    const status = workbench.lenses(response, /^200 OK · .*signature invalid/);
    await status.waitFor();
    assert.equal(await status.locator(".codicon-error").count(), 1);
    const line = response.locator(".view-line", { hasText: /^│\sSignature/ }).first();
    await line.waitFor();
    const red = await workbench.page.evaluate(() => {
      const probe = document.createElement("span");
      probe.style.color = "var(--vscode-errorForeground)";
      document.querySelector(".monaco-workbench").append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await workbench.until("the explanation in red", async () => {
      const colours = await line
        .locator("span > span")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
      return colours.length > 0 && colours.every((colour) => colour === red);
    });
    for (const title of ["● Formatted", "○ Details"]) await untilReachable(title);
    // A changed message isn't valid by whatever certificate.
    assert.equal(await workbench.lenses(response, "Trust This Certificate…").count(), 0);
    await workbench.page.screenshot({ path: "out/e2e/header-signature.png" });
  });
});
