import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

// 40 by 30 red pixels.
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALElEQVR42u3NMQ0AAAgDsClBCf6DLGTA0aR/M9UnIhaLxWKxWCwWi8Xiv/EClQRPrBxC1xQAAAAASUVORK5CYII=",
  "base64",
);
const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(131_063, 37)]);
const unknown = Buffer.alloc(60, 0xf5);
const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><i:GetResponse xmlns:i="urn:invoices"><i:Logo>${picture.toString("base64")}</i:Logo><i:Invoice>\r\n${pdf
  .toString("base64")
  .replace(
    /.{76}/g,
    "$&\r\n",
  )}\r\n</i:Invoice><i:Seal>${unknown.toString("base64")}</i:Seal><i:Total>12.50</i:Total></i:GetResponse></s:Body></s:Envelope>`;

suite("Base64 data in a response", () => {
  const service = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/xml; charset=utf-8").end(body);
  });
  const workbench = suiteWorkbench({
    service,
    files: (host) => ({
      "get.soaphttp": `# @wsdl ./invoices.wsdl\nPOST / HTTP/1.1\nHost: ${host}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}\n\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Get xmlns="urn:invoices"/></s:Body></s:Envelope>\n`,
      "invoices.wsdl": invoicesWsdl(host),
    }),
    settings: { "editor.minimap.enabled": false },
  });
  const response = () => workbench.response();

  test("a value has a lens with its kind and size, and a long value is folded", async () => {
    await workbench.page.keyboard.press("Control+B"); // more room without the side bar
    await workbench.lenses(workbench.source, "Send Request").first().click();
    for (const title of [/^PNG · 101 B$/, /^PDF · 128 KB$/, /^Binary data · 60 B$/]) {
      await response()
        .locator(".codelens-decoration", { hasText: title.source.slice(1, -1) })
        .first()
        .waitFor();
    }
    // The lines of the invoice are hidden, so the total is visible.
    await response().locator(".view-line", { hasText: "<i:Total>12.50</i:Total>" }).waitFor();
    await workbench.page.screenshot({ path: "out/e2e/binary-values.png" });
  });

  test("an image is shown in a hover", async () => {
    await workbench.hover(await workbench.place(response(), "      <i:Logo>iVBORw0KGgo", "iVBORw0KGgo"));
    const image = workbench.page.locator(".monaco-hover:visible img");
    await image.waitFor();
    assert.equal(
      await image.evaluate(({ naturalWidth, naturalHeight }) => `${naturalWidth} x ${naturalHeight}`),
      "40 x 30",
    );
    await workbench.page.screenshot({ path: "out/e2e/binary-hover.png" });
    await workbench.page.keyboard.press("Escape");
  });

  test("a value is saved with its own bytes", async () => {
    const line = await workbench.place(response(), "      <i:Invoice>", "Invoice");
    await (await workbench.lensAbove(response(), line, "Save…")).click();
    const file = join(workbench.folder, "invoice.pdf");
    await workbench.answerPath(file);
    await workbench.until("the file", () => {
      try {
        return readFileSync(file).equals(pdf);
      } catch {
        return false;
      }
    });
  });

  test("a value opens in a tab that has the name of its element", async () => {
    const line = await workbench.place(response(), "      <i:Logo>", "Logo");
    await (await workbench.lensAbove(response(), line, "Open")).click();
    await workbench.page.locator(".tab.active", { hasText: "Logo.png" }).waitFor();
    await workbench.page.screenshot({ path: "out/e2e/binary-open.png" });
  });
});

function invoicesWsdl(host) {
  const element = (name, content) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
  const data = ["Logo", "Invoice", "Seal"]
    .map((name) => `<xs:element name="${name}" type="xs:base64Binary"/>`)
    .join("");
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:i="urn:invoices" targetNamespace="urn:invoices">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:invoices" elementFormDefault="qualified">
${element("Get", "")}${element("GetResponse", `${data}<xs:element name="Total" type="xs:decimal"/>`)}
</xs:schema></types>
<message name="In"><part name="p" element="i:Get"/></message><message name="Out"><part name="p" element="i:GetResponse"/></message>
<portType name="P"><operation name="Get"><input message="i:In"/><output message="i:Out"/></operation></portType>
<binding name="B" type="i:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
<operation name="Get"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="i:B"><s:address location="http://${host}/"/></port></service></definitions>`;
}
