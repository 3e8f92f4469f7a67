import { strict as assert } from "node:assert";
import { join } from "node:path";
import axe from "axe-core";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * A request as a form beside its text, with the keyboard alone.
 */
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:simpleType name="Size"><xs:restriction base="xs:string"><xs:enumeration value="S"/><xs:enumeration value="L"/></xs:restriction></xs:simpleType>
<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:element name="note" type="xs:string" minOccurs="0"/>
  <xs:element name="size" type="t:Size"/>
  <xs:element name="day" type="xs:date"/>
  <xs:element name="item" maxOccurs="3"><xs:complexType><xs:sequence><xs:element name="name" type="xs:token"/></xs:sequence>
    <xs:attribute name="gift" type="xs:boolean"/></xs:complexType></xs:element>
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

const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:t">
  <s:Body>
    <o:Order>
      <o:id>7</o:id>
      <o:size>S</o:size>
      <o:day>2026-11-29</o:day>
      <o:item>
        <o:name>Pen</o:name>
      </o:item>
      <o:box>12</o:box>
    </o:Order>
  </s:Body>
</s:Envelope>`;

const request = (host) => `# @wsdl ./shop.wsdl
POST /s HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:Order"
Content-Length: ${body.length}

${body}
`;

const files = (host) => ({ "order.soaphttp": request(host), "shop.wsdl": wsdl });

async function openForm(workbench, command) {
  await workbench.lenses(workbench.source, "shop.wsdl").first().waitFor();
  await workbench.focus(workbench.source);
  await workbench.run(command);
  await workbench.webview().locator("#fields").waitFor();
}

suite("a request as a form", () => {
  const workbench = suiteWorkbench({ settings: { "editor.minimap.enabled": false }, files });
  let page;
  let form;
  suiteSetup(() => {
    page = workbench.page;
    form = workbench.webview();
  });

  const focused = () =>
    form.locator("body").evaluate(() => {
      const { activeElement: node } = document;
      return node?.getAttribute("aria-label") ?? node?.labels?.[0]?.textContent ?? node?.tagName;
    });
  async function tabTo(name, key = "Tab") {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()) === name) return;
      await page.keyboard.press(key);
    }
    assert.equal(await focused(), name);
  }
  const line = (text) => workbench.source.locator(".view-line", { hasText: text });

  test("the form opens beside the text, and values that are typed in it are in the text, with Content-Length", async () => {
    await openForm(workbench, "SOAP: Edit as Form");
    assert.equal(await form.getByRole("status").innerText(), "No problems");
    // Tab selects the value.
    await tabTo("id");
    await page.keyboard.type("1234");
    await page.keyboard.press("Tab");
    await line("<o:id>1234</o:id>").waitFor();
    await line(`Content-Length: ${body.length + 3}`).waitFor();
  });

  test("a check box adds an optional element, and keeps the focus", async () => {
    await tabTo("Include note");
    await page.keyboard.press("Space");
    await line("<o:note>note</o:note>").waitFor();
    await form.getByRole("textbox", { name: "note" }).waitFor();
    assert.equal(await focused(), "Include note");
  });

  test("a list chooses a value, + repeats an element, and an alternative replaces another one", async () => {
    await tabTo("size");
    await page.keyboard.press("L");
    await line("<o:size>L</o:size>").waitFor();
    await tabTo("Add item");
    await page.keyboard.press("Enter");
    await workbench.until("two items", async () => (await line("<o:item>").count()) === 2);
    await workbench.until("the focus on the new item", async () => {
      const item = form.locator("li:focus-within[data-name=item]");
      return (await item.count()) === 1 && (await item.getAttribute("id")) === "i0.5";
    });
    await tabTo("Choose an alternative to box");
    await page.keyboard.press("s");
    await line("<o:street>").waitFor();
    assert.equal(await line("<o:box>").count(), 0);
    const list = form.getByRole("combobox", { name: "Choose an alternative to street" });
    await list.waitFor();
    assert.equal(await list.locator("option:checked").innerText(), "street");
  });

  test("a date that is typed in part isn't written", async () => {
    const day = form.getByLabel("day", { exact: true });
    await tabTo("size", "Shift+Tab");
    await tabTo("day");
    await page.keyboard.press("Delete");
    assert.equal(await day.inputValue(), "");
    await tabTo("size", "Shift+Tab");
    assert.equal(await day.inputValue(), "2026-11-29");
    // If the date were written, it would be written before the next value.
    await page.keyboard.press("S");
    await line("<o:size>S</o:size>").waitFor();
    await line("<o:day>2026-11-29</o:day>").waitFor();
  });

  test("a value that is set while the text changes is set", async () => {
    await tabTo("id", "Shift+Tab");
    await page.keyboard.type("12345");
    // The form now has an old version, as if the text had changed since it was shown.
    await (await formFrame()).evaluate("version = -1");
    await page.keyboard.press("Tab");
    await line("<o:id>12345</o:id>").waitFor();
    await form.locator('[data-value="12345"]').waitFor();
    await tabTo("id", "Shift+Tab");
    await page.keyboard.type("1234");
    await page.keyboard.press("Tab");
    await line("<o:id>1234</o:id>").waitFor();
    await form.locator('[data-value="1234"]').waitFor();
  });

  test("a problem is at its field, and Undo in the form and in the text restores the text", async () => {
    await tabTo("id", "Shift+Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("x");
    await page.keyboard.press("Enter");
    await form.locator(".problem").waitFor();
    assert.equal(await form.getByRole("textbox", { name: "id" }).getAttribute("aria-invalid"), "true");
    await workbench.until("the number of problems", async () =>
      /^1 problem/.test(await form.getByRole("status").innerText()),
    );
    await page.keyboard.press("Control+Z");
    await line("<o:id>1234</o:id>").waitFor();
    await form.locator(".problem").waitFor({ state: "detached" });
    // The other changes are undone in the text, and the form follows.
    await workbench.focus(workbench.source);
    await workbench.until("the text of the file", async () => {
      await page.keyboard.press("Control+Z");
      return (await line("<o:id>7</o:id>").count()) === 1;
    });
    await workbench.until(
      "the form of the file",
      async () => (await form.getByRole("textbox", { name: "id" }).inputValue()) === "7",
    );
    assert.equal(await form.getByRole("textbox", { name: "note" }).count(), 0);
  });

  test("the form has names and contrast in each theme, and fits when it is narrow", async () => {
    for await (const name of workbench.eachTheme()) {
      await form
        .locator(`body.${name === "vs" ? "vscode-light" : name === "vs-dark" ? "vscode-dark" : "vscode-high-contrast"}`)
        .waitFor();
      const frame = await formFrame();
      await frame.evaluate(axe.source);
      // VS Code fades from one theme into the next.
      let violations;
      const looks = async () => {
        violations = await frame.evaluate(async () => {
          const results = await globalThis.axe.run({ resultTypes: ["violations"] });
          return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
        });
        return violations.length === 0;
      };
      for (let tries = 0; tries < 10 && !(await looks()); tries++) await page.waitForTimeout(500);
      assert.deepEqual(violations, [], name);
      await page.screenshot({ path: join("out", "e2e", `form-${name}.png`) });
    }
    // Half as wide, as at a zoom of 200 %.
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width: width / 2, height: height / 2 });
    await workbench.until("a form without a horizontal scroll bar", () =>
      form.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    );
    await page.screenshot({ path: join("out", "e2e", "form-narrow.png") });
    await page.setViewportSize({ width, height });
  });

  test("a form is restored when the window is reloaded", async () => {
    // VS Code restores no editors if the address names one.
    await page.goto(workbench.server.address(workbench.folder));
    await workbench.webview().locator("#fields").waitFor();
    assert.equal(await form.getByRole("textbox", { name: "id" }).inputValue(), "7");
  });

  async function formFrame() {
    for (const frame of page.frames())
      if (
        (await frame
          .locator("#fields")
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    throw new Error("there is no form");
  }
});

suite("a request as a form, in German", () => {
  const workbench = suiteWorkbench({ language: "de", files });

  test("the form is in German", async () => {
    await openForm(workbench, "SOAP: Als Formular bearbeiten");
    const form = workbench.webview();
    assert.equal(await form.getByRole("status").innerText(), "Keine Probleme");
    await form.getByRole("checkbox", { name: "note einfügen" }).waitFor();
    assert.equal(await form.locator("html").getAttribute("lang"), "de");
  });
});
