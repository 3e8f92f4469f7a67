import assert from "node:assert/strict";
import { gzipSync, zipSync } from "fflate";
import { soapui } from "../../../../server/src/import/soapui/reader.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { importedDecompressed, importedLevels, keptProject } from "../../../../server/src/text/limits.ts";
import {
  bodyOf,
  calcSoap,
  call,
  caseFile,
  caseProject,
  envelope,
  imported,
  outcomes,
  preambleOf,
  project,
  properties,
  soapStep,
  sourceFile,
  step,
  textOf,
} from "../../../support/soapuiProjects.ts";

function problemOf(content: string | Uint8Array): string {
  const read = soapui.read({ path: "p.xml", files: [sourceFile("p.xml", content)] });
  return "problem" in read ? read.problem : "none";
}

/** Makes a project so large that the content of its test cases isn't kept. */
const padding = `<!--${"-x".repeat(keptProject / 2)}-->`;

suite("hostile SoapUI projects", () => {
  test("hostile projects are refused with a document type declaration, entities or broken XML", () => {
    const declared = project("").replace("<con:", '<!DOCTYPE x [<!ENTITY a "b">]><con:');
    assert.match(problemOf(declared), /^The file has a document type declaration\./);
    assert.match(problemOf(project("&a;")), /^Line 2 of the file isn't well-formed XML: Invalid character entity/);
    assert.match(problemOf(project("<a>")), /^Line 2 of the file isn't well-formed XML: /);
    assert.match(problemOf(""), /^The file contains no XML\.$|^Line 1 /);
    assert.match(problemOf("<a/>"), /^The file isn't a SoapUI project\.$/);
    assert.match(
      problemOf('<soapui-project hasOwnProperty="1" ä="2"/>'),
      /^Line 1 of the file isn't well-formed XML: /,
    );
  });

  test("hostile projects are refused if they are encrypted", () => {
    assert.equal(
      problemOf(project("<con:encryptedContent>AAAA</con:encryptedContent>")),
      "The project is encrypted. Remove its password in SoapUI, save it, and import it again.",
    );
    assert.equal(problemOf(project("<con:encryptedContent/>")), "none");
  });

  test("each copy of a definition has the ending of XML", () => {
    const names = ["x?xsd=1", "y.exe", "z.XSD"];
    const parts = names.map(
      (name) => `<con:part><con:url>${name}</con:url><con:content>&lt;a/></con:content></con:part>`,
    );
    const cached = calcSoap().replace("</con:definitionCache>", `${parts.join("")}$&`);
    const copies = [...imported(project(cached)).files.keys()].filter((path) => path.startsWith("wsdl/"));
    assert.deepEqual(
      copies.map((path) => path.split("/").at(-1)),
      ["calc.wsdl", "x.xml", "y.exe.xml", "z.XSD"],
    );
  });

  test("a copy of a definition with a byte order mark is read as without it", () => {
    const marked = calcSoap().replace("<con:content>", "$&&#xFEFF;");
    assert.notEqual(marked, calcSoap());
    assert.deepEqual(imported(project(marked)).items, imported(project(calcSoap())).items);
    assert.deepEqual([...imported(project(marked)).files], [...imported(project(calcSoap())).files]);
  });

  test("hostile projects are refused if they are nested too deep", () => {
    const deep = (levels: number) => project("<a>".repeat(levels) + "</a>".repeat(levels));
    assert.match(problemOf(deep(importedLevels)), /^The file has more than 1000 levels/);
    assert.equal(problemOf(deep(importedLevels - 1)), "none");
    const inCase = (levels: number) => `<con:testCase>${"<a>".repeat(levels)}${"</a>".repeat(levels)}</con:testCase>`;
    for (const text of [inCase(importedLevels), inCase(importedLevels) + padding]) {
      assert.match(problemOf(project(text)), /^The file has more than 1000 levels/);
    }
    for (const text of [inCase(importedLevels - 2), inCase(importedLevels - 2) + padding]) {
      assert.equal(problemOf(project(text)), "none");
    }
  });

  test("hostile projects are read the same by the slower parser, which reads names in other scripts, and if they are too large to be kept", () => {
    const text = project(
      `${calcSoap({ calls: call("Request 1", { body: "<a>&#65;]]&gt;</a>" }) })}<con:testSuite name="Suite"><con:description>a<!-- b -->c <b x='1'/></con:description><con:testCase name="A &amp; B">${soapStep("Add")}${step("manualTestStep", "M", "<con:a>\n<b ></b\n></con:a>")}${properties({ x: "ü" })}</con:testCase></con:testSuite>`,
    );
    for (const added of ["<ä/>", padding]) {
      const other = text.replace("</con:soapui-project>", `${added}</con:soapui-project>`);
      assert.deepEqual(imported(other), imported(text));
    }
  });

  test("hostile projects are read in the charset that they declare, and refused where they have other bytes", () => {
    const text = project(properties({ x: "ä" })).replace("UTF-8", "ISO-8859-1");
    const latin1 = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const read = soapui.read({ path: "p", files: [sourceFile("p", latin1)] });
    assert.ok("variables" in read && read.variables[0]?.value[0] === "ä");
    assert.match(
      problemOf(Uint8Array.from(project("ä"), (character) => character.charCodeAt(0))),
      /bytes that are not utf-8/i,
    );
    assert.match(problemOf(project("").replace("UTF-8", "x-none")), /^The file declares the unknown charset x-none\./);
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(project(""), (c) => c.charCodeAt(0)).buffer),
    ]);
    assert.equal(soapui.recognizes(sourceFile("p", utf16)), true);
    assert.equal(problemOf(utf16), "none");
  });

  test("hostile projects can't leave the folder with a name, nor end a line", () => {
    const names = ["../../etc/passwd", "..", "CON", "a\\b", "C:\\x", "aux.txt", "x&#10;y", "x&#0009;", ""];
    for (const name of names) {
      const result = imported(
        project(
          `${calcSoap()}<con:testSuite name="${name}"><con:testCase name="${name}">${soapStep(name)}</con:testCase></con:testSuite><con:mockService name="${name}"/>`,
          name,
        ),
      );
      for (const path of result.files.keys()) {
        assert.ok(!/(?:^|\/)(?:\.\.?|con|aux)(?:[/.]|$)|[\\:\n]|^\//i.test(path), path);
      }
    }
  });

  test("hostile projects can't add lines with headers, addresses, operations or assertions", () => {
    const result = imported(
      caseProject(
        soapStep("Add", {
          endpoint: "http://localhost/\r\nX: 1",
          settings: { "@request-headers": '<entry key="A&#10;B: 1" value="x&#13;&#10;C: 1"/>' },
          inner: `<con:assertion type="SOAP Fault Assertion&#10;POST / HTTP/1.1" name="x"/>`,
        }),
      ),
    );
    const text = textOf(result, caseFile);
    assert.ok(!/^(?:X|B|C): 1|^POST \//m.test(text), text);
  });

  test("hostile projects can't add segments with bodies and scripts", () => {
    assert.equal(bodyOf({ body: "<a>\n### x\n</a>" }), "<a>\n ### x\n</a>");
    const [comment = "", ...rest] = preambleOf({
      inner:
        "<con:assertion type='X'><con:configuration><scriptText>\u2028### x\r### y</scriptText></con:configuration></con:assertion>",
    });
    assert.equal(comment, "# | assertion X");
    assert.ok(
      rest.every((line) => line.startsWith("# |")),
      rest.join("\n"),
    );
  });

  test("hostile projects can't fill the memory with compressed bodies and attachments", () => {
    const bomb = toBase64(gzipSync(new Uint8Array(importedDecompressed + 1)));
    const text = caseProject(soapStep("Add")).replace(
      /<con:request><!\[CDATA\[.*?\]\]>/,
      `<con:request compression="gzip">${bomb}`,
    );
    assert.deepEqual(outcomes(imported(text), "Suite", "Case", "Add"), [
      "step request: translated",
      "request request: partly",
    ]);
    const zip = toBase64(zipSync({ a: new Uint8Array(importedDecompressed + 1) }));
    const attachment = `<con:attachment><con:name>a</con:name><con:data>${zip}</con:data></con:attachment>`;
    const result = imported(caseProject(soapStep("Add", { inner: attachment })));
    assert.equal(textOf(result, "attachments/a"), "");
    assert.deepEqual(outcomes(result, "Suite", "Case", "Add", "a"), ["attachment attachment: partly"]);
  });

  test("hostile projects can't make an import endless with properties that contain each other", () => {
    const values = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        `<a>\${#Project#p${(index + 1) % 40}}\${#Project#p${(index + 1) % 40}}</a>`,
      ]),
    );
    const body = bodyOf({ body: envelope("${#Project#p0}") }, properties(values));
    assert.ok(body.length < 2_000_000);
  });

  const many = properties(Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`p${index}`, ""])));
  const places: Readonly<Record<string, string>> = {
    "test case": many,
    "Properties step": step("properties", "P", many),
  };
  for (const [place, content] of Object.entries(places)) {
    test(`a project with 130,000 properties in a ${place} has too many items`, () => {
      const read = soapui.read({ path: "p.xml", files: [sourceFile("p.xml", caseProject(content))] });
      assert.ok("ledger" in read && read.ledger.isFull);
    });
  }

  test("unknown parts of projects become comments", () => {
    const result = imported(
      caseProject(step("", "", "") + step("request", "No request", "") + soapStep("Add", {}, ' x="1"')),
    );
    assert.deepEqual(outcomes(result, "Suite", "Case", "No request"), ["step request: kept"]);
  });
});
