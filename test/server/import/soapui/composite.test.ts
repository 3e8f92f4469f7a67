import assert from "node:assert/strict";
import { soapui } from "../../../../server/src/import/soapui/reader.ts";
import { imported, sourceFile, textOf } from "../../../support/soapuiProjects.ts";

const ns = 'xmlns:con="http://eviware.com/soapui/config"';
const call = (name: string) =>
  `<con:call name="${name}"><con:endpoint>http://localhost/c</con:endpoint><con:request>&lt;a/></con:request></con:call>`;
const operation = (name: string) =>
  `<con:operation ${ns} name="${name}" action="urn:${name}">${call("Request 1")}</con:operation>`;
const testCase = (name: string) =>
  `<con:testCase ${ns} name="${name}"><con:testStep type="request" name="Add"><con:config><con:interface>CalcSoap</con:interface><con:operation>Add</con:operation><con:request name="Add"><con:request>&lt;a/></con:request></con:request></con:config></con:testStep></con:testCase>`;

const main = `<con:soapui-project ${ns} name="Calculator" compositeProjectFormat="1.3"><con:properties/></con:soapui-project>`;
const parts = {
  "CalcSoap/settings.xml": `<con:interface ${ns} type="wsdl" name="CalcSoap" soapVersion="1_1"><con:endpoints><con:endpoint>http://localhost/calc</con:endpoint></con:endpoints></con:interface>`,
  "CalcSoap/Sub.xml": operation("Sub"),
  "CalcSoap/Add.xml": operation("Add"),
  "Suite-1/settings.xml": `<con:testSuite ${ns} name="Suite 1"/>`,
  "Suite-1/B.xml": testCase("B"),
  "Suite-1/A.xml": testCase("A"),
  "reports/config.xml": "<report/>",
};

suite("a SoapUI project that is a folder", () => {
  test("a project folder is recognized by its settings.xml", () => {
    assert.equal(soapui.marksFolder?.(sourceFile("a/settings.xml", main)), true);
    assert.equal(soapui.marksFolder?.(sourceFile("a/b/settings.xml", parts["Suite-1/settings.xml"])), false);
    assert.equal(soapui.marksFolder?.(sourceFile("a/project.xml", main)), false);
  });

  test("a project folder is put together, in the order of element.order", () => {
    const result = imported({
      "p/settings.xml": main,
      ...Object.fromEntries(Object.entries(parts).map(([path, text]) => [`p/${path}`, text])),
      "p/Suite-1/element.order": "B\nA\n",
      "p/element.order": "Suite-1\nCalcSoap\n",
    });
    assert.match(textOf(result, "requests/CalcSoap.soaphttp"), /### Add Request 1[\s\S]*### Sub Request 1/);
    const cases = [...result.files.keys()].filter((path) => path.startsWith("tests/"));
    assert.deepEqual(cases, ["tests/Suite 1/B.soaphttp", "tests/Suite 1/A.soaphttp"]);
    assert.match(textOf(result, "tests/Suite 1/A.soaphttp"), /^POST http:\/\/localhost\/calc HTTP/m);
  });

  test("a project folder is put together in the order of project.content", () => {
    const result = imported({
      "settings.xml": main,
      ...parts,
      "project.content": "Suite-1\\B.xml\r\nSuite-1\\A.xml\r\n",
    });
    const cases = [...result.files.keys()].filter((path) => path.startsWith("tests/"));
    assert.deepEqual(cases, ["tests/Suite 1/B.soaphttp", "tests/Suite 1/A.soaphttp"]);
  });

  test("a project folder names the file that can't be read", () => {
    const read = soapui.read({
      path: "p",
      files: [sourceFile("settings.xml", main), sourceFile("Suite-1/A.xml", "<a")],
    });
    assert.ok("problem" in read && /^Suite-1\/A\.xml: Line 1 /.test(read.problem), JSON.stringify(read));
  });
});
