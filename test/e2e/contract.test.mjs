import { createServer } from "node:http";
import { ordersWsdl } from "./ordersWsdl.mjs";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

suite("writing by a contract", () => {
  const workbench = suiteWorkbench({
    files,
    service: createServer((_, response) => {
      response.sendDate = false;
      response.setHeader("Content-Type", "text/xml; charset=utf-8").end(wrongResponse);
    }),
    settings: { "editor.minimap.enabled": false },
  });

  test("< suggests what the schema allows, with its documentation, and an accepted element has its content", async () => {
    const { page, source } = workbench;
    const row = (text) => page.locator(".suggest-widget .monaco-list-row", { hasText: text }).first();
    await workbench.goToLine(14);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("<");
    await row("o:delivery").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator(".suggest-widget .monaco-list-row.focused").waitFor();
    // The details stay open where they have been opened before.
    const details = page.locator(".suggest-details-container .body", { hasText: "How the order is delivered" });
    if (!(await details.isVisible())) await page.keyboard.press("Control+Space");
    await details.waitFor();
    await workbench.picture("schema-completion");
    await page.keyboard.press("Enter");
    await source.locator(".view-line", { hasText: /<o:delivery>courier<\/o:delivery>/ }).waitFor();
  });
  test("a value that its type doesn't allow is underlined, with the facet and what is allowed", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("values.soaphttp");
    const messages = [
      ["        <o:quantity>500", "500", "500 is out of range. Expected at most 100 (maxInclusive of Quantity)."],
      [
        "      <o:delivery>overnight",
        "overnight",
        "overnight isn't a value of Delivery. Expected one of these: courier, express, pick-up",
      ],
    ];
    for (const [line, value, message] of messages) {
      const place = await workbench.place(editor, line, value);
      await workbench.until("the squiggle", () => workbench.isUnderlined(editor, place));
      await workbench.hover(place);
      await page.locator(".monaco-hover:visible", { hasText: message }).first().waitFor();
      if (value === "500") await workbench.picture("schema-value");
      await page.keyboard.press("Escape");
    }
  });

  test("a response that breaks the contract has warnings", async () => {
    const { page } = workbench;
    if (savesPictures) await page.keyboard.press("Control+B"); // more room without the side bar
    await workbench.openFile("order.soaphttp");
    await workbench.goToLine(1);
    await workbench.lenses(workbench.source, "Send Request").first().click();
    const response = workbench.response();
    await workbench.lenses(response, /^200 OK/).waitFor();
    await workbench.until("the warnings", async () => (await response.locator(".squiggly-warning").count()) === 2);
    await workbench.hover(await workbench.place(response, "      <o:delivery>overnight", "overnight"));
    const hover = page.locator(".monaco-hover:visible", { hasText: "overnight isn't a value of Delivery" }).first();
    await hover.waitFor();
    await workbench.picture("schema-response");
  });
});

function files(host) {
  return {
    "order.soaphttp": order(host, 2, ""),
    "values.soaphttp": order(host, 500, "      <o:delivery>overnight</o:delivery>\n"),
    "orders.wsdl": ordersWsdl(host),
  };
}

function order(host, quantity, rest) {
  return `# @wsdl ./orders.wsdl
POST /orders HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:orders#Place"
Content-Length: {{$contentLength}}

<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:orders">
  <soap:Body>
    <o:PlaceOrder>
      <o:item code="AB-12">
        <o:quantity>${quantity}</o:quantity>
      </o:item>
      <o:customer>4711</o:customer>
${rest}    </o:PlaceOrder>
  </soap:Body>
</soap:Envelope>
`;
}

const wrongResponse = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
  <s:Body>
    <o:PlaceOrderResponse xmlns:o="urn:orders">
      <o:number>1027</o:number>
      <o:delivery>overnight</o:delivery>
      <o:due>24.11.2026</o:due>
    </o:PlaceOrderResponse>
  </s:Body>
</s:Envelope>
`;
