import assert from "node:assert/strict";
import { contractDefinitions } from "../../../server/src/features/contractDefinitions.ts";
import { sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { withCursor } from "../../support/marked.ts";
import { type Around, around } from "../../support/resolver.ts";
import { hoverIn } from "../../support/structure.ts";

const envelope = (payload: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`;
const add = request11({ "Content-Length": undefined }, envelope('<c:Ad|d xmlns:c="urn:calc"><c:a>1</c:a></c:Add>'));

function at(source: string, host: Around) {
  const { text, offset } = withCursor(source);
  const sections = sectionsOfSegments(analyze(text, undefined, around(host)));
  return {
    text,
    markdown: hoverIn(source, around(host))?.markdown ?? "",
    definition: contractDefinitions(sections, offset)[0],
  };
}

suite("at the payload of a request", () => {
  const files = { "/w/calc.wsdl": sampleWsdl() };

  test("the hover shows the operation, its documentation, and why it is this one", () => {
    const { markdown } = at(add, { files });
    const [operation = "", element = ""] = markdown.split("\n\n---\n\n");
    assert.equal(
      operation,
      [
        "**Add** — Operation Calc/Calcsoap11/Add",
        "Does Add.",
        'SOAP 1.1, action `"urn:Add"`, address `http://localhost:8080/calc`',
        "WSDL: `../../calc.wsdl`. It is in the workspace. The operation has this payload.",
      ].join("\n\n"),
    );
    assert.match(element, /^\*\*c:Add\*\*/);
  });

  test("the hover shows the first problem of the WSDL", () => {
    const broken = { "/w/calc.wsdl": sampleWsdl().replace("<types>", "<import/><types>") };
    assert.match(
      at(add, { files: broken }).markdown,
      /Problems of the WSDL: 1\. The first one: The import has no location/,
    );
  });

  test("the hover says where the WSDL is named, and that it has no such operation", () => {
    const { markdown } = at(
      `# @wsdl ../../calc.wsdl\n${add.replaceAll("c:Add", "c:Mul").replace("c:Ad|d", "c:M|ul")}`,
      { files },
    );
    assert.match(markdown, /Set by \\# @wsdl above the request\. It has no operation with this payload\./);
  });

  test("the hover names the operations if several could be meant", () => {
    const two = { "/w/calc.wsdl": sampleWsdl({ operations: ["One", "Two"], payload: "Add" }) };
    assert.match(at(add, { files: two }).markdown, /: Calc\/Calcsoap11\/One, Calc\/Calcsoap11\/Two\./);
  });

  test("Go to Definition leads to the operation in the WSDL", () => {
    const { definition, text } = at(add, { files });
    assert.ok(definition);
    const { uri, text: target, name } = definition.place;
    assert.equal(uri, "file:///w/calc.wsdl");
    assert.equal(text.slice(definition.from.start, definition.from.end), "c:Add");
    assert.match(target.slice(name.start), /^Add"><soap11:operation/);
  });

  test("the operation isn't shown inside the payload", () => {
    const { definition, markdown } = at(add.replace("Ad|d", "Add").replace("<c:a>", "<c:|a>"), { files });
    assert.match(definition?.place.text.slice(definition.place.whole.start) ?? "", /^<xs:element name="a"/);
    assert.doesNotMatch(markdown, /WSDL:/);
  });
});
