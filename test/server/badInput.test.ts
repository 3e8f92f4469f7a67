import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze, diagnose, fixEverything, requestsOf } from "../../server/src/languageService.ts";
import { Random } from "../fuzz/random.ts";
import { envelope12, request } from "../support/findings.ts";
import { sentOf } from "../support/outgoing.ts";
import { steps } from "../support/steps.ts";

/*
 * Whatever a file holds: no exception, no hang, and work that grows as the file does.
 */

function everything(text: string): void {
  const analysis = analyze(text);
  diagnose(analysis);
  for (const one of requestsOf(analysis)) sentOf(analysis, one);
}

suite("bad input", () => {
  const samples = [
    request(),
    `@h = h\n# @name a\n${request({ Host: "{{h}}", SOAPAction: '"a"' }, `<?xml version="1.0"?>\n${envelope12}\n`)}\n### b\nGET / HTTP/1.1\nHost: h\n`,
    readFileSync("samples/tour.soaphttp", "utf8").slice(0, 1500),
    readFileSync("test/fixtures/requests/jaxws-11-mtom.http", "utf8"),
  ];

  test("every truncation of a sample", () => {
    for (const text of samples) for (let end = 0; end <= text.length; end++) everything(text.slice(0, end));
  });

  test("every fix of every truncation comes to an end", () => {
    for (const text of samples.slice(0, 2))
      for (let end = 0; end <= text.length; end += 7) fixEverything(analyze(text.slice(0, end)));
  });

  test("random bytes, and random pieces of requests", () => {
    const random = new Random(3);
    const pieces = [
      "POST ",
      "/s",
      " HTTP/1.1",
      "\n",
      "\r\n",
      ":",
      "Content-Length",
      "###",
      "<a",
      ">",
      "</",
      "{{",
      "}}",
      "@a =",
      "# @",
      "\ufeff",
      "\ud800",
      "\0",
      "--b",
      '"',
      "&",
      "<![CDATA[",
      "<!--",
    ];
    for (let round = 0; round < 2000; round++) {
      everything(
        random.some(1, 30, () => (random.chance(50) ? random.pick(pieces) : String.fromCharCode(random.below(300)))),
      );
    }
  });

  for (const [name, text] of Object.entries({
    "an empty file": "",
    "only comments": "# a\n// b\n\n###\n###",
    "a line of 5 MB": "x".repeat(5e6),
    "20 MB of text": "text and more text\n".repeat(1.1e6),
    "a body of lone surrogates and NUL": request({}, "\ud800\0\udfff".repeat(1e5)),
    blanks: " ".repeat(1e6),
    "line breaks": "\n".repeat(1e6),
    "hash signs": "#".repeat(1e6),
  })) {
    test(name, () => everything(text));
  }

  const growing: Readonly<Record<string, (n: number) => string>> = {
    headers: (n) => `POST / HTTP/1.1\n${"A: b\n".repeat(n)}\n${envelope12}`,
    "headers without a colon": (n) => `POST / HTTP/1.1\n${"abc\n".repeat(n)}\n${envelope12}`,
    "Content-Length, again and again": (n) => `POST / HTTP/1.1\n${"Content-Length: 1\n".repeat(n)}\n${envelope12}`,
    "folded lines": (n) => `POST / HTTP/1.1\nA: b\n${" c\n".repeat(n)}\n${envelope12}`,
    "parameters of Content-Type": (n) => request({ "Content-Type": `a/b${"; c=d".repeat(n)}` }),
    placeholders: (n) => request({}, undefined, `POST /${"{a}".repeat(n)} HTTP/1.1`),
    "characters that a target can't hold": (n) => request({}, undefined, `POST /${'"'.repeat(n)} HTTP/1.1`),
    "variables in the body": (n) =>
      `@a = €\n${request({ "Content-Type": "application/soap+xml; charset=iso-8859-1" }, `<a>${"{{a}}€".repeat(n)}</a>`)}`,
    "variable definitions": (n) => Array.from({ length: n }, (_, i) => `@a${i} = {{a${i + 1}}}\n`).join(""),
    "a cycle of variables": (n) =>
      Array.from({ length: n }, (_, i) => `@a${i} = {{a${(i + 1) % n}}}\n`).join("") + request({}, "<a>{{a0}}</a>"),
    "requests of one name": (n) => "# @name a\n".repeat(n) + request(),
    "definitions of one variable": (n) => "@a = b\n".repeat(n) + request(),
    "Host, again and again": (n) => `POST / HTTP/1.1\n${"Host: h\n".repeat(n)}\n${envelope12}`,
    separators: (n) => "###\nx\n".repeat(n),
    requests: (n) => `${request()}\n###\n`.repeat(n),
    "characters that the charset lacks": (n) =>
      request({ "Content-Type": "application/soap+xml; charset=us-ascii" }, `<a>${"é".repeat(n)}</a>`),
    "nested elements": (n) => request({}, "<a>".repeat(n)),
    attributes: (n) => request({}, `<a${Array.from({ length: n }, (_, i) => ` b${i}=""`).join("")}/>`),
    "errors in XML": (n) => request({}, `<a>${"&".repeat(n)}</a>`),
    "parts of a multipart body": (n) =>
      request(
        { "Content-Type": 'multipart/related; boundary="b"; type="text/xml"' },
        `${"--b\nA: b\n\nc\n".repeat(n)}--b--`,
      ),
  };
  for (const [name, make] of Object.entries(growing)) {
    test(`${name}: twice as many cost twice as much`, () => {
      const [one, two] = [make(2000), make(4000)];
      everything(one);
      const ratio = steps(() => everything(two)) / steps(() => everything(one));
      assert.ok(ratio < 2.2, `${ratio.toFixed(2)} times as many steps`);
    });
  }

  test("all automatic fixes of many findings: twice as many cost twice as much", () => {
    const fixAll = (n: number) => fixEverything(analyze(request({}, `<a>${"<b c=1/>&nbsp;".repeat(n)}</a>`)));
    fixAll(500);
    const ratio = steps(() => fixAll(2000)) / steps(() => fixAll(1000));
    assert.ok(ratio < 2.2, `${ratio.toFixed(2)} times as many steps`);
  });

  for (const name of ["headers", "nested elements", "attributes", "errors in XML"] as const) {
    test(`${name}: a hundred thousand and more`, () => {
      const make = growing[name];
      assert.ok(make);
      everything(make(name === "headers" ? 1e6 : 1e5));
    });
  }
});
