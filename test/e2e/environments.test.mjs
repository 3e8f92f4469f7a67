import { strict as assert } from "node:assert";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

const soap = "http://www.w3.org/2003/05/soap-envelope";
/** The start of every value that Restricted Mode must not read. */
const kept = "Kept-4711";

suite("environments", () => {
  const received = [];
  const workbench = suiteWorkbench({
    trusting: false,
    settings: { "soaphttp.inlayHints": { variables: "on" } },
    files,
    service: createServer((request, response) => {
      received.push({ url: request.url, authorization: request.headers.authorization });
      response.end("here");
    }),
  });
  let page;
  let editor;
  suiteSetup(() => {
    ({ page, source: editor } = workbench);
  });

  const status = () => page.locator(".statusbar-item[id='soaphttp.soaphttp.soaphttp.environment']");
  const problems = () => page.locator(".markers-panel-container .monaco-list-rows").textContent();
  const send = async () => {
    const lenses = workbench.lenses(editor, "Send Request");
    await workbench.until("the lenses of both requests", async () => (await lenses.count()) === 2);
    await lenses.first().click();
  };
  const choose = async (name) => {
    await status().click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
  };

  test("in Restricted Mode, environment files, .env, body files and workspace settings are not read, and the diagnostics say so", async () => {
    await workbench.restrictedMode().waitFor();
    await page.keyboard.press("Control+Shift+M");
    await workbench.until("what is wrong", async () => (await problems()).includes("body.xml"));
    const told = (await problems()).replaceAll("\u00a0", " ");
    const why = "Files and environment variables aren't available in Restricted Mode.";
    for (const name of ["path", "shared", "own", "set", "host"]) {
      assert.match(told, new RegExp(`The variable ${name} isn't defined\\.`), told);
    }
    for (const what of [
      `http-client.env.json can't be read: ${why}`,
      `{{$dotenv TOKEN}} has no value. ${why}`,
      `The body file ./body.xml can't be read: ${why}`,
    ]) {
      assert.ok(told.includes(what), told);
    }
    assert.ok(!(await page.locator(".monaco-workbench").textContent()).includes(kept));
    assert.equal(await status().count(), 0);
  });

  test("environment files are read in a trusted workspace, and the status bar says that no environment is selected", async () => {
    await workbench.trust();
    await workbench.until("one problem", async () => !(await problems()).includes("body.xml"));
    assert.match(await problems(), /The variable path isn't defined/);
    await status().filter({ hasText: "No environment" }).waitFor();
    await workbench.until("the hints", async () => (await editor.textContent()).includes(`${kept}-shared`));
    // Secret values are not shown.
    const shown = await editor.textContent();
    for (const secret of ["own", "token", "body"]) assert.ok(!shown.includes(`${kept}-${secret}`), shown);
  });

  test("clicking the status bar selects an environment", async () => {
    await choose("local");
    await status().filter({ hasText: "local" }).waitFor();
    await workbench.until("no problem", async () => !(await problems()).includes("path"));
    await page.keyboard.press("Control+J");
  });

  test("a secret is asked for once in a password field, and another environment changes the target", async () => {
    await send();
    const input = page.locator(".quick-input-widget input[type=password]");
    await input.waitFor();
    assert.match(await page.locator(".quick-input-widget").textContent(), /Secret token/);
    await input.fill("t0p s3cret");
    await page.keyboard.press("Enter");
    await workbench.until("the request", async () => received.length === 1);
    await choose("remote");
    await status().filter({ hasText: "remote" }).waitFor();
    await workbench.until("no problem", async () => !(await editor.locator(".squiggly-error").count()));
    await send();
    await workbench.until("the next request", async () => received.length === 2);
    const query = `?all=${["shared", "own", "set", "token"].map((name) => `${kept}-${name}`).join("")}`;
    assert.deepEqual(received, [
      { url: `/local${query}`, authorization: "Bearer t0p s3cret" },
      { url: `/remote${query}`, authorization: "Bearer t0p s3cret" },
    ]);
  });

  test("the selected environment and the secrets are kept after a reload", async () => {
    await page.reload();
    await status().filter({ hasText: "remote" }).waitFor();
    await send();
    await workbench.until("the request", async () => received.length === 3);
    assert.equal(received[2].authorization, "Bearer t0p s3cret");
  });

  test("Edit Environments… opens the environment file, or the setting if there is no file", async () => {
    await choose("Edit Environments…");
    await workbench.seeFile("http-client.env.json");
    const file = join(workbench.folder, "http-client.env.json");
    rmSync(file);
    const settings = { "soaphttp.environments": { $shared: { host: "localhost" }, inSetting: { path: "/setting" } } };
    writeFileSync(join(workbench.folder, ".vscode", "settings.json"), JSON.stringify(settings));
    await page.locator(".tab", { hasText: "a.soaphttp" }).first().click();
    await workbench.until("the environment of the setting", async () => {
      await page.keyboard.press("Escape");
      await status().click();
      const names = await page.locator(".quick-input-list .monaco-list-row .label-name").allTextContents();
      return names.includes("inSetting") && !names.includes("local");
    });
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Edit Environments…" }).click();
    await page.locator(".settings-editor .setting-item-label", { hasText: "Environments" }).first().waitFor();
    assert.ok(!existsSync(file), "a file was created");
  });
});

function files(host) {
  const all = "{{shared}}{{own}}{{set}}{{$dotenv TOKEN}}";
  return {
    "a.soaphttp": [
      `GET {{path}}?all=${all} HTTP/1.1\nHost: {{host}}\nAuthorization: Bearer {{$secret token}}\n`,
      "###\nPOST / HTTP/1.1\nHost: {{host}}\nContent-Type: application/soap+xml\nContent-Length: {{$contentLength}}\n",
      "< ./body.xml\n",
    ].join("\n"),
    "http-client.env.json": {
      $shared: { host, shared: `${kept}-shared` },
      local: { path: "/local" },
      remote: { path: "/remote" },
    },
    "http-client.private.env.json": { $shared: { own: `${kept}-own` } },
    ".env": `TOKEN=${kept}-token\n`,
    "body.xml": `<s:Envelope xmlns:s="${soap}"><s:Body><a xmlns="urn:a">${kept}-body</a></s:Body></s:Envelope>`,
    ".vscode/settings.json": { "soaphttp.environments": { $shared: { set: `${kept}-set` } } },
  };
}
