import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { completionsAt, expectTaken, labelsAt, taken } from "../../../support/completions.ts";
import { sampleWsdl } from "../../../support/contracts.ts";
import { envelope11, envelope12, request, request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";
import { describe } from "../../contract/descriptions.ts";

const files = { "/w/calc.wsdl": sampleWsdl({ operations: ["Add", "Subtract"] }), "/w/a/b/own.wsdl": "<x/>" };
const resolver = around({ files });
const many = Array.from({ length: 1_000 }, (_, index) => `Get${index}`);

suite("completion of operations", () => {
  for (const place of ["|", "### one\n|", "### one\n# @x\n\n|", "Ad|", "### one\nadd|"]) {
    test(`completion offers the operations of the workspace at ${JSON.stringify(place)}`, () => {
      assert.ok(labelsAt(place, { resolver }).includes("Add"));
    });
  }

  for (const [place, title] of [
    ["|", "an empty file"],
    ["# a\r\n\r\n|", "a file with CRLF"],
    [`### one\n|\n### two\n${request11()}`, "a segment between others"],
  ] as const) {
    test(`completion inserts a whole request without findings into ${title}`, () => {
      const text = taken(place, "Add", { resolver });
      assert.match(text, /# @name Add\r?\n# @wsdl \.\.\/\.\.\/calc\.wsdl\r?\nPOST \/calc HTTP\/1\.1\r?\n/);
      const messages = diagnose(analyze(text, undefined, resolver)).map(({ message }) => message);
      assert.deepEqual(messages, []);
    });
  }

  test("completion inserts a separator and a request after a body", () => {
    const text = taken(`${request11()}\n|`, "### Add", { resolver });
    assert.match(text, /<\/s:Envelope>\n### Add\n# @name Add\n/);
    assert.deepEqual(diagnose(analyze(text, undefined, resolver)), []);
  });

  test("completion leaves out directives that are there already, and gives another name than other requests have", () => {
    const named = "# @wsdl ../../calc.wsdl\n# @name sum\n";
    const text = taken(`${named}|`, "Add", { resolver });
    assert.ok(text.startsWith(`${named}POST /calc HTTP/1.1\n`));
    const other = `# @wsdl ../../calc.wsdl\n### a\n# @name Add\n${request11()}\n### b\n`;
    assert.match(taken(`${other}|`, "Add", { resolver }).slice(other.length), /^# @name Add-2\nPOST /);
  });

  test("completion offers only the operations of the WSDL that is named", () => {
    assert.ok(!labelsAt("# @wsdl ./own.wsdl\n|", { resolver }).includes("Add"));
    assert.ok(labelsAt("# @wsdl ../../calc.wsdl\n|", { resolver }).includes("Add"));
  });

  test("completion finds an operation by its name, and shows its documentation", () => {
    const item = completionsAt("|", { resolver }).find(({ label }) => label === "Subtract");
    assert.equal(item?.filter, "Subtract");
    assert.match(item?.documentation ?? "", /^Calc\/Calcsoap11\/Subtract\n\nDoes Subtract\.\n\n/);
    assert.equal(item?.asIs, true);
  });

  test("completion also offers an operation with a binary value as a multipart request, which needs CRLF", () => {
    const photo =
      '<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="photo" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>';
    const binary = around({ files: { "/w/photo.wsdl": describe({ schema: photo }) } });
    const items = completionsAt("do|", { resolver: binary }).filter(({ label }) => label.startsWith("Do"));
    assert.deepEqual(
      items.map(({ label, lineEnds, asIs }) => [label, lineEnds, asIs]),
      [
        ["Do", undefined, true],
        ["Do (MTOM)", "\r\n", true],
      ],
    );
    const text = taken("do|", "Do (MTOM)", { resolver: binary });
    assert.match(text, /^Content-Type: multipart\/related; .*\n/m);
    assert.match(text, /<t:photo><xop:Include href="cid:photo-1@example.com"\/>/);
    assert.deepEqual(diagnose(analyze(text.replaceAll("\n", "\r\n"), undefined, binary)), []);
    assert.ok(!taken("do|", "Do", { resolver: binary }).includes("multipart"));
    assert.ok(!labelsAt("ad|", { resolver }).includes("Add (MTOM)"));
  });

  test("completion writes only the requests that match best if there are many, and asks again after the next character", () => {
    const large = around({ files: { "/w/calc.wsdl": sampleWsdl({ operations: many }) } });
    const gets = (place: string) => completionsAt(place, { resolver: large }).filter(({ label }) => /^Get/.test(label));
    assert.deepEqual([gets("|").length, gets("|")[0]?.incomplete], [50, true]);
    const [first, ...others] = gets("Get777|");
    assert.deepEqual([first?.label, first?.incomplete, others], ["Get777", undefined, []]);
  });

  test("completion completes the names of operations and the paths of WSDLs in directives", () => {
    expectTaken("# @operation |", "Add", "# @operation Add", { resolver });
    assert.deepEqual(labelsAt("# @wsdl |", { resolver }), ["../../calc.wsdl", "./own.wsdl"]);
    const two = around({ files: { "/w/calc.wsdl": sampleWsdl({ versions: ["1.1", "1.2"] }) } });
    assert.deepEqual(labelsAt("# @operation |", { resolver: two }), ["Calc/Calcsoap11/Add", "Calc/Calcsoap12/Add"]);
  });
});

suite("completion of actions", () => {
  const operations = ["Add", "Subtract", "Multiply"];
  const calc = (versions: readonly ("1.1" | "1.2")[] = ["1.1"]) => ({
    "/w/calc.wsdl": sampleWsdl({ operations, versions, action: (name) => `urn:${name}` }),
  });
  const body = (name: string, envelope = envelope11) =>
    envelope.replace("<s:Body/>", `<s:Body><c:${name} xmlns:c="urn:calc"><c:a>1</c:a></c:${name}></s:Body>`);
  const soap11 = (value: string, name = "Subtract") => request11({ SOAPAction: value }, body(name));
  const soap12 = (rest: string) =>
    request({ "Content-Type": `application/soap+xml; ${rest}` }, body("Subtract", envelope12));

  for (const uri of ["file:///w/a/b/one.soaphttp", "untitled:Untitled-1"]) {
    test(`actions are offered in ${uri}: first of the operation, then of its binding`, () => {
      const given = { resolver: around({ files: calc(), uri }) };
      assert.deepEqual(labelsAt(soap11("|"), given), ['"urn:Subtract"', '"urn:Add"', '"urn:Multiply"', '""']);
      assert.deepEqual(labelsAt(soap11('"urn:A|"'), given), ['"urn:Subtract"', '"urn:Add"', '"urn:Multiply"', '""']);
      expectTaken(soap11('"urn:A|"'), '"urn:Subtract"', soap11('"urn:Subtract"'), given);
    });
  }

  test("actions are offered with their operations for the parameter action, too", () => {
    const given = { resolver: around({ files: calc(["1.1", "1.2"]) }) };
    assert.deepEqual(labelsAt(soap12("action=|"), given), ["urn:Subtract", "urn:Add", "urn:Multiply"]);
    expectTaken(soap12('action="urn:S|"'), "urn:Subtract", soap12('action="urn:Subtract"'), given);
    const [first] = completionsAt(soap12("action=|"), given);
    assert.equal(first?.note, "Subtract");
  });

  test("actions have no operation if several have the same action", () => {
    const files = { "/w/calc.wsdl": sampleWsdl({ operations, action: () => "urn:all" }) };
    const [first] = completionsAt(soap11("|"), { resolver: around({ files }) });
    assert.deepEqual([first?.label, first?.note], ['"urn:all"', undefined]);
  });

  test("actions are inserted with the headers that are missing", () => {
    const given = { resolver: around({ files: calc() }) };
    const without = soap11("x").replace("SOAPAction: x", "SO|");
    expectTaken(without, "SOAPAction", soap11('"urn:Subtract"'), given);
    const types = { resolver: around({ files: calc(["1.2"]) }) };
    expectTaken(soap12("act|"), "action", soap12('action="urn:Subtract"'), types);
  });

  test("actions of all WSDLs are offered before the payload is typed", () => {
    const given = { resolver: around({ files: calc() }) };
    const head = "POST /calc HTTP/1.1\nSOAPAction: |";
    assert.deepEqual(labelsAt(head, given), ['"urn:Add"', '"urn:Subtract"', '"urn:Multiply"', '""']);
    assert.deepEqual(labelsAt(`# @no-wsdl\n${head}`, given), ['""']);
  });

  test("actions of the WSDL follow the actions of other requests if the operation is unknown", () => {
    const given = { resolver: around({ files: calc() }) };
    const file = `${soap11('"urn:other"')}\n### next\n${soap11("|", "Unknown")}`;
    assert.equal(labelsAt(file, given)[0], '"urn:other"');
  });

  test("actions that a header can't contain are left out", () => {
    const files = { "/w/calc.wsdl": sampleWsdl({ action: () => "urn:{{x}}" }) };
    assert.deepEqual(labelsAt(soap11("|", "Add"), { resolver: around({ files }) }), ['""']);
  });
});
