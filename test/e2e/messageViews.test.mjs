import { strict as assert } from "node:assert";
import { join, resolve } from "node:path";
import axe from "axe-core";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * The tree of a message and the boxes of its signed parts, with the keyboard alone.
 */
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:element name="note" type="xs:string" minOccurs="0"><xs:annotation><xs:documentation>For the parcel.</xs:documentation></xs:annotation></xs:element>
  <xs:choice><xs:element name="street" type="xs:string"/><xs:element name="box" type="xs:int"/></xs:choice>
</xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="Order"><part name="parameters" element="t:Order"/></message>
<portType name="Shop"><operation name="Order"><input message="t:Order"/></operation></portType>
<binding name="Shop" type="t:Shop"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
<operation name="Order"><soap:operation soapAction="urn:Order"/><input><soap:body use="literal"/></input></operation></binding>
<service name="Shop"><port name="Shop" binding="t:Shop"><soap:address location="http://localhost/s"/></port></service>
</definitions>
`;

const security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";

const request = (host) => `# @wsdl ./shop.wsdl
POST /s HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:Order"

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:t" xmlns:u="${security}-utility-1.0.xsd">
  <s:Header>
    <w:Security xmlns:w="${security}-secext-1.0.xsd">
      <u:Timestamp u:Id="T"><u:Created>{{$wsu.created}}</u:Created></u:Timestamp>
      {{$signature me parts=Timestamp keyInfo=X509Certificate}}
    </w:Security>
  </s:Header>
  <s:Body>
    <o:Order>
      <o:id>7</o:id>
      <o:box>12</o:box>
    </o:Order>
  </s:Body>
</s:Envelope>
`;

/** More types than a page of documentation describes at once. */
const types = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${Array.from(
  { length: 30 },
  (_, at) => `<xs:complexType name="Type${at}"/>`,
).join("")}</xs:schema>`;

const options = {
  files: (host) => ({ "order.soaphttp": request(host), "shop.wsdl": wsdl, "types.xsd": types }),
  settings: {
    "editor.minimap.enabled": false,
    "soaphttp.keys": { me: { file: resolve("test/fixtures/keys/me.pem") } },
  },
};

suite("the views of a message", () => {
  const workbench = suiteWorkbench(options);
  let page;
  suiteSetup(() => {
    page = workbench.page;
  });

  const row = (text) => workbench.pane("Message Structure").locator(".monaco-list-row", { hasText: text }).first();
  const line = (text) => workbench.source.locator(".view-line", { hasText: text });

  async function moveTo(text) {
    await workbench.until(`the focus on ${text}`, async () => {
      if (
        /focused/.test(
          (await row(text)
            .getAttribute("class")
            .catch(() => "")) ?? "",
        )
      )
        return true;
      await page.keyboard.press("ArrowDown");
      return false;
    });
  }

  test("the keyboard expands the message of a request, and inserts an element from it", async () => {
    await workbench.lenses(workbench.source, "shop.wsdl").first().waitFor();
    await workbench.focus(workbench.source);
    await workbench.run("Focus on Message Structure View");
    await row("Request").waitFor();
    // The view had the focus before it had rows.
    await workbench.run("Focus on Message Structure View");
    await moveTo("namespace urn:t");
    await page.keyboard.press("ArrowRight");
    await row("note").waitFor();
    assert.match((await row("note").getAttribute("aria-label")) ?? "", /note, xs:string, optional/);
    await moveTo("note");
    await page.screenshot({ path: join("out", "e2e", "message-structure.png") });
    await workbench.menu("Insert Element");
    await line("<o:note>note</o:note>").waitFor();
    // The editor takes the focus last, which would close a menu.
    await workbench.source.and(page.locator(".focused")).waitFor();
  });

  test("the boxes of the signed parts follow each theme, have names and contrast, and fit when they are narrow", async () => {
    await workbench.focus(workbench.source);
    await workbench.menu("SOAP Request", "Show Signed Parts");
    const boxes = workbench.webview();
    await boxes.locator("li.unsigned", { hasText: "Body" }).waitFor();
    assert.match(await boxes.locator("li.unsigned").innerText(), /Body ✗ not signed: it can be changed on the way/);
    assert.match(await boxes.locator("li.signed").innerText(), /Timestamp ✓ signed with the key me/);
    for await (const name of workbench.eachTheme()) {
      await page.screenshot({ path: join("out", "e2e", `signed-parts-${name}.png`) });
    }
    // VS Code's page runs no scripts, so axe looks at its content in a page of its own, with its own colors.
    const inner = (await boxes.locator("html").innerHTML()).replace(/<body[^>]*>/, "<body>");
    const content = `<!DOCTYPE html><html lang="en">${inner}</html>`;
    for (const colorScheme of ["light", "dark"]) {
      // As wide as at a zoom of 200 %.
      const own = await page
        .context()
        .browser()
        .newPage({ colorScheme, viewport: { width: 420, height: 400 } });
      await own.setContent(content);
      await own.evaluate(axe.source);
      const { violations } = await own.evaluate(() => globalThis.axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`),
        [],
      );
      assert.ok(await own.evaluate(() => document.documentElement.scrollWidth <= 420), "nothing is beside the page");
      await own.screenshot({ path: join("out", "e2e", `signed-parts-narrow-${colorScheme}.png`), fullPage: true });
      await own.close();
    }
  });
});

suite("the documentation of a large schema", () => {
  const workbench = suiteWorkbench(options);

  test("the keyboard follows a link to a type, and the link back to all", async () => {
    await workbench.openFile("types.xsd");
    await workbench.run("SOAP: Show Documentation");
    const documentation = workbench.webview();
    await documentation.getByRole("link", { name: "Type7", exact: true }).focus();
    await workbench.page.keyboard.press("Enter");
    await documentation.locator("h3", { hasText: "Type7" }).waitFor();
    await documentation.getByRole("link", { name: "All operations and types" }).focus();
    await workbench.page.keyboard.press("Enter");
    await documentation.getByRole("link", { name: "Type29", exact: true }).waitFor();
  });
});

suite("the views of a message, in German", () => {
  const workbench = suiteWorkbench({ language: "de", ...options });

  test("the boxes of the signed parts are in German", async () => {
    await workbench.lenses(workbench.source, "shop.wsdl").first().waitFor();
    await workbench.focus(workbench.source);
    await workbench.menu("SOAP-Request", "Signierte Teile anzeigen");
    const boxes = workbench.webview();
    await boxes.locator("li.unsigned", { hasText: "nicht signiert: kann unterwegs geändert werden" }).waitFor();
    assert.equal(await boxes.locator("html").getAttribute("lang"), "de");
  });
});
