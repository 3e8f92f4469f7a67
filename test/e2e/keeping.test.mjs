import { strict as assert } from "node:assert";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { skip } from "../support/skip.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * Saves, compares and copies responses with VS Code's own dialogs, the clipboard of a real page and real files.
 */
const soap = "http://www.w3.org/2003/05/soap-envelope";
const envelope = (content) => `<s:Envelope xmlns:s="${soap}"><s:Body>${content}</s:Body></s:Envelope>`;
const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>\r\n${envelope("<a>größe €</a>")}`, "utf16le");
const zipped = Buffer.from(envelope("<a>gezippt ü</a>"));
// 40 by 30 red pixels.
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALElEQVR42u3NMQ0AAAgDsClBCf6DLGTA0aR/M9UnIhaLxWKxWCwWi8Xiv/EClQRPrBxC1xQAAAAASUVORK5CYII=",
  "base64",
);
const parts = {
  "root.xml": Buffer.from(envelope('<a><i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:p"/></a>')),
  "logo.png": picture,
  "every.bin": every,
};
const types = { "root.xml": "text/xml", "logo.png": "image/png", "every.bin": "application/octet-stream" };
const multipart = Buffer.concat([
  ...Object.entries(parts).flatMap(([name, bytes]) => [
    Buffer.from(
      `--b\r\nContent-Type: ${types[name]}\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
        `Content-ID: <${name === "logo.png" ? "p" : name}>\r\nContent-Transfer-Encoding: binary\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]),
  Buffer.from("--b--\r\n"),
]);
let count = 0;
const answers = {
  binary: () => ["application/octet-stream", every],
  utf16: () => ["application/soap+xml; charset=utf-16", wide],
  gzip: () => ["application/soap+xml; charset=utf-8", gzipSync(zipped), { "Content-Encoding": "gzip" }],
  parts: () => ['multipart/related; type="text/xml"; boundary=b', multipart],
  once: () => ['multipart/related; type="text/xml"; boundary=b', multipart],
  picture: () => ["image/png", picture],
  counting: () => ["application/soap+xml; charset=utf-8", Buffer.from(envelope(`<n>${++count}</n>`))],
};

suite("saving, comparing and copying responses", () => {
  const workbench = suiteWorkbench({
    settings: { "editor.minimap.enabled": false },
    files: () => ({ "keep.soaphttp": requests() }),
    service: createServer((request, response) => {
      const [type, body, more] = answers[request.url.slice(1)]();
      request.resume().once("end", () => response.writeHead(200, { "Content-Type": type, ...more }).end(body));
    }),
  });
  let page;
  let folder;
  suiteSetup(async () => {
    ({ page, folder } = workbench);
    await workbench.allowClipboard();
    await page.keyboard.press("Control+B"); // more room without the side bar
  });

  const requests = () => Object.keys(answers).map(request).join("\n###\n");

  function request(name) {
    const body = envelope(`<${name}/>`);
    const head = `POST /${name} HTTP/1.1\nHost: ${workbench.host}\nContent-Type: application/soap+xml; charset=utf-8`;
    return `# @name ${name}\n${head}\nContent-Length: ${body.length}\n\n${body}`;
  }

  const response = () => workbench.response();

  async function goTo(name) {
    await workbench.focus(workbench.source);
    await workbench.goToLine(requests().split("\n").indexOf(`# @name ${name}`) + 2);
    await workbench.source.locator(".view-line", { hasText: `/${name}` }).click();
  }

  async function send(name) {
    await goTo(name);
    const uri = async () => (await response().count()) > 0 && (await response().getAttribute("data-uri"));
    const before = await uri();
    await page.keyboard.press("Control+Alt+R");
    await page.locator(".tab", { hasText: `${name} – 200 OK` }).waitFor();
    await workbench.until("the next response", async () => (await uri()) !== before);
    await workbench.lenses(workbench.response(name), "200 OK").first().waitFor();
  }

  async function expectFile(name, bytes) {
    const path = join(folder, name);
    await workbench.until(`the file ${name}`, async () => existsSync(path) && readFileSync(path).length > 0);
    assert.ok(readFileSync(path).equals(bytes), `${name} has other bytes than came`);
  }

  for (const [name, ending, bytes] of [
    ["binary", "bin", every],
    ["utf16", "xml", wide],
    ["gzip", "xml", zipped],
  ]) {
    test(`Save Response Body writes the received bytes: ${name}`, async () => {
      await send(name);
      await (await workbench.responseIcon("Save Response Body")).click();
      assert.equal(await workbench.answerPath(join(folder, `own-${name}`)), join(folder, `${name}.${ending}`));
      await expectFile(`own-${name}`, bytes);
    });
  }

  test("a failed save shows the reason and offers another file", async function () {
    // Uses /proc, where no user can create a file.
    if (process.platform !== "linux") skip(this, "only Linux has /proc");
    await (await workbench.responseIcon("Save Response Body")).click();
    await workbench.answerPath("/proc/soaphttp.xml");
    const told = page.locator(".notification-toast", { hasText: "Not saved" });
    await told.waitFor();
    assert.match(await told.textContent(), /\/proc\/soaphttp\.xml/);
    await response().locator(".view-line", { hasText: "gezippt" }).waitFor();
    await told.locator(".monaco-button", { hasText: "Save Elsewhere…" }).click();
    await workbench.answerPath(join(folder, "elsewhere.xml"));
    await expectFile("elsewhere.xml", zipped);
  });

  test("a lens saves one part of a multipart response, and the icon all of them", async () => {
    await send("parts");
    await workbench
      .lenses(response(), /^Save…$/)
      .nth(2)
      .click();
    assert.equal(await workbench.answerPath(join(folder, "own.bin")), join(folder, "every.bin"));
    await expectFile("own.bin", every);
    mkdirSync(join(folder, "all"));
    await workbench.focus(response());
    await (await workbench.responseIcon("Save Response Body")).click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "All parts" }).click();
    await workbench.answerPath(join(folder, "all"));
    for (const [name, bytes] of Object.entries(parts)) await expectFile(join("all", name), bytes);
    assert.equal(readdirSync(join(folder, "all")).length, 3);
  });

  test("hovering a part that is an image shows the image", async () => {
    await workbench.hover(await workbench.place(response(), "… 101 bytes of image/png", "image/png"));
    const image = page.locator(".monaco-hover:visible img");
    await image.waitFor();
    assert.equal(
      await image.evaluate(({ naturalWidth, naturalHeight }) => `${naturalWidth} x ${naturalHeight}`),
      "40 x 30",
    );
    await page.keyboard.press("Escape");
  });

  test("Open shows a part that is an image", async () => {
    await workbench
      .lenses(response(), /^Open$/)
      .nth(1)
      .click();
    await expectPicture("logo.png");
  });

  test("Open Image shows a response that is an image", async () => {
    await send("picture");
    await workbench.lenses(response(), "Open Image").click();
    await expectPicture("picture.png");
  });

  async function expectPicture(tab) {
    await page.locator(".tab.active", { hasText: tab }).waitFor();
    await workbench.until("the picture", async () => {
      const sizes = await Promise.all(
        page.frames().map((frame) => frame.evaluate(shownPicture).catch(() => undefined)),
      );
      return sizes.includes("40 x 30");
    });
    await page.locator(".tab.active", { hasText: tab }).click({ button: "middle" });
  }

  const copied = async (what, expected) => {
    await workbench.until(what, async () => (await workbench.clipboard()).replaceAll("\r\n", "\n") === expected);
  };

  test("the body, the curl command and the bytes of a request are copied", async () => {
    const body = envelope("<counting/>");
    await goTo("counting");
    await workbench.menu("SOAP Request", "Copy Request As", "Copy Body");
    await copied("the body", body);
    await workbench.run("SOAP: Copy as cURL");
    await workbench.until("the command", async () =>
      (await workbench.clipboard()).startsWith(`curl \\\n  http://${workbench.host}/counting`),
    );
    assert.ok((await workbench.clipboard()).endsWith(`--data-binary '${body}'`), await workbench.clipboard());
    await workbench.menu("SOAP Request", "Copy Request As", "Copy Message as Base64");
    const head = request("counting").split("\n").slice(1, -2).join("\r\n");
    await copied("the bytes", Buffer.from(`${head}\r\n\r\n${body}`).toString("base64"));
  });

  test("two responses to one request are compared, and the shown body is copied", async () => {
    await send("counting");
    await send("counting");
    await workbench.focus(response());
    await workbench.run("SOAP: Compare with Previous Response");
    const diff = page.locator(".diffEditor:visible, .monaco-diff-editor:visible").first();
    await diff.locator(".editor.original .view-line", { hasText: "<n>1</n>" }).waitFor();
    await diff.locator(".editor.modified .view-line", { hasText: "<n>2</n>" }).waitFor();
    await page.locator(".tab", { hasText: "counting – 200 OK" }).click();
    // Wait for the focus: otherwise the editor takes it from the Command Palette.
    await response().and(page.locator(".focused")).waitFor();
    await workbench.run("SOAP: Copy Response Body");
    await copied(
      "the body",
      envelope("\n    <n>2</n>\n  ").replace("<s:Body>", "\n  <s:Body>").replace("</s:Envelope>", "\n</s:Envelope>"),
    );
  });

  test("a response without a previous one is compared with a selected one", async () => {
    await send("once");
    await workbench.focus(workbench.response("once"));
    await workbench.run("SOAP: Compare with Previous Response");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "utf16" }).first().click();
    const diff = page.locator(".monaco-diff-editor:visible").first();
    await diff.locator(".editor.original .view-line", { hasText: "größe" }).waitFor();
    await diff.locator(".editor.modified .view-line", { hasText: "Content-Disposition" }).first().waitFor();
  });
});

/** Runs in a frame of VS Code's preview: returns the size of the shown image. */
function shownPicture() {
  const image = document.querySelector("img");
  return image?.complete && image.naturalWidth > 0 ? `${image.naturalWidth} x ${image.naturalHeight}` : undefined;
}
