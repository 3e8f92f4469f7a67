import { strict as assert } from "node:assert";
import { serviceOf, suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * A request with a file as a part (MTOM), written from the WSDL, and the parts of its response.
 */
const pdf = `%PDF-1.7\n${"A".repeat(5_000)}`;

suite("a request with binary parts", () => {
  const received = [];
  const service = serviceOf((request, response, body) => {
    received.push({ type: request.headers["content-type"], body: body.toString("latin1") });
    const type = 'multipart/related; boundary="b"; type="application/xop+xml"; start="<r@x>"; start-info="text/xml"';
    response.setHeader("Content-Type", type).end(responseBody);
  });
  const workbench = suiteWorkbench({
    service,
    settings: { "editor.minimap.enabled": false },
    files: (host) => ({
      "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`,
      "store.soaphttp": "",
      "scan.pdf": pdf,
      "documents.wsdl": documentsWsdl(host),
    }),
  });

  test("the request is suggested by the name of its operation, its part becomes a file, and the bytes of the file are sent", async () => {
    const { page } = workbench;
    const editor = await workbench.openFile("store.soaphttp");
    await page.keyboard.type("Store", { delay: 60 });
    const suggestion = page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "Store (MTOM)" });
    await suggestion.waitFor();
    await page.screenshot({ path: "out/e2e/mtom-suggestions.png" });
    await suggestion.click();
    await editor.locator(".view-line", { hasText: /^Scan$/ }).waitFor();
    await page.locator(".statusbar-item", { hasText: "CRLF" }).waitFor();
    // The text of the part is the last placeholder, and selected.
    await page.locator(".statusbar-item", { hasText: "(4 selected)" }).waitFor();
    await page.keyboard.type("< ./scan.pdf", { delay: 60 });
    await page.keyboard.press("Escape");
    await editor.locator(".view-line", { hasText: /^<\s\.\/scan\.pdf$/ }).waitFor();
    await page.keyboard.press("Control+Alt+R");
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    const { type, body } = received.at(-1);
    assert.match(type, /^multipart\/related; .*type="application\/xop\+xml"/);
    assert.match(body, /<d:Scan><xop:Include href="cid:Scan-1@example.com"\/><\/d:Scan>/);
    assert.ok(body.includes(`\r\n\r\n${pdf}\r\n--`), body);
  });

  test("a part of the response is shown where the envelope refers to it, and can be opened and saved", async () => {
    const response = workbench.response();
    await response
      .locator(".codelens-decoration", { hasText: /^Part 2 · image\/png · \d+ B$/ })
      .first()
      .waitFor();
    await workbench.page.screenshot({ path: "out/e2e/mtom-response.png" });
    await workbench.focus(response);
    await workbench.run("SOAP: Open Response Body");
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "image/png" }).first().click();
    await workbench.page.locator(".tab.active", { hasText: "logo@x.png" }).waitFor();
  });
});

const responseBody = Buffer.concat([
  Buffer.from(
    [
      "--b",
      'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
      "Content-ID: <r@x>",
      "",
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><d:StoreResponse xmlns:d="urn:documents"><d:Logo><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:logo@x"/></d:Logo></d:StoreResponse></s:Body></s:Envelope>',
      "--b",
      "Content-Type: image/png",
      "Content-Transfer-Encoding: binary",
      "Content-ID: <logo@x>",
      "",
      "",
    ].join("\r\n"),
  ),
  // 40 by 30 red pixels.
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAALElEQVR42u3NMQ0AAAgDsClBCf6DLGTA0aR/M9UnIhaLxWKxWCwWi8Xiv/EClQRPrBxC1xQAAAAASUVORK5CYII=",
    "base64",
  ),
  Buffer.from("\r\n--b--\r\n"),
]);

function documentsWsdl(host) {
  const element = (name, child) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="${child}" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:d="urn:documents" targetNamespace="urn:documents">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:documents" elementFormDefault="qualified">${element("Store", "Scan")}${element("StoreResponse", "Logo")}</xs:schema></types>
<message name="In"><part name="p" element="d:Store"/></message><message name="Out"><part name="p" element="d:StoreResponse"/></message>
<portType name="P"><operation name="Store"><input message="d:In"/><output message="d:Out"/></operation></portType>
<binding name="B" type="d:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
<operation name="Store"><s:operation soapAction="urn:store"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="d:B"><s:address location="http://${host}/"/></port></service></definitions>`;
}
