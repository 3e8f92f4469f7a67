import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";

/*
 * Projects of other tools from their file to what they become: requests that are sent and tests that run.
 */
suite("importing projects of other tools", () => {
  const received = [];
  const service = createServer((request, response) => {
    received.push(request);
    response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" });
    response.end(envelope("<c:AddResponse><c:result>42</c:result></c:AddResponse>"));
  });
  const workbench = suiteWorkbench({
    service,
    settings: { "testing.automaticallyOpenTestResults": "neverOpen", "editor.minimap.enabled": false },
    files: (host) => ({
      "first.soaphttp": `GET / HTTP/1.1\nHost: ${host}\n`,
      "calculator-soapui-project.xml": soapuiProject(host),
      "orders/bruno.json": { version: "1", name: "Shop", type: "collection" },
      "orders/environments/Local.bru": `vars {\n  base: http://${host}\n}\n`,
      "orders/list/All orders.bru":
        "meta {\n  name: All orders\n  type: http\n}\n\nget {\n  url: {{base}}/orders\n}\n\nassert {\n  res.status: eq 200\n}\n",
      "portal.har": { log: { entries: [harEntry(`http://${host}/portal`)] } },
    }),
  });
  let page;
  suiteSetup(() => {
    page = workbench.page;
  });

  const file = (name) => page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
  const notification = (text) => page.locator(".notification-toast", { hasText: text });
  const read = (path) => readFileSync(join(workbench.folder, path), "utf8");
  /** Answers where the project is written, and waits for the list of what is left to do. */
  const imported = async (project, text) => {
    await page.locator(".quick-input-widget:visible", { hasText: "Select the folder for the imported" }).waitFor();
    await workbench.answerPath(workbench.folder);
    await notification(text).waitFor();
    assert.ok(existsSync(join(workbench.folder, project, "import.md")));
    await workbench.webview().getByRole("heading", { name: project }).waitFor();
  };
  const openLinked = async (name) => {
    await workbench.webview().locator("a", { hasText: name }).first().click();
    await page.locator(".tab.active", { hasText: name.split("/").at(-1) }).waitFor();
    return workbench.editor(`/${encodeURI(name)}`);
  };

  test("a SoapUI project is offered, and its test case passes", async () => {
    const offer = await workbench.notification("is a SoapUI project");
    await offer.getByRole("button", { name: "Import…" }).click();
    await imported("Calculator", "1 request and 1 test imported.");
    await page.screenshot({ path: "out/e2e/import-soapui.png" });
    const editor = await openLinked("tests/Suite/Case.soaphttp");
    await workbench.lenses(editor, "calc.wsdl › CalcPort › Add").first().waitFor();
    await workbench.run("Test: Run Tests in Current File");
    await page.locator(".codicon-testing-passed-icon").first().waitFor();
    await page.screenshot({ path: "out/e2e/import-soapui-tested.png" });
  });

  test("a Bruno collection is imported by its main file, and its request is sent in an environment", async () => {
    await file("orders").click();
    await workbench.menuOf(file("bruno.json"), "Import from SoapUI, Postman");
    // The message about the project before may still be there.
    await imported("Shop", /(?<!and )1 test imported\./);
    const editor = await openLinked("requests/list.soaphttp");
    await workbench.run("SOAP: Select Environment");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Local" }).first().click();
    await workbench.lenses(editor, "Send Request").first().click();
    await workbench.lenses(workbench.response(), /^200 OK/).waitFor();
    assert.equal(received.at(-1).url, "/orders");
    await page.screenshot({ path: "out/e2e/import-bruno.png" });
  });

  test("a HAR file is imported from the menu of the explorer, and its request is sent with its cookie", async () => {
    await workbench.menuOf(file("portal.har"), "Import from SoapUI, Postman");
    await imported("portal", "1 request imported.");
    assert.ok(!read("portal/requests/portal.soaphttp").includes("s3cret"));
    const editor = await openLinked("requests/portal.soaphttp");
    const count = received.length;
    await workbench.lenses(editor, "Send Request").first().click();
    await workbench.until("the request", () => received.length > count);
    assert.equal(received.at(-1).headers.cookie, "session=s3cret");
    await page.screenshot({ path: "out/e2e/import-har.png" });
  });
});

function envelope(content) {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="urn:calc"><s:Body>${content}</s:Body></s:Envelope>`;
}

function harEntry(url) {
  return { request: { method: "GET", url, headers: [{ name: "Cookie", value: "session=s3cret" }] } };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** An interface with a request, and a test case with one step. */
function soapuiProject(host) {
  const address = `<con:endpoint>http://${host}/calc</con:endpoint>`;
  const body = `<con:encoding>UTF-8</con:encoding>${address}<con:request>${escaped(envelope("<c:Add><c:a>40</c:a></c:Add>"))}</con:request>`;
  const match =
    "<con:assertion type=\"XPath Match\"><con:configuration><path>declare namespace c='urn:calc';\n//c:result</path><content>42</content></con:configuration></con:assertion>";
  const part = `<con:part><con:url>http://${host}/calc.wsdl</con:url><con:content>${escaped(wsdl(host))}</con:content></con:part>`;
  return `<con:soapui-project name="Calculator" xmlns:con="http://eviware.com/soapui/config" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<con:interface xsi:type="con:WsdlInterface" type="wsdl" name="Calc" soapVersion="1_1" definition="http://${host}/calc.wsdl"><con:definitionCache type="TEXT" rootPart="http://${host}/calc.wsdl">${part}</con:definitionCache><con:endpoints>${address}</con:endpoints>
<con:operation action="urn:calc/Add" name="Add"><con:call name="Request 1">${body}</con:call></con:operation></con:interface>
<con:testSuite name="Suite"><con:testCase name="Case"><con:testStep type="request" name="Add"><con:config xsi:type="con:RequestStep"><con:interface>Calc</con:interface><con:operation>Add</con:operation>
<con:request name="Add">${body}<con:assertion type="SOAP Fault Assertion"/>${match}</con:request></con:config></con:testStep></con:testCase></con:testSuite></con:soapui-project>`;
}

function wsdl(host) {
  const element = (name, child) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="${child}" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:c="urn:calc" targetNamespace="urn:calc">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:calc" elementFormDefault="qualified">${element("Add", "a")}${element("AddResponse", "result")}</xs:schema></types>
<message name="In"><part name="p" element="c:Add"/></message><message name="Out"><part name="p" element="c:AddResponse"/></message>
<portType name="P"><operation name="Add"><input message="c:In"/><output message="c:Out"/></operation></portType>
<binding name="B" type="c:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
<operation name="Add"><s:operation soapAction="urn:calc/Add"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="CalcPort" binding="c:B"><s:address location="http://${host}/calc"/></port></service></definitions>`;
}
