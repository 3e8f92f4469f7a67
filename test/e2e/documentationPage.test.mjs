import { strict as assert } from "node:assert";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { importBundled } from "../../scripts/importBundled.mjs";
import { install } from "../hosts/install.mjs";
import { launch } from "../hosts/page.mjs";

suite("the documentation of a service in a browser", () => {
  let browser;
  let folder;
  let url;

  suiteSetup(async () => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-documentation-"));
    const { documentationPage } = await importBundled("server/src/documentation/page.ts");
    const { Contract, ContractDocuments } = await importBundled("server/src/contract/contract.ts");
    const hostile = "&lt;script>globalThis.ran = true&lt;/script>&lt;img src='http://198.51.100.1/x'>";
    const types = `<xs:complexType name="Person"><xs:annotation><xs:documentation>${hostile}</xs:documentation></xs:annotation><xs:sequence>
      <xs:element name="friend" type="tns:Person" minOccurs="0"/><xs:choice><xs:element name="phone"><xs:complexType><xs:sequence>
      <xs:element name="number" type="xs:string"/></xs:sequence></xs:complexType></xs:element><xs:element name="mail" type="xs:string"/></xs:choice></xs:sequence></xs:complexType>`;
    const bytes = readFileSync("samples/calculator.wsdl", "utf8")
      .replace('<xs:element name="a" type="xs:double"/>', '$&<xs:element name="person" type="tns:Person"/>')
      .replace("</xs:schema>", `${types}$&`);
    const file = { bytes: new TextEncoder().encode(bytes) };
    const contract = new Contract(
      "file:///w",
      (uri) => (uri === "file:///w" ? file : undefined),
      new ContractDocuments(),
    );
    writeFileSync(join(folder, "w.html"), documentationPage(contract, { title: "calculator.wsdl" }));
    url = pathToFileURL(join(folder, "w.html")).href;
    browser = await launch(await install("web"));
  });
  suiteTeardown(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const colorScheme of ["light", "dark"])
    test(`the page has no problem of accessibility that axe finds, in the ${colorScheme} theme, also when zoomed`, async () => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 640, height: 400 } });
      await page.goto(url);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`),
        [],
      );
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 640), "nothing is beside the page");
      await page.screenshot({ path: join("out", "e2e", `documentation-${colorScheme}.png`), fullPage: true });
      await page.close();
    });

  test("the page runs nothing and fetches nothing, and the keyboard follows its links without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const requested = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(url);
    assert.ok((await page.locator("main").innerText()).includes("<img src='http://198.51.100.1/x'>"));
    await page.locator("a", { hasText: "Person" }).first().focus();
    await page.keyboard.press("Enter");
    await page.locator("h3:target", { hasText: "Person" }).waitFor();
    assert.deepEqual([...new Set(requested.map((one) => one.split("#")[0]))], [url]);
    await context.close();
  });
});
