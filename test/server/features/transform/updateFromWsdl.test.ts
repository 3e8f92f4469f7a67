import assert from "node:assert/strict";
import { sectionAt, sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { updateFromWsdl } from "../../../../server/src/features/transform/update/updateFromWsdl.ts";
import { analyze, applyEdits, diagnose } from "../../../../server/src/service/languageService.ts";
import { request, request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

const head = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:v2" targetNamespace="urn:v2"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">`;

interface Service {
  /** Content of the schema with the namespace `urn:v2`. */
  readonly schema: string;
  readonly parts?: string;
  readonly style?: "document" | "rpc";
  /** Content of the input in the binding. */
  readonly input?: string;
  readonly soap?: "soap" | "soap12";
  readonly form?: "qualified" | "unqualified";
}

function wsdl(service: Service): string {
  const { schema, parts = '<part name="body" element="t:Add"/>', style = "document", soap = "soap" } = service;
  const { input = `<${soap}:body use="literal" namespace="urn:v2"/>`, form = "qualified" } = service;
  return `${head}
<types><xs:schema targetNamespace="urn:v2" elementFormDefault="${form}">${schema}</xs:schema></types>
<message name="In">${parts}</message><message name="Head"><part name="ticket" element="t:Ticket"/></message>
<portType name="P"><operation name="Add"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><${soap}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Add"><${soap}:operation soapAction="urn:add"/><input>${input}</input></operation></binding>
<service name="S"><port name="P" binding="t:B"><${soap}:address location="http://h/s"/></port></service>
</definitions>`;
}

function add(content: string, more = ""): string {
  return `<xs:element name="Add"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>${more}`;
}

const a = '<xs:element name="a" type="xs:int"/>';
const b = '<xs:element name="b" type="xs:string"/>';

function envelope(payload: string, header = "", declarations = 'xmlns:c="urn:v2"'): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${declarations}>${header}
  <s:Body>
    ${payload}
  </s:Body>
</s:Envelope>`;
}

function soap11(body: string): string {
  return `# @wsdl ./s.wsdl\n${request11({ SOAPAction: '"urn:add"' }, body)}`;
}

/** The text after the update; undefined if it isn't offered. Asserts that no finding of a schema is left, but these. */
function updated(source: string, service: Service, ...left: readonly string[]): string | undefined {
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl(service) } });
  const analysis = analyze(source, undefined, resolver);
  const section = sectionAt(sectionsOfSegments(analysis), 0);
  assert.ok(section?.kind === "message" && section.message);
  const context = {
    section,
    message: section.message,
    selection: { start: 0, end: 0 },
    codes: () => new Set<string>(),
  };
  const [update] = updateFromWsdl(context);
  if (update === undefined) return undefined;
  const text = applyEdits(source, update.edits());
  const findings = diagnose(analyze(text, undefined, resolver));
  const codes = findings.map(({ code }) => code).filter((code) => code !== "header-comment");
  assert.deepEqual(codes, left, `${text}\n${findings.map((one) => one.message).join("\n")}`);
  return text;
}

/** Asserts the payload after an update. */
function expectPayload(payload: string, service: Service, expected: string, ...left: readonly string[]): void {
  assert.equal(compact(bodyOf(updated(soap11(envelope(payload)), service, ...left))), compact(expected));
}

/** Returns a text without whitespace between elements. */
function compact(text = ""): string {
  return text.replace(/>\s+</g, "><");
}

function bodyOf(text: string | undefined): string | undefined {
  return text && /<\w+:Body>\s*(.*?)\s*<\/\w+:Body>/s.exec(text)?.[1];
}

suite("Update from WSDL", () => {
  test("the update isn't offered for a valid request", () => {
    assert.equal(updated(soap11(envelope("<c:Add><c:a>1</c:a></c:Add>")), { schema: add(a) }), undefined);
  });

  test("the update follows a renamed namespace, where it is declared", () => {
    const payload = '<c:Add><c:a xsi:type="c:Big">1</c:a></c:Add>';
    const declarations = 'xmlns:c="urn:v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const big = '<xs:simpleType name="Big"><xs:restriction base="xs:int"/></xs:simpleType>';
    const after = updated(soap11(envelope(payload, "", declarations)), { schema: add(a, big) });
    assert.equal(bodyOf(after), payload);
    assert.match(after ?? "", /xmlns:c="urn:v2" xmlns:xsi=/);
  });

  test("the update inserts a new required element with a sample value", () => {
    const payload = "<c:Add>\n      <c:b>text</c:b>\n    </c:Add>";
    const expected = "<c:Add>\n      <c:a>1</c:a>\n      <c:b>text</c:b>\n    </c:Add>";
    assert.equal(bodyOf(updated(soap11(envelope(payload)), { schema: add(a + b) })), expected);
  });

  test("the update keeps a removed element as a comment", () => {
    expectPayload(
      "<c:Add><c:a>1</c:a><c:old x='1'>7<!-- why --></c:old></c:Add>",
      { schema: add(a) },
      "<c:Add><c:a>1</c:a><!-- <c:old x='1'>7<!-&#45; why -&#45;></c:old> --></c:Add>",
    );
  });

  test("the update puts elements into a new order", () => {
    expectPayload(
      "<c:Add>\n  <c:b>x</c:b>\n  <c:a>1</c:a>\n</c:Add>",
      { schema: add(a + b) },
      "<c:Add>\n  <c:a>1</c:a>\n  <c:b>x</c:b>\n</c:Add>",
    );
  });

  test("the update keeps a value that the new type doesn't allow, with its finding", () => {
    const color =
      '<xs:element name="b"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType></xs:element>';
    expectPayload(
      "<c:Add><c:b>blue</c:b></c:Add>",
      { schema: add(a + color) },
      "<c:Add><c:a>1</c:a><c:b>blue</c:b></c:Add>",
      "schema-value",
    );
  });

  test("the update keeps all occurrences of a repeated element", () => {
    const many = '<xs:element name="b" type="xs:string" maxOccurs="unbounded"/>';
    expectPayload(
      "<c:Add><c:b>1</c:b><c:b>2</c:b><c:b>3</c:b></c:Add>",
      { schema: add(a + many) },
      "<c:Add><c:a>1</c:a><c:b>1</c:b><c:b>2</c:b><c:b>3</c:b></c:Add>",
    );
  });

  test("the update keeps surplus occurrences as comments", () => {
    expectPayload(
      "<c:Add><c:a>1</c:a><c:a>2</c:a></c:Add>",
      { schema: add(a) },
      "<c:Add><c:a>1</c:a><!-- <c:a>2</c:a> --></c:Add>",
    );
  });

  test("the update qualifies elements, or removes their namespace", () => {
    expectPayload("<c:Add><a>1</a><b>x</b></c:Add>", { schema: add(a + b) }, "<c:Add><c:a>1</c:a><c:b>x</c:b></c:Add>");
    expectPayload(
      "<c:Add><c:a>1</c:a><c:b>x</c:b></c:Add>",
      { schema: add(a + b), form: "unqualified" },
      "<c:Add><a>1</a><b>x</b></c:Add>",
    );
  });

  test("the update puts parameters into a new wrapper, and takes them out of an old one", () => {
    const order = `<xs:element name="order"><xs:complexType><xs:sequence>${a + b}</xs:sequence></xs:complexType></xs:element>`;
    const flat = "<c:Add><c:a>1</c:a><c:b>x</c:b></c:Add>";
    const wrapped = "<c:Add><c:order><c:a>1</c:a><c:b>x</c:b></c:order></c:Add>";
    expectPayload(flat, { schema: add(order) }, wrapped);
    expectPayload(wrapped, { schema: add(a + b) }, flat);
  });

  test("the update inserts required attributes, and keeps removed ones as comments", () => {
    const type =
      '<xs:element name="Add"><xs:complexType><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType></xs:element>';
    expectPayload('<c:Add old="7"/>', { schema: type }, '<!-- old="7" --><c:Add id="1"/>');
  });

  test("the update removes a type that the schema no longer has", () => {
    const payload = `<c:Add><c:a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="c:Gone">1</c:a></c:Add>`;
    expectPayload(
      payload,
      { schema: add(a) },
      '<c:Add><!-- xsi:type="c:Gone" --><c:a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">1</c:a></c:Add>',
    );
  });

  test("the update keeps CDATA, comments, variables, quotes and whitespace byte for byte", () => {
    const kept = "<c:b  ><![CDATA[<&]]> <!-- note --> {{name}}\n\t</c:b >";
    const after = updated(soap11(envelope(`<c:Add>${kept}</c:Add>`)), { schema: add(b + a) }, "variable-undefined");
    assert.equal(bodyOf(after), `<c:Add>${kept}<c:a>1</c:a></c:Add>`);
  });

  test("the update keeps directives, headers and header blocks, and inserts a block that the binding requires", () => {
    const input =
      '<soap:header message="t:Head" part="ticket" use="literal" wsdl:required="true" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/><soap:body use="literal"/>';
    const service = { schema: add(a, '<xs:element name="Ticket" type="xs:int"/>'), input };
    const block = '<o:other xmlns:o="urn:o">1</o:other>';
    const payload = "<c:Add><c:a>1</c:a></c:Add>";
    const source = soap11(envelope(payload, `<s:Header>${block}</s:Header>`))
      .replace("# @wsdl", "# @timeout 3s\n# my note\n# @wsdl")
      .replace("Content-Length", "X-Own: 1\nContent-Length");
    const after = updated(source, service);
    assert.match(after ?? "", /^# @timeout 3s\n# my note\n# @wsdl .*\nPOST .*\n[^<]*\nX-Own: 1\n/);
    assert.ok(after?.includes(`<s:Header>${block}<c:Ticket>1</c:Ticket></s:Header>`), after);
    assert.match(
      updated(soap11(envelope(payload)), service) ?? "",
      /<s:Header>\s*<c:Ticket>1<\/c:Ticket>\s*<\/s:Header>/,
    );
  });

  test("the update updates the parts of an rpc message", () => {
    const parts = '<part name="a" type="xs:int"/><part name="b" type="xs:string"/>';
    expectPayload(
      "<c:Add><b>x</b><old>1</old></c:Add>",
      { schema: "", parts, style: "rpc" },
      "<c:Add><a>1</a><b>x</b><!-- <old>1</old> --></c:Add>",
    );
  });

  test("the update follows the operation to another SOAP version, with its action", () => {
    const after = updated(soap11(envelope("<c:Add><c:b>x</c:b></c:Add>")), { schema: add(a + b), soap: "soap12" });
    assert.match(after ?? "", /Content-Type: application\/soap\+xml; charset=utf-8; action="urn:add"/);
    assert.equal(compact(bodyOf(after)), "<c:Add><c:a>1</c:a><c:b>x</c:b></c:Add>");
  });

  test("the update writes the action of the operation, and a payload that is missing", () => {
    const source = soap11(envelope("")).replace("urn:add", "urn:other").replace("# @wsdl", "# @operation Add\n# @wsdl");
    const after = updated(source, { schema: add(a) });
    assert.match(after ?? "", /\nSOAPAction: "urn:add"\n/);
    assert.equal(bodyOf(after)?.replace(/\s+/g, ""), "<c:Add><c:a>1</c:a></c:Add>");
  });

  test("the update keeps the line endings, and counts the bytes", () => {
    const source = `# @wsdl ./s.wsdl\n${request(
      { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"urn:add"', "Content-Length": "{{$contentLength}}" },
      envelope("<c:Add>\n<c:b>ä</c:b>\n</c:Add>"),
    )}`.replaceAll("\n", "\r\n");
    const after = updated(source, { schema: add(a + b) });
    assert.match(after ?? "", /Content-Length: \{\{\$contentLength\}\}\r\n/);
    assert.equal(after?.replaceAll("\r\n", "").includes("\n"), false);
    const wrong = soap11(envelope("<c:Add><c:b>ä</c:b></c:Add>")).replace(/Content-Length: \d+/, "Content-Length: 3");
    assert.match(updated(wrong, { schema: add(a + b) }) ?? "", /Content-Length: [1-9]\d\d\n/);
  });
});
