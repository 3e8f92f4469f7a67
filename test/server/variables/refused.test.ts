import assert from "node:assert/strict";
import { analyze, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { codesOf, request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around, findingsAround } from "../../support/resolver.ts";

const soap = "http://www.w3.org/2003/05/soap-envelope";
const envelope = (inner: string) =>
  `<s:Envelope xmlns:s="${soap}"><s:Body><a xmlns="urn:a">${inner}</a></s:Body></s:Envelope>`;

/** The first request of `text`, with `values` as the variables of an environment file. */
function inEnvironment(text: string, values: Readonly<Record<string, unknown>>) {
  const host = {
    chosen: ["local"],
    files: { "/w/a/b/http-client.env.json": JSON.stringify({ local: values }) },
  };
  const analysis = analyze(text, undefined, around(host));
  const info = requestAt(analysis, 0);
  assert.ok(info);
  const made = outgoingOf(analysis, info, fixedSending);
  const findings = findingsAround(text, host)
    .filter(({ code }) => code === "variable-undefined" || code === "variable-value-refused")
    .map(({ at, code, message }) => ({ text: text.slice(at.start, at.end), code, message }));
  return { kind: made.kind, findings, made };
}

suite("variables of environment files", () => {
  const origin = "local (http-client.env.json)";
  const use = request({ "X-A": "{{a}}", "Content-Length": "{{$contentLength}}" });

  for (const [what, values, why] of [
    ["a cycle", { a: "{{b}}", b: "{{a}}" }, `In ${origin}, the variable a refers to itself: a → b → a.`],
    [
      "an indirect cycle",
      { a: "{{b}}", b: "{{c}}", c: "{{b}}" },
      `In ${origin}, the variable b refers to itself: b → c → b.`,
    ],
    ["an undefined variable", { a: "x{{none}}" }, `In ${origin}, the value of a uses {{none}}, which has no value.`],
    [
      "an undefined variable used indirectly",
      { a: "{{b}}", b: "{{none}}" },
      `In ${origin}, the value of b uses {{none}}, which has no value.`,
    ],
    ["a value that is too large", { a: "x".repeat(1_000_001) }, `In ${origin}, the value of a is too large.`],
  ] as const) {
    test(`the check reports ${what} at the reference`, () => {
      const { kind, findings } = inEnvironment(use, values);
      assert.deepEqual(findings, [
        { text: "{{a}}", code: "variable-undefined", message: `{{a}} has no value. ${why}` },
      ]);
      assert.equal(kind, "unsendable");
    });
  }

  test("the check reports a value used by a variable of the document at both references", () => {
    const { findings } = inEnvironment(`@f = {{a}}\n${request({ "X-A": "{{f}}" })}`, { a: "{{none}}" });
    assert.deepEqual(
      findings.map(({ text }) => text),
      ["{{a}}", "{{f}}"],
    );
  });

  test("the check reports a value used in a body file at the path", () => {
    const text = request({ "Content-Length": "{{$contentLength}}" }, "<@ ./body.xml");
    const host = {
      chosen: ["local"],
      files: {
        "/w/a/b/http-client.env.json": JSON.stringify({ local: { a: "{{none}}" } }),
        "/w/a/b/body.xml": envelope("{{a}}"),
      },
    };
    assert.match(
      findingsAround(text, host)
        .map(({ message }) => message)
        .join(),
      /The file .*body\.xml uses \{\{a\}\}, which has no value\. In local/,
    );
  });

  for (const character of ["\u0001", "\0", "\uffff", "\ud800"]) {
    const number = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    for (const [place, inner] of [
      ["text", "{{a}}"],
      ["an attribute", '<b c="{{a}}"/>'],
      ["CDATA", "<![CDATA[{{a}}]]>"],
      ["a comment", "<!-- {{a}} -->"],
    ] as const) {
      test(`the check reports ${number} in ${place}`, () => {
        const { kind, findings } = inEnvironment(request({}, envelope(inner)), { a: `x${character}` });
        const message = `The value of a contains ${number}, which isn't allowed in XML.`;
        assert.deepEqual(findings, [{ text: "{{a}}", code: "variable-value-refused", message }]);
        assert.equal(kind, "unsendable");
      });
    }
  }
});

suite("a value with a line break in a header section", () => {
  for (const [name, breaker] of [
    ["LF", "a\nX-Evil: 1"],
    ["CR", "a\rX-Evil: 1"],
    ["NUL", "a\0b"],
  ] as const) {
    for (const [where, text] of [
      ["the target", request({}, undefined, "POST /{{a}} HTTP/1.1")],
      ["a value", request({ "X-A": "{{a}}" })],
      ["a name", request({ "X-{{a}}": "b" })],
      ["a folded line", request({ "X-A": "b\r\n {{a}}" })],
      ["a line without a colon", request({ "X-A": "b\r\n{{a}}" })],
    ] as const) {
      test(`${name} in ${where} is refused, even if the rule is disabled`, () => {
        const { kind, findings } = inEnvironment(text, { a: breaker });
        assert.equal(kind, "unsendable");
        assert.deepEqual(
          findings.map((one) => [one.code, one.text]),
          [["variable-value-refused", "{{a}}"]],
        );
        assert.match(
          findings[0]?.message ?? "",
          new RegExp(
            `The value of a contains ${name}, which isn't allowed in ${where === "the target" ? "the target of a request" : "a header value"}`,
          ),
        );
        assert.equal(inEnvironment(`# @ignore variable-value-refused\n${text}`, { a: breaker }).kind, "unsendable");
      });
    }
  }

  for (const [what, value, named] of [
    ["a blank", "b /c", "U+0020"],
    ["a tab", "b\tc", "U+0009"],
    ["DEL", "b\x7fc", "U+007F"],
    ["what looks like the end of the request line", "b HTTP/1.1", "U+0020"],
  ] as const) {
    test(`${what} in the target is refused, and allowed in a header`, () => {
      const { kind, findings } = inEnvironment(request({}, undefined, "POST /{{a}} HTTP/1.1"), { a: value });
      const message = `The value of a contains ${named}, which isn't allowed in the target of a request. Percent-encode it.`;
      assert.deepEqual([kind, findings], ["unsendable", [{ text: "{{a}}", code: "variable-value-refused", message }]]);
      assert.equal(inEnvironment(request({ "X-A": "{{a}}" }), { a: value }).kind, "message");
    });
  }

  const part = (header: string) => `--b\r\nContent-Type: text/xml\r\n${header}\r\n\r\n<a/>\r\n--b--`;
  const multipart = { "Content-Type": 'multipart/related; boundary=b; type="text/xml"' };

  for (const header of ["X-A: {{a}}", "X-{{a}}: b", "X-A: b\r\n {{a}}"]) {
    test(`a value with a line break is refused in ${JSON.stringify(header)} of a part, also in a body file`, () => {
      const { kind, findings } = inEnvironment(request(multipart, part(header)), { a: "b\r\nX-Evil: 1" });
      assert.deepEqual([kind, findings.map(({ code }) => code)], ["unsendable", ["variable-value-refused"]]);
      const host = around({ environments: { $shared: { a: "b\nX-Evil: 1" } }, files: { "/w/a/b/p": part(header) } });
      const analysis = analyze(request(multipart, "<@ ./p"), undefined, host);
      const info = requestAt(analysis, 0);
      assert.ok(info);
      assert.equal(outgoingOf(analysis, info, fixedSending).kind, "unsendable");
    });
  }

  test("other values are inserted unescaped into the headers of a part", () => {
    const { made } = inEnvironment(request(multipart, part("X-A: {{a}}")), { a: "a&b <c>" });
    assert.ok(made.kind === "message", made.kind);
    assert.match(new TextDecoder().decode(made.outgoing.body), /^X-A: a&b <c>\r$/m);
  });

  test("a header name without a value can't be sent; otherwise it is sent with its value", () => {
    const text = request({ "X-{{a}}": "b" });
    assert.deepEqual(codesOf(inEnvironment(text, {}).findings), ["variable-undefined"]);
    const { made } = inEnvironment(text, { a: "API-Key" });
    assert.ok(made.kind === "message", made.kind);
    assert.match(made.outgoing.head, /^X-API-Key: b\r$/m);
    assert.deepEqual(
      made.outgoing.fields.find(({ value }) => value === "b"),
      { name: "X-API-Key", value: "b" },
    );
  });
});
