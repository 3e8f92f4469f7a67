import { strict as assert } from "node:assert";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { packProbe } from "./probe.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const { capabilities, contributes } = JSON.parse(readFileSync("package.json", "utf8"));
const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties));
const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
const values = (of) => restricted.map((name) => of(properties[name], name));
/** The workspace's settings: other values than the defaults. */
const asked = values(({ type, enum: choices, default: usual }) =>
  type === "boolean"
    ? !usual
    : type === "object"
      ? { localhost: { verify: false } }
      : type === "string"
        ? (choices?.find((choice) => choice !== usual) ?? "of the workspace")
        : usual + 1,
);

suite("Restricted Mode", () => {
  const service = createServer((request, response) => {
    const moved = request.url.startsWith("/moved");
    response.writeHead(moved ? 307 : 200, { "Content-Type": "text/plain", ...(moved ? { Location: "/there" } : {}) });
    response.end("here");
  });
  // Counts TCP connections: there must be none.
  let connections = 0;
  service.on("connection", () => connections++);
  const settings = { "testing.automaticallyOpenTestResults": "neverOpen" };
  const workbench = suiteWorkbench({ trusting: false, files, service, besides: packProbe, settings });
  let page;
  let editor;
  let folder;
  suiteSetup(async () => {
    ({ page, source: editor, folder } = workbench);
    await workbench.restrictedMode().waitFor();
    await theOtherExtension();
  });

  const fileUri = (name) => `vscode-remote://${workbench.server.authority}${join(folder, name)}`;

  const theOtherExtension = () =>
    workbench.until("the other extension", async () => existsSync(join(folder, "probe.json")));

  async function probe(what) {
    const port = readFileSync(join(folder, "probe.json"), "utf8");
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(what) });
    return response.json();
  }

  /** Asserts that the action opens no connection, and that the reason is shown. */
  async function expectRefused(act) {
    const before = connections;
    const done = act();
    const explanation = page.locator(".notification-toast", { hasText: /(?:sent|loaded) in Restricted Mode/ });
    await explanation.waitFor();
    await explanation.hover();
    await explanation.locator(".codicon-notifications-clear").click();
    await explanation.waitFor({ state: "detached" });
    assert.deepEqual((await done)?.result, undefined);
    assert.equal(connections, before);
  }

  const ways = {
    "the first lens": () => workbench.lenses(editor, "Send Request").first().click(),
    "the lens of a request over TLS": () => workbench.lenses(editor, "Send Request").nth(1).click(),
    "the keyboard shortcut": async () => {
      await workbench.goToLine(3);
      await editor.locator(".view-line", { hasText: "/one" }).click();
      await page.keyboard.press("Control+Alt+R");
    },
    "the button in the editor's title": () =>
      page.locator(".editor-actions a[aria-label^='Send Request']").first().click(),
    "the command": () => workbench.run("SOAP: Send Request"),
    "all requests of the file": () => workbench.run("SOAP: Send All Requests in File"),
    "another extension, with this file": () => probe({ command: "soaphttp.send", given: [fileUri("a.soaphttp"), 2] }),
    "another extension, with a file that is not open": () =>
      probe({ command: "soaphttp.send", given: [fileUri("b.soaphttp"), 1] }),
    "another extension, without a position": () => probe({ command: "soaphttp.send" }),
    "another extension, with all requests of a file": () =>
      probe({ command: "soaphttp.sendAll", given: [fileUri("b.soaphttp")] }),
    "another extension, with the address of a WSDL": () =>
      probe({ command: "soaphttp.loadWsdl", given: [`http://${workbench.host}/?wsdl`] }),
    "another extension, with a WSDL to download": () =>
      probe({ command: "soaphttp.downloadWsdl", given: [fileUri("secret.wsdl")] }),
  };
  test("the file is checked for mistakes", () => editor.locator(".squiggly-error").first().waitFor());

  for (const [name, act] of Object.entries(ways)) {
    test(`${name} opens no connection and shows the reason`, () => expectRefused(act));
  }

  test("running tests asks to trust the workspace, and opens no connection without trust", async () => {
    const before = connections;
    await workbench.run("Test: Run All Tests");
    const question = page.locator(".monaco-dialog-box", { hasText: "trust" });
    await question.waitFor();
    await question.locator(".monaco-button", { hasText: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    assert.equal(connections, before);
  });

  test("unknown exchanges can't be sent again", async () => {
    const id = `${Date.now().toString(36)}-1`;
    const forged = `soaphttp-response:/a?${id}`;
    for (const name of ["sendAgain", "followRedirect"]) {
      assert.deepEqual(await probe({ command: `soaphttp.${name}`, given: [forged] }), {});
    }
    const entry = { id, label: "a", from: fileUri("b.soaphttp"), url: "http://localhost/", method: "GET" };
    assert.deepEqual(await probe({ command: "soaphttp.history.sendAgain", given: [entry] }), {});
    assert.equal(connections, 0);
  });

  test("restricted settings have no values of the workspace", async () => {
    for (const name of [
      "timeout",
      "followRedirects",
      "send.withErrors",
      "tls.hosts",
      "history.enabled",
      "history.limit",
    ]) {
      assert.ok(restricted.includes(`soaphttp.${name}`), name);
    }
    const defaults = values((property) => property.default);
    assert.deepEqual(await probe({ settings: restricted }), defaults);
  });

  test("copying opens no connection, and copies nothing from files or the environment", async () => {
    const copy = async (name) => (await probe({ command: `soaphttp.${name}` })).result ?? "";
    await editor.locator(".view-line", { hasText: "/two" }).click();
    await workbench.until("the command", async () => (await copy("copyAsCurl")).includes("/two"));
    await editor.locator(".view-line", { hasText: "/one" }).click();
    await workbench.until("the cursor", async () => !(await copy("copyAsCurl")).includes("/two"));
    for (const name of ["copyAsCurl", "copyBody", "copyAsBase64"]) {
      const copied = await copy(name);
      for (const text of [copied, Buffer.from(copied, "base64").toString()]) {
        assert.ok(!text.includes("S3cret") && !text.includes(process.env.HOME ?? "S3cret"), `${name} copied ${text}`);
      }
    }
    assert.equal(connections, 0);
  });

  test("the window shows nothing from files or the environment", async () => {
    const text = await page.locator(".monaco-workbench").textContent();
    assert.ok(!text.includes("S3cret-4711"));
    assert.equal(connections, 0);
  });

  test("Send Request offers to trust the workspace, which applies its settings, except machine settings, and sends requests", async () => {
    // VS Code hides the fourth notification within 800 ms, and the tests before have shown some.
    await page.waitForTimeout(1000);
    await workbench.lenses(editor, "Send Request").first().click();
    const explanation = page.locator(".notification-toast", { hasText: "Restricted Mode" });
    await explanation.locator(".monaco-button", { hasText: "Manage Workspace Trust" }).click();
    await workbench.trustInEditor();
    const wanted = values(({ scope, default: usual }, name) =>
      scope === "machine" ? usual : asked[restricted.indexOf(name)],
    );
    const isEqual = async (settings) =>
      JSON.stringify(await probe({ settings: restricted })) === JSON.stringify(settings);
    await workbench.until("the workspace's settings", () => isEqual(wanted));
    assert.equal(properties["soaphttp.tls.hosts"].scope, "machine");
    writeFileSync(join(folder, ".vscode", "settings.json"), "{}");
    await workbench.until("the defaults", () => isEqual(values((property) => property.default)));
    await editor.locator(".view-line", { hasText: "/moved" }).click();
    await page.keyboard.press("Control+Alt+R");
    const response = workbench.response();
    await workbench.lenses(response, "Follow").first().waitFor();
    assert.ok(connections > 0);
  });

  test("removing trust prevents sending earlier exchanges again", async () => {
    await distrust();
    await workbench.restrictedMode().waitFor();
    await theOtherExtension();
    const row = (await workbench.openHistory()).locator(".monaco-list-row", { hasText: "moved" }).first();
    await row.click();
    const response = workbench.response("moved");
    await workbench.lenses(response, "Follow").waitFor();
    await expectRefused(async () => (await workbench.responseIcon("Send Again")).click());
    await expectRefused(() => workbench.lenses(response, "Follow").click());
    await expectRefused(() => workbench.run("SOAP: Send Again"));
    await expectRefused(() => workbench.run("SOAP: Follow Redirect"));
    const uri = await response.getAttribute("data-uri");
    await expectRefused(() => probe({ command: "soaphttp.sendAgain", given: [uri] }));
    await expectRefused(() => probe({ command: "soaphttp.followRedirect", given: [uri] }));
    const [, id] = uri.split("?");
    await expectRefused(() => probe({ command: "soaphttp.history.sendAgain", given: [{ id }] }));
    await row.hover();
    await expectRefused(() => row.locator("a[aria-label^='Send Again']").click());
  });

  /** Removes the folder from the trusted folders, after which VS Code reloads the window. */
  async function distrust() {
    await workbench.run("Workspaces: Manage Workspace Trust");
    const row = page.locator(".workspace-trust-editor .monaco-list-row", { hasText: basename(folder) }).first();
    await row.scrollIntoViewIfNeeded();
    await row.hover();
    rmSync(join(folder, "probe.json"));
    await row.locator("a[aria-label='Delete Path']").first().click();
  }
});

/** The files of the folder. Its settings try to disable workspace trust. */
function files(host) {
  const settings = Object.fromEntries(restricted.map((name, at) => [name, asked[at]]));
  return {
    "a.soaphttp": [
      "@home = {{$processEnv HOME}}",
      "# @name one",
      `POST http://${host}/one?home={{home}} HTTP/1.1`,
      `Host: ${host}`,
      "",
      "< ./secret.txt",
      "",
      "###",
      "# @name two",
      `# @wsdl http://${host}/service?wsdl`,
      `GET https://${host}/two HTTP/1.1`,
      `Host: ${host}`,
      "",
      "###",
      "# @name moved",
      "GET /moved HTTP/1.1",
      `Host: ${host}`,
      "",
      "###",
      "GET /without-host HTTP/1.1",
      "",
    ].join("\n"),
    "b.soaphttp": `# @name other\nGET /other HTTP/1.1\nHost: ${host}\n`,
    "tests.soaphttp": `# @name test\n# @expect status 200\nGET /test HTTP/1.1\nHost: ${host}\n`,
    "secret.txt": "S3cret-4711",
    "secret.wsdl": `<a>S3cret-4711<import location="http://${host}/other.wsdl"/></a>`,
    ".vscode/settings.json": { "security.workspace.trust.enabled": false, ...settings },
  };
}
