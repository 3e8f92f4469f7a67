import assert from "node:assert/strict";
import { listOperations } from "../../../server/src/wsdl/operations.ts";
import {
  binding,
  definitions,
  expectProblems,
  messages,
  messagesOf,
  portType,
  schema,
  service,
  whole,
  wsdlOf,
} from "./wsdls.ts";

const xsd =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><xs:element name="Add"/></xs:schema>';
const imported = (location: string) => `<import namespace="urn:a" location="${location}"/>`;
const abstract = definitions(schema + messages + portType);

suite("imports of a WSDL", () => {
  test("imports give a WSDL messages, port types and schemas of other documents", () => {
    const wsdl = wsdlOf({
      "main.wsdl": definitions(imported("b.wsdl") + binding + service),
      "b.wsdl": definitions(imported("sub/c.wsdl") + portType),
      "sub/c.wsdl": definitions(schema + messages),
    });
    assert.deepEqual(wsdl.problems, []);
    assert.equal(listOperations(wsdl)[0]?.input, "{urn:a}Add");
    assert.deepEqual(
      wsdl.schemas.map(({ document }) => document.uri),
      ["file:///w/sub/c.wsdl"],
    );
    assert.deepEqual(
      wsdl.documents.map(({ uri }) => uri),
      ["file:///w/main.wsdl", "file:///w/b.wsdl", "file:///w/sub/c.wsdl"],
    );
  });

  test("imports resolve against the importing document, spaces and other scripts in names included", () => {
    for (const [main, location, uri] of [
      ["file:///w/a/main.wsdl", "../b c.wsdl", "file:///w/b%20c.wsdl"],
      ["file:///w/main.wsdl", "b%20c.wsdl", "file:///w/b%20c.wsdl"],
      ["file:///w/main.wsdl", "größe/Ж.wsdl", "file:///w/gr%C3%B6%C3%9Fe/%D0%96.wsdl"],
      ["file:///w/main.wsdl", "sub\\b.wsdl", "file:///w/sub/b.wsdl"],
      ["https://h/s/Calc.svc?wsdl", "Calc.svc?wsdl=wsdl0", "https://h/s/Calc.svc?wsdl=wsdl0"],
      ["https://h/s/Calc.svc?wsdl", "?wsdl=1", "https://h/s/Calc.svc?wsdl=1"],
      ["https://h/s/Calc.svc?wsdl", "/b.wsdl#part", "https://h/b.wsdl"],
      ["vscode-vfs://github/o/r/main.wsdl", "b.wsdl", "vscode-vfs://github/o/r/b.wsdl"],
      ["file:///w/main.wsdl", "http://h/b.wsdl", "http://h/b.wsdl"],
    ] as const) {
      const wsdl = wsdlOf({ [main]: definitions(imported(location)), [uri]: "" });
      assert.deepEqual([wsdl.pending, wsdl.problems], [[uri], []], location);
    }
  });

  test("imports may be circular, and a document may import itself", () => {
    const wsdl = wsdlOf({
      "main.wsdl": definitions(imported("b.wsdl") + imported("main.wsdl") + binding + service),
      "b.wsdl": definitions(imported("main.wsdl") + schema + messages + portType),
    });
    assert.deepEqual([wsdl.problems, wsdl.documents.length, listOperations(wsdl).length], [[], 2, 1]);
  });

  test("imports may name a schema by mistake", () => {
    const wsdl = expectProblems(
      definitions(`<import namespace="urn:a" location="«a.xsd»"/>${messages}${portType}${binding}${service}`),
      ["a.xsd is a schema, not a WSDL. It has types, but no operations."],
      { "a.xsd": xsd },
    );
    assert.deepEqual([wsdl.schemas.length, listOperations(wsdl).length], [1, 1]);
  });

  test("imports may be there for the types alone", () => {
    const wsdl = wsdlOf({
      "main.wsdl": definitions(imported("types.wsdl") + messages + portType + binding + service),
      "types.wsdl": definitions(schema),
    });
    assert.deepEqual([wsdl.problems, wsdl.schemas.length], [[], 1]);
  });

  test("imports of schemas may stand directly in types", () => {
    const inTypes =
      '<types><xs:import namespace="urn:a" schemaLocation="a.xsd"/><xs:import namespace="urn:b"/></types>';
    const wsdl = wsdlOf({ "main.wsdl": whole({ schema: inTypes }), "a.xsd": xsd });
    assert.equal(wsdl.schemas[0]?.document.uri, "file:///w/a.xsd");
  });

  test("the WSDL leaves the imports of schemas to others", () => {
    const inSchema = '<types><xs:schema><xs:import schemaLocation="a.xsd"/></xs:schema><xs:schema/></types>';
    const wsdl = wsdlOf({ "main.wsdl": whole({ schema: inSchema }) });
    assert.deepEqual([wsdl.pending, wsdl.schemas.length], [[], 2]);
  });

  test("imports may name one file twice, or one document at two addresses", () => {
    const wsdl = wsdlOf({
      "main.wsdl": definitions(imported("b.wsdl") + imported("b.wsdl#x") + imported("b.wsdl?x") + binding + service),
      "b.wsdl": abstract,
      "b.wsdl?x": abstract,
    });
    assert.deepEqual([wsdl.problems, wsdl.documents.length], [[], 3]);
  });
});

suite("a document that is not read yet", () => {
  test("a document that is not read yet is pending; until then nothing is missing", () => {
    const files = { "main.wsdl": definitions(imported("b.wsdl") + binding + service), "b.wsdl": "" };
    const wsdl = wsdlOf(files);
    assert.deepEqual([wsdl.pending, wsdl.problems], [["file:///w/b.wsdl"], []]);
    assert.deepEqual(
      listOperations(wsdl).map(({ operation, action, input }) => [operation, action, input]),
      [["Add", "urn:a#Add", undefined]],
    );
    const whole = wsdlOf({ ...files, "b.wsdl": abstract });
    assert.deepEqual([whole.pending, whole.problems, listOperations(whole)[0]?.input], [[], [], "{urn:a}Add"]);
  });
  test("a document that is not read yet may be the WSDL itself", () => {
    assert.deepEqual(wsdlOf({ "main.wsdl": "" }).pending, ["file:///w/main.wsdl"]);
  });
});

suite("a document that can't be read", () => {
  test("a document that can't be read is a problem of its import, and everything else works", () => {
    const wsdl = expectProblems(
      definitions(
        `<import namespace="urn:b" location="«b.wsdl»"/><import location="«c.wsdl»"/><«import» namespace="urn:b"/>
         <import location="«http://»"/>${schema}${messages}${portType}${binding}${service}`,
      ),
      [
        "Can't read b.wsdl.",
        "Can't read c.wsdl: 404 Not Found",
        "The import has no location. It is ignored.",
        "http:// is not a valid address.",
      ],
      { "c.wsdl": { refused: "404 Not Found" } },
    );
    assert.equal(listOperations(wsdl).length, 1);
  });

  for (const [title, text, message] of [
    [
      "an HTML page",
      "<!DOCTYPE html>\n<html><head><title>Sign in</title><link rel=x></head><body><p>Login<br></body>",
      "is an HTML page, not a WSDL. The service may require credentials or another address.",
    ],
    [
      "a page without a document type",
      "<HTML><body><input name=user></body></HTML>",
      "is an HTML page, not a WSDL. The service may require credentials or another address.",
    ],
    ["no XML", '{"error":"unauthorized"}', "is not XML."],
    ["nothing", " \n", "is empty."],
    [
      "a SOAP fault",
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/></e:Envelope>',
      "is not a WSDL: its root element is Envelope, not definitions or description.",
    ],
    [
      "a BPMN model",
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><message/></definitions>',
      "is not a WSDL: the namespace of its root element is http://www.omg.org/spec/BPMN/20100524/MODEL.",
    ],
    ["another description", "<description>x</description>", "is not a WSDL: its root element has no namespace."],
    ["a schema", xsd, "is a schema, not a WSDL. It has types, but no operations."],
  ] as const) {
    test(`a document that can't be read is one clear problem where it is ${title}`, () => {
      const wsdl = wsdlOf({ "main.wsdl": text });
      assert.deepEqual(messagesOf(wsdl.problems), [`main.wsdl ${message}`]);
      assert.deepEqual(wsdl.problems[0]?.uri, "file:///w/main.wsdl");
      assert.deepEqual(listOperations(wsdl), []);
      if (title === "a schema") return;
      const importing = definitions(`<import location="«page.wsdl»"/>`);
      expectProblems(importing, [`page.wsdl ${message}`], { "page.wsdl": text });
    });
  }

  test("a document that can't be read is a problem of its own where nothing imports it", () => {
    assert.deepEqual(messagesOf(wsdlOf({ "main.wsdl": { refused: "401 Unauthorized" } }).problems), [
      "Can't read main.wsdl: 401 Unauthorized",
    ]);
  });
});
