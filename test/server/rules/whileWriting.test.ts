import assert from "node:assert/strict";
import { applyEdits, type DocumentFinding } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { codesOf, envelope12, expectClean, request, request11 } from "../../support/findings.ts";
import { shownAfterEachKey, shownWhileTyping, shownWithEndTags, tableOf } from "../../support/keyByKey.ts";
import { withCursor } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { typedRequests } from "../../support/typedRequests.ts";

suite("findings after each key, from an empty file to the finished request", () => {
  test("a SOAP 1.2 request has errors only at its open elements", () => {
    assert.deepEqual(tableOf(typedRequests.soap12).split("\n"), [
      "POST /calc HTTP/1. → nothing",
      "1⏎Host: localhost:8000⏎Content-Type: application/soap+xml; charset=utf-8⏎Content-Length: 180⏎⏎ → information request-unfinished at POST",
      '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" → nothing',
      ">⏎  <soap:Body → error xml-tag-unclosed at soap:Envelope",
      '>⏎    <Add xmlns="http://example.com/calc" → error xml-tag-unclosed at soap:Body',
      "><a → error xml-tag-unclosed at Add",
      ">2< → error xml-tag-unclosed at a",
      "/a><b → error xml-tag-unclosed at Add",
      ">3.5< → error xml-tag-unclosed at b",
      "/b>< → error xml-tag-unclosed at Add",
      "/Add>⏎  < → error xml-tag-unclosed at soap:Body",
      "/soap:Body>⏎< → error xml-tag-unclosed at soap:Envelope",
      "/soap:Envelope> → nothing",
    ]);
  });

  test("a SOAP 1.1 request to a URL, with SOAPAction, has errors only at its open elements", () => {
    assert.deepEqual(tableOf(typedRequests.soap11).split("\n"), [
      "POST http://localhost:8000/Convert.asmx HTTP/1. → nothing",
      '1⏎Host: localhost:8000⏎Content-Type: text/xml; charset="utf-8"⏎SOAPAction: "http://example.com/Celsius"⏎Content-Length: 155⏎⏎ → information request-unfinished at POST',
      "<Envelope xmlns='http://schemas.xmlsoap.org/soap/envelope/' → nothing",
      ">⏎<Header/>⏎<Body → error xml-tag-unclosed at Envelope",
      '><Celsius xmlns="http://example.com/" → error xml-tag-unclosed at Body',
      "><of → error xml-tag-unclosed at Celsius",
      ">451< → error xml-tag-unclosed at of",
      "/of>< → error xml-tag-unclosed at Celsius",
      "/Celsius>< → error xml-tag-unclosed at Body",
      "/Body>⏎< → error xml-tag-unclosed at Envelope",
      "/Envelope>⏎ → nothing",
    ]);
  });

  test("a GET has no errors", () => {
    assert.deepEqual(tableOf(typedRequests.get).split("\n"), [
      "GET /calc?wsdl HTTP/1. → nothing",
      "1⏎Host → information request-unfinished at GET",
      ": localhost:8000⏎Accept: text/xml⏎ → nothing",
    ]);
  });

  test("a request with definitions, directives and variables has hints at unused variables", () => {
    assert.deepEqual(tableOf(typedRequests.variables).split("\n"), [
      "# Rates⏎@base = localhost:8000 → nothing",
      "⏎@day = 2024-05-17 → hint variable-unused at @base = localhost:8000",
      "⏎⏎### The rate of a day⏎# @name rate⏎// @timeout 5s⏎POST http://{{base} → hint variable-unused at @base = localhost:8000, hint variable-unused at @day = 2024-05-17",
      "}/rates HTTP/1. → hint variable-unused at @day = 2024-05-17",
      "1⏎Host: {{base}}⏎# Accept: */*⏎Content-Type: application/soap+xml; charset=utf-8⏎Content-Length: 158⏎⏎ → hint variable-unused at @day = 2024-05-17, information request-unfinished at POST",
      '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" → hint variable-unused at @day = 2024-05-17',
      ">⏎  <e:Body → hint variable-unused at @day = 2024-05-17, error xml-tag-unclosed at e:Envelope",
      '><Rate xmlns="urn:rates" on="{{day} → hint variable-unused at @day = 2024-05-17, error xml-tag-unclosed at e:Body',
      '}" → error xml-tag-unclosed at e:Body',
      ">{{day}} 100%< → error xml-tag-unclosed at Rate",
      "/Rate>< → error xml-tag-unclosed at e:Body",
      "/e:Body>⏎< → error xml-tag-unclosed at e:Envelope",
      "/e:Envelope> → nothing",
    ]);
  });

  test("a body with a declaration, attributes, comments, CDATA and references has errors only at its open elements", () => {
    assert.deepEqual(tableOf(typedRequests.everything).split("\n"), [
      "POST /orders HTTP/1. → nothing",
      '1⏎Host: shop.example⏎Content-Type: application/soap+xml; charset=utf-8; action="urn:place"⏎Content-Length: 434⏎⏎ → information request-unfinished at POST',
      `<?xml version="1.0" encoding="utf-8"?>⏎<!-- an order -->⏎<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:o="urn:orders" → nothing`,
      ">⏎  <s:Header → error xml-tag-unclosed at s:Envelope",
      `>⏎    <o:Trace s:mustUnderstand="true" id='1'/>⏎  < → error xml-tag-unclosed at s:Header`,
      "/s:Header>⏎  <s:Body → error xml-tag-unclosed at s:Envelope",
      '>⏎    <o:Order currency="EUR" note="&lt;fast&gt;  → error xml-tag-unclosed at s:Body',
      "> slow → nothing",
      '" → error xml-tag-unclosed at s:Body',
      ">⏎      <!-- two⏎           <lines → error xml-tag-unclosed at o:Order",
      "> -- → nothing",
      ">⏎      <o:Text → error xml-tag-unclosed at o:Order",
      "><![CDATA → error xml-tag-unclosed at o:Text",
      "[a < b & c]] → nothing",
      ">< → error xml-tag-unclosed at o:Text",
      "/o:Text>⏎      Tom &amp; Co &#169; €⏎    < → error xml-tag-unclosed at o:Order",
      "/o:Order>⏎  < → error xml-tag-unclosed at s:Body",
      "/s:Body>⏎< → error xml-tag-unclosed at s:Envelope",
      "/s:Envelope>⏎ → nothing",
    ]);
  });

  for (const [name, text] of Object.entries(typedRequests)) {
    test(`a typed request never has more than two errors (length and unclosed elements), with or without a request below: ${name}`, () => {
      const keys = shownAfterEachKey(text);
      for (const findings of keys) {
        const errors = codesOf(findings.filter(({ severity }) => severity === "error"));
        assert.equal(new Set(errors).size, errors.length, errors.join());
        assert.deepEqual(
          errors.filter((code) => code !== "content-length-mismatch" && code !== "xml-tag-unclosed"),
          [],
        );
      }
      const above = shownAfterEachKey(text, "\n\n### next\nGET / HTTP/1.1\nHost: h\n");
      assert.deepEqual(above.map(placesOf), keys.map(placesOf));
    });
  }
});

suite("findings after each key, in an editor that inserts end tags", () => {
  for (const [name, text] of Object.entries(typedRequests)) {
    for (const length of ["0", "9999"]) {
      test(`no error, neither at the start tag nor at Content-Length: ${length}, before the end: ${name}`, () => {
        const typed = text.replace(/(?<=Content-Length: )\d+/, length);
        for (const [index, findings] of shownWithEndTags(typed).entries()) {
          const before = typed.slice(0, index + 1);
          // The same end tag occurs twice until it is typed completely.
          if (/<\/[^<>]*$/.test(before)) continue;
          const errors = codesOf(findings.filter(({ severity }) => severity === "error"));
          const isOver = typed !== text && typed.slice(index + 1).trim() === "";
          assert.deepEqual(errors, isOver ? ["content-length-mismatch"] : [], before);
        }
      });
    }
  }

  test("the check reports both when the cursor leaves the envelope", () => {
    const text = request({ "Content-Length": "0" }, envelope12.replace("<s:Body/>", ""));
    const inside = text.indexOf("</s:Envelope>");
    const shown = (at: number, isTyping: boolean) => codesOf(shownWhileTyping(text, at, isTyping, undefined, true));
    for (const isTyping of [true, false]) assert.deepEqual(shown(inside, isTyping), []);
    const both = ["content-length-mismatch", "soap-body-missing"];
    assert.deepEqual(shown(text.length, true), both);
    assert.deepEqual(shown(0, false), both);
  });

  test("the check reports the length at once in an envelope that was there before", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a xmlns='urn:a'>12|</a></s:Body>");
    expectShown(request({ "Content-Length": "95" }, body), "content-length-mismatch");
  });
});

suite("findings while a request is being written", () => {
  test("the check lists all missing parts in one information, with one fix", () => {
    const text = "POST http://h/s HTTP/1.1\n";
    const [finding, ...others] = shownWhileTyping(text, text.length);
    assert.deepEqual(others, []);
    assert.equal(finding?.message, "Missing from this request: an envelope, Host, Content-Type, Content-Length.");
    const [fix, ...otherFixes] = finding?.fixes?.() ?? [];
    assert.deepEqual(otherFixes, []);
    assert.equal(fix?.title, "Insert missing parts");
    const inserted = fix && applyEdits(text, fix.edits);
    assert.match(inserted ?? "", /^POST .*\nHost: h\nContent-Type: .*\nContent-Length: \d+\n\n<soap:Envelope/);
    expectClean(inserted ?? "");
  });

  test("the check reports missing parts as errors once the cursor is in the body", () => {
    expectShown("POST /s HTTP/1.1\n\n|", "host-missing", "content-type-missing", "content-length-missing", needs);
    expectShown("POST /s HTTP/1.1\n|\n\n### next", needs);
  });

  test("the check reports a mistake before the cursor at once", () => {
    expectShown("POST /s HTTP/1.0\n|", needs, "version-unsupported");
    expectShown("POST /s HTTP/1.1\nHost: http://h\n|", needs, "host-invalid");
    expectShown(`${request({}, "<a><b></c> ")}|`, "soap-envelope-missing", "xml-tag-mismatch", "xml-tag-unclosed");
    expectShown(`${request({}, "<s:Envelope> ")}|`, "xml-prefix-undeclared", "xml-tag-unclosed");
    expectShown(`${request({}, "<a> & b")}|`, "soap-envelope-missing", "xml-tag-unclosed", "xml-reference-invalid");
  });

  test("the check reports what is being typed only after the cursor moves", () => {
    for (const [typed, ...codes] of [
      ["POST /s HTTP/1|", "version-unsupported"],
      ["POST /s HTTP/1.1\nHost: http://h|", "host-invalid"],
      [`${request({}, "<a>&am")}|`, "xml-reference-invalid"],
      [`${request({}, "<a><!-- ")}|`, "xml-comment-syntax"],
    ] as const) {
      const { text, offset } = withCursor(typed);
      const waits = (findings: readonly DocumentFinding[]) => codes.filter((code) => codesOf(findings).includes(code));
      assert.deepEqual(waits(shownWhileTyping(text, offset)), []);
      assert.deepEqual(waits(shownWhileTyping(text, offset, false)), codes);
    }
  });

  test("the check reports the length only after the root element is closed", () => {
    const changed = request().replace("Content-Length: 84", "Content-Length: 1");
    expectShown(`${changed}|`, "content-length-mismatch");
    expectShown(`${changed.slice(0, -1)}|`);
    expectShown(`${changed.replace("</s:Envelope>", "")}|`, "xml-tag-unclosed");
  });

  test("the check reports all findings of the other requests", () => {
    expectShown("GET / HTTP/1.1\n\n### b\nGET /b HTTP/1.1\n|", "host-missing", needs);
  });
});

const needs = "request-unfinished";

function expectShown(source: string, ...codes: readonly string[]): void {
  const { text, offset } = withCursor(source);
  assert.deepEqual(codesOf(shownWhileTyping(text, offset)).toSorted(), codes.toSorted());
}

function placesOf(findings: readonly DocumentFinding[]): readonly string[] {
  return findings.map(({ code, at }) => `${code} ${at.start}-${at.end}`);
}

suite("while writing a body that has a contract", () => {
  const service = sampleWsdl().replace(
    'name="a" type="xs:int"/>',
    'name="a" type="xs:int"/><xs:element name="b" type="xs:date"/>',
  );
  const resolver = around({ files: { "/w/a/b/s.wsdl": service } });

  /** The codes that are shown at the cursor `|`: while typing, and after the cursor has moved. */
  function shown(body: string, change = (text: string) => text): readonly (readonly string[])[] {
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="urn:calc">\n<s:Body>${body}</s:Body>\n</s:Envelope>`;
    const { text, offset } = withCursor(
      `# @wsdl ./s.wsdl\n${request11({ SOAPAction: '"urn:Add"' }, change(envelope))}`,
    );
    return [true, false].map((isTyping) =>
      codesOf(shownWhileTyping(text, offset, isTyping, resolver)).filter((code) => code.startsWith("schema-")),
    );
  }

  test("a payload isn't missing while the cursor is in the Body", () => {
    assert.deepEqual(shown("|"), [[], []]);
    assert.deepEqual(shown("\n  |\n"), [[], []]);
    assert.deepEqual(shown("<!-- Add -->|"), [[], []]);
    assert.deepEqual(shown("Add|"), [[], ["schema-payload"]]);
  });

  test("a payload is missing while the cursor is in a tag of the Body", () => {
    for (const name of ["<s:Bo|dy>", "</s:Bo|dy>"]) {
      const [, moved] = shown("", (envelope) => envelope.replace(name.replace("|", ""), name));
      assert.deepEqual(moved, ["schema-payload"]);
    }
  });

  test("elements aren't missing while the cursor is in their parent", () => {
    assert.deepEqual(shown("<c:Add>|</c:Add>"), [[], []]);
    assert.deepEqual(shown("<c:Add><c:a>1</c:a>|</c:Add>"), [[], ["schema-element-missing"]]);
    assert.deepEqual(shown("<c:Add>|<c:b>2024-05-17</c:b></c:Add>"), [[], ["schema-element-missing"]]);
    assert.deepEqual(shown("<c:Add></c:Add>|"), [["schema-element-missing"], ["schema-element-missing"]]);
  });

  test("a value isn't wrong while it is typed, or still empty", () => {
    const missing = "schema-element-missing";
    assert.deepEqual(shown("<c:Add><c:a>|</c:a></c:Add>"), [[], [missing]]);
    assert.deepEqual(shown("<c:Add><c:a>1x|</c:a></c:Add>"), [[], [missing, "schema-value"]]);
    assert.deepEqual(shown("<c:Add><c:a>x</c:a><c:b>2024-0|</c:b></c:Add>"), [
      ["schema-value"],
      ["schema-value", "schema-value"],
    ]);
  });

  test("a wrong name is reported when its tag is closed", () => {
    const both = ["schema-element-unexpected"];
    assert.deepEqual(shown("<c:Add><c:a>1</c:a><c:zebra>|</c:zebra></c:Add>"), [both, both]);
  });
});
