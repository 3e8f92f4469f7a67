import assert from "node:assert/strict";
import { folds } from "../../../server/src/features/folding.ts";
import { formatSegment } from "../../../server/src/features/formatting.ts";
import { definitions } from "../../../server/src/features/occurrences.ts";
import { outline, requestNamesInText } from "../../../server/src/features/symbols.ts";
import { analyze, applyEdits, messagesOf, textOf } from "../../../server/src/service/languageService.ts";
import { completionsAt, labelsAt } from "../../support/completions.ts";
import { serviceWsdl } from "../../support/contracts.ts";
import { request } from "../../support/findings.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { hoverIn, requestSections } from "../../support/structure.ts";
import { expectRenamed } from "./rename/renaming.ts";

const body = (reference: string) => `<s:Envelope xmlns:s="u"><s:Body><a>${reference}</a></s:Body></s:Envelope>`;
const using = (reference: string) => `###\n${request({}, body(reference))}`;

suite("features in documents", () => {
  test("A document is listed with its elements, and isn't a request", () => {
    const text = `@x = 1\n# @document invoice\n\n<i:Invoice xmlns:i="u"><i:Id>1</i:Id></i:Invoice>\n${using("{{invoice}}")}`;
    const [first] = outline(requestSections(text));
    assert.equal(first?.name, "invoice");
    const names = first?.children.map(({ name }) => name);
    assert.deepEqual(names, ["@x", "i:Invoice"]);
    assert.equal(requestNamesInText(text).length, 1);
    assert.equal(messagesOf(analyze(text)).length, 1);
  });

  test("Rename and Go to Definition know the name of a document", () => {
    const text = `# @document «invoice»\n\n<i/>\n###\n@x = {{«invo|ice»}}\n${using("{{$concat «invoice» x}}")}`;
    expectRenamed(text, "invoice");
    const { text: typed, offset } = withCursor(text.replace(/[«»]/g, ""));
    const [definition] = definitions(requestSections(typed), offset);
    assert.match(mark(typed, definition ? [definition.name] : []), /^# @document «invoice»/);
  });

  test("Names of elements and prefixes in a document can be renamed", () => {
    expectRenamed('# @document a\n\n<«p|»:a xmlns:«p»="u"><«p»:b/></«p»:a>\n', "p");
  });

  test("The elements of a document fold", () => {
    const ranges = folds(requestSections(`# @document a\n\n<a>\n  <b/>\n  <c/>\n</a>\n###\n`));
    assert.ok(ranges.some(({ depth }) => depth === 2));
  });

  test("A document is formatted as a body", () => {
    const text = "#  @document a \n \n<a><b/><c/></a>\n";
    const analysis = analyze(text);
    const [placed] = analysis.document.segments;
    assert.ok(placed);
    const layout = { indent: "  ", lineBreak: "\n" };
    const edits = formatSegment(placed.segment, textOf(analysis, placed.segment), layout);
    assert.equal(applyEdits(text, edits), "# @document a\n\n<a>\n  <b/>\n  <c/>\n</a>\n");
  });

  test("A hover shows the value of a document", () => {
    assert.match(hoverIn(`# @document inv\n\n<i>1</i>\n${using("{{in|v}}")}`)?.markdown ?? "", /<i>1<\/i>/);
  });

  test("Completion offers # @document first, documents as values, and what a document can contain", () => {
    assert.equal(completionsAt("# @|\n")[0]?.label, "@document");
    assert.ok(labelsAt(`# @document inv\n\n<i/>\n${using("{{|")}`).includes("inv"));
    assert.ok(labelsAt("# @document inv\n\n<i><abc/><|\n").includes("abc"));
    assert.ok(labelsAt("@var = 1\n# @document inv\n\n<i>{{|\n").includes("var"));
    assert.deepEqual(labelsAt("# @document inv\n|\n<i/>\n"), []);
  });

  suite("completion by the schema in a document", () => {
    const order = `<xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="gift" type="xs:boolean"/></xs:sequence>
      <xs:attribute name="unit" type="xs:string"/></xs:complexType></xs:element>`;
    const invoice = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:inv" elementFormDefault="qualified">
      <xs:element name="Invoice"><xs:complexType><xs:sequence><xs:element name="ID"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;
    const resolver = around({ files: { "/w/shop.wsdl": serviceWsdl(order), "/w/invoice.xsd": invoice } });
    const offered = (document: string, preamble = "") => {
      const text = `# @name first\nGET / HTTP/1.1\nHost: h\n\n###\n${preamble}# @document order\n\n${document}\n${using("{{order}}")}`;
      return labelsAt(text, { resolver }).filter((label) => !/^(?:!|\/)/.test(label));
    };

    test("Completion offers what a document contains by the WSDL in the workspace that has its root as a payload", () => {
      assert.deepEqual(offered('<o:Order xmlns:o="urn:t"><|</o:Order>'), ["o:id"]);
      assert.deepEqual(offered('<o:Order xmlns:o="urn:t"><o:id>1</o:id><|'), ["o:gift"]);
      assert.deepEqual(offered('<o:Order xmlns:o="urn:t" |>'), ["unit"]);
      assert.deepEqual(offered('<o:Order xmlns:o="urn:t"><o:id>1</o:id><o:gift>|</o:gift></o:Order>'), [
        "true",
        "false",
      ]);
    });

    test("Completion offers what a document contains by the schema that # @wsdl above it names", () => {
      const named = "# @wsdl ../../invoice.xsd\n";
      assert.deepEqual(offered('<i:Invoice xmlns:i="urn:inv"><|</i:Invoice>', named), ["i:ID"]);
      assert.deepEqual(offered("<|", named).slice(0, 2), ["ns1:Invoice", "soap:Envelope"]);
    });

    test("Completion offers the payloads of all operations as the root of a document", () => {
      assert.deepEqual(offered("<|").slice(0, 2), ["t:Order", "soap:Envelope"]);
    });
  });
});
