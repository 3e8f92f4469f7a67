import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { semanticTokens, tokenModifiers, tokenTypes } from "../../../../server/src/features/semanticTokens.ts";
import { envelope12, request } from "../../../support/findings.ts";
import { mark, marked } from "../../../support/marked.ts";
import { multipartRequest, requestSections, responseSections } from "../../../support/structure.ts";

suite("semantic tokens", () => {
  // Header names have one color, which is the grammar's.
  test("tokens leave header names as they are", () => {
    expectTokens("POST / HTTP/1.1\nHost: h\nContent-Type: text/plain\nX-Mine: 1\n\nx");
    expectTokens(multipartRequest("<a/>").replace("Content-ID: <picture>", "Content-ID: <picture>\nX-Part: 1"));
  });

  test("tokens distinguish defined, built-in and undefined variables, and definitions", () => {
    expectTokens(
      "@«one» = 1\n@«two» = {{«none»}}\nGET /{{«one»}}/{{«two»}}/{{«three» }} HTTP/1.1\nAccept: {{«$contentLength»}}",
      "variable.declaration",
      "variable.declaration",
      "variable.undefined",
      "variable",
      "variable.undefined",
      "variable.undefined",
      "variable.defaultLibrary",
    );
    expectTokens(
      "@«a» = {{«b»}}\n@«b» = {{«a»}}",
      ...["declaration", "undefined", "declaration", "undefined"].map((one) => `variable.${one}`),
    );
  });

  test("tokens mark the parts of the envelope and the roots of the payload", () => {
    expectTokens(
      'POST / HTTP/1.1\n\n<«s:Envelope» xmlns:s="http://www.w3.org/2003/05/soap-envelope"><«s:Header»><h «s:mustUnderstand»="1" x="1"/></«s:Header»><«s:Body»><«m:Add»><a>1</a></«m:Add»></«s:Body»></«s:Envelope»>',
      "soapPart",
      "soapPart",
      "soapPart",
      "soapPart",
      "soapPart",
      "soapPayload",
      "soapPayload",
      "soapPart",
      "soapPart",
    );
  });

  test("tokens mark a Fault as SOAP, except the content of its detail", () => {
    const parts = Array.from({ length: 15 }, () => "soapPart");
    expectTokens(
      'POST / HTTP/1.1\n\n<«s:Envelope» xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><«s:Body»><«s:Fault»><«faultcode»>s:Client</«faultcode»><«faultstring»/><«detail»><x><y/></x></«detail»></«s:Fault»></«s:Body»></«s:Envelope»>',
      ...parts.slice(0, 11),
    );
    expectTokens(
      'POST / HTTP/1.1\n\n<«s:Envelope» xmlns:s="http://www.w3.org/2003/05/soap-envelope"><«s:Body»><«s:Fault»><«s:Code»><«s:Value»>s:Sender</«s:Value»></«s:Code»></«s:Fault»></«s:Body»></«s:Envelope»>',
      ...parts.slice(0, 10),
    );
  });

  test("tokens mark nothing in an envelope of another namespace", () => {
    expectTokens("POST / HTTP/1.1\n\n<Envelope xmlns='urn:x'><Body/></Envelope>");
  });

  test("tokens mark the whole number of a wrong Content-Length", () => {
    const wrong = (length: string) => {
      const text = request({ "Content-Length": length });
      return mark(
        text,
        semanticTokens(requestSections(text)).filter(({ type }) => type === "httpContentLength"),
      ).match(/Content-Length: (.*)/)?.[1];
    };
    assert.equal(Buffer.byteLength(envelope12), 84);
    assert.equal(wrong("84"), "84");
    assert.equal(wrong("89"), "«89»");
    assert.equal(wrong("14"), "«14»");
    assert.equal(wrong("29"), "«29»");
    assert.equal(wrong("840"), "«840»");
    assert.equal(wrong("9 bytes"), "9 bytes");
    assert.equal(wrong("{{x}}"), "{{x}}");
  });

  test("tokens mark the envelope of a response", () => {
    const source =
      'HTTP/1.1 200 OK\nServer: x\nX-Id: 1\nContent-Type: text/xml\n\n<«s:Envelope» xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><«s:Body»><«r»/></«s:Body»></«s:Envelope»>';
    const { text, spans } = marked(source);
    const tokens = semanticTokens(responseSections(text));
    assert.equal(mark(text, tokens), mark(text, spans));
    assert.deepEqual(tokens.map(name), ["soapPart", "soapPart", "soapPayload", "soapPart", "soapPart"]);
  });

  test("tokens are limited to a range and to a maximum number", () => {
    const text = `${request()}\n### next\n`.repeat(10);
    const sections = requestSections(text);
    const all = semanticTokens(sections);
    const middle = { start: text.length / 2 - 100, end: text.length / 2 + 100 };
    const some = semanticTokens(sections, middle);
    assert.ok(some.length > 0 && some.length < all.length);
    assert.deepEqual(
      some,
      all.filter(({ start, end }) => start <= middle.end && middle.start <= end),
    );
    assert.equal(semanticTokens(sections, undefined, 5).length, 5);
  });

  test("tokens are declared in the manifest if VS Code doesn't have them, and no others have colors", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
    const standard = ["variable", "declaration", "defaultLibrary"];
    const ours = (names: readonly string[]) => names.filter((name) => !standard.includes(name)).toSorted();
    assert.deepEqual(ids(contributes.semanticTokenTypes), ours(tokenTypes));
    assert.deepEqual(ids(contributes.semanticTokenModifiers), ours(tokenModifiers));
    for (const { scopes } of contributes.semanticTokenScopes) {
      for (const selector of Object.keys(scopes)) {
        const [type = "", ...modifiers] = selector.split(".");
        assert.ok(
          tokenTypes.some((known) => known === type),
          selector,
        );
        for (const modifier of modifiers) {
          assert.ok(
            tokenModifiers.some((known) => known === modifier),
            selector,
          );
        }
      }
    }
  });

  test("tokens are in order, each on one line, without overlaps", () => {
    for (const body of ["<a>{{x}}</a>", "<s:Envelope", envelope12.replace("s:Body", "s:Body {{a}}='{{b}}'")]) {
      const text = `@a = {{b}}\n${request({ "X-{{a}}": "{{a}}", "Content-Length": "1{{a}}" }, body)}`;
      let end = 0;
      for (const token of semanticTokens(requestSections(text))) {
        assert.ok(token.start >= end && token.end > token.start);
        assert.doesNotMatch(text.slice(token.start, token.end), /[\r\n]/);
        end = token.end;
      }
    }
  });
});

function expectTokens(source: string, ...names: readonly string[]): void {
  const { text, spans } = marked(source);
  const tokens = semanticTokens(requestSections(text));
  assert.equal(mark(text, tokens), mark(text, spans));
  assert.deepEqual(tokens.map(name), names);
}

function name({ type, modifiers }: ReturnType<typeof semanticTokens>[number]): string {
  return [type, ...modifiers].join(".");
}
