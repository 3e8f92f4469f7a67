import { strict as assert } from "node:assert";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ordersWsdl } from "./ordersWsdl.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/** Names of enough operations that their tests are still being written at Cancel. */
const many = Array.from({ length: 1000 }, (_, index) => `PlaceManyOrders${index + 1}`);

suite("tests from a WSDL", () => {
  const workbench = suiteWorkbench({
    files,
    service: createServer(respond),
    settings: {
      "editor.minimap.enabled": false,
      "testing.automaticallyOpenPeekView": "never",
      "testing.automaticallyOpenTestResults": "neverOpen",
    },
  });
  let page;
  suiteSetup(() => {
    ({ page } = workbench);
  });

  const file = "PlaceOrder.tests.soaphttp";
  const editor = () => workbench.editor(`/${file}`);
  const choice = (name) => page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
  const row = (name) => page.locator(".test-explorer .monaco-list-row", { hasText: name }).first();

  const toast = (text) => page.locator(".notification-toast", { hasText: text });
  const dialog = () => page.locator(".monaco-dialog-box", { hasText: "tests will be written to" });
  const write = () => dialog().locator(".monaco-button", { hasText: "Write Tests" }).click();

  test("tests are counted first, written beside the WSDL and opened; a message says where they send requests, and runs them", async () => {
    await workbench.run("SOAP: New Tests from WSDL…");
    await choice("orders.wsdl").click();
    const [count] =
      /^\d+ tests will be written to PlaceOrder\.tests\.soaphttp\./m.exec(await dialog().innerText()) ?? [];
    assert.ok(count && !existsSync(join(workbench.folder, file)));
    await write();
    await editor()
      .locator(".view-line", { hasText: /only\swhat\sis\srequired/ })
      .waitFor();
    const said = await toast("tests were written to").innerText();
    assert.match(said, /\d+ tests were written to PlaceOrder\.tests\.soaphttp\..* localhost:\d+,/);
    assert.equal(Number.parseInt(said.match(/\d+ tests/)?.[0] ?? "", 10), Number.parseInt(count, 10));
    await toast("tests were written to").locator("a.monaco-button", { hasText: "Run" }).click();
  });

  test("tests show in the Testing view what the service wrongly accepted", async () => {
    await workbench.run("Focus on Test Explorer View");
    await page.locator(".test-explorer .monaco-list-row[aria-label*='Failed']", { hasText: file }).waitFor();
    await row(file).click();
    await page.keyboard.press("ArrowRight");
    await row("Valid").waitFor();
    await row("Invalid").click();
    await page.keyboard.press("ArrowRight");
    // The view has only the rows that fit into it.
    await row("item missing in PlaceOrder").click();
    await workbench.until("the row", async () => {
      await page.keyboard.press("PageDown");
      return (await row("quantity 101, above its maximum of 100").count()) > 0;
    });
    const lines = readFileSync(join(workbench.folder, file), "utf8").split("\n");
    const line = lines.indexOf("### PlaceOrder: quantity 101, above its maximum of 100") + 1;
    assert.ok(line > 0);
    await workbench.focus(editor());
    await workbench.goToLine(line);
    await editor()
      .locator(".view-line", { hasText: /###\sPlaceOrder:\squantity\s101,/ })
      .waitFor();
    await page.mouse.move(100, 5);
    await workbench.picture("contract-tests");
  });

  test("tests have a report in a tab, with what the service did for each kind", async () => {
    await workbench.run("Show Test Report");
    await page.locator(".tab", { hasText: "Test Report" }).waitFor();
    const report = workbench.webview();
    await report.locator("h1", { hasText: "Test report" }).waitFor();
    assert.match(await report.locator("body").innerText(), /PlaceOrder\.invalid\.maxInclusive\.1/);
  });

  test("tests run as a group, without those of the other group", async () => {
    await workbench.run("Focus on Test Explorer View");
    await page.keyboard.press("Home");
    const valid = row("Valid");
    await valid.hover();
    await valid.locator("a[aria-label^='Run Test']").click();
    await workbench.until("the report of this run", async () => {
      await workbench.run("Show Test Report");
      const report = workbench.webview();
      await report.locator("h1", { hasText: "Test report" }).waitFor();
      const said = await report.locator("body").innerText();
      return said.includes("PlaceOrder.valid.") && !said.includes("PlaceOrder.invalid.");
    });
  });

  test("tests are written until Cancel, which keeps the files written so far, and a message says how many", async () => {
    const written = () => readdirSync(workbench.folder).filter((name) => name.startsWith("PlaceManyOrders"));
    for (const name of written()) rmSync(join(workbench.folder, name));
    await workbench.run("SOAP: New Tests from WSDL…");
    await choice("many.wsdl").click();
    await choice("PlaceManyOrders1").waitFor();
    await page.getByRole("checkbox", { name: "Toggle all checkboxes" }).click();
    await page.locator(".quick-input-count", { hasText: `${many.length} Selected` }).waitFor();
    await page.locator(".quick-input-widget a.monaco-button", { hasText: "OK" }).click();
    assert.match(await dialog().innerText(), /^About \d+ tests will be written to 1000 files\./m);
    await write();
    await workbench.until("the first files", () => written().length > 1);
    await toast("Writing tests for many.wsdl").locator("a.monaco-button", { hasText: "Cancel" }).click();
    const said = await toast("tests were written to").innerText();
    const [, files] = /\d+ tests were written to (\d+) files\./.exec(said) ?? assert.fail(said);
    assert.equal(written().length, Number(files));
    assert.ok(Number(files) < many.length);
    await toast("tests were written to").locator("a.monaco-button", { hasText: "Show" }).click();
    await row("PlaceOrder").waitFor();
    await workbench.editor("/PlaceManyOrders1.tests.soaphttp").locator(".view-line").first().waitFor();
    // Another run of the command waits for what the language server is still doing.
    await workbench.run("Notifications: Clear All Notifications");
    await workbench.run("SOAP: New Tests from WSDL…");
    await choice("orders.wsdl").click();
    await toast("These files already exist: PlaceOrder.tests.soaphttp.").waitFor();
    assert.equal(written().length, Number(files));
  });
});

/** An orders service that compares no quantity with its limits. */
async function respond(request, response) {
  const body = await text(request);
  const order = [/:quantity>-?\d+</, /:customer>\s*-?\d+\s*</, /:delivery>(?:courier|express|pick-up)</, / code="/];
  const isOrder = order.every((part) => part.test(body)) && !/unexpected|other|nil=|type=|Unknown|DOCTYPE/.test(body);
  const [status, content] = isOrder
    ? [
        200,
        '<PlaceOrderResponse xmlns="urn:orders"><number>1</number><delivery>express</delivery><due>2026-01-15</due></PlaceOrderResponse>',
      ]
    : [500, "<s:Fault><faultcode>s:Client</faultcode><faultstring>This isn't an order.</faultstring></s:Fault>"];
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
  response.writeHead(status, { "Content-Type": "text/xml; charset=utf-8" }).end(envelope);
}

function files(host) {
  return {
    "requests.soaphttp": `GET /orders HTTP/1.1\nHost: ${host}\n`,
    "orders.wsdl": ordersWsdl(host),
    "many.wsdl": ordersWsdl(host, many),
  };
}
