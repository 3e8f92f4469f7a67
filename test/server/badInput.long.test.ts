import { readFileSync } from "node:fs";
import { analyze, diagnose, fixEverything, messagesOf } from "../../server/src/service/languageService.ts";
import { Random } from "../fuzz/random.ts";
import { envelope12, request } from "../support/findings.ts";
import { sentOf } from "../support/outgoing.ts";

/*
 * No input causes an exception, an endless loop or more than linear work.
 */

function everything(text: string): void {
  const analysis = analyze(text);
  diagnose(analysis);
  for (const message of messagesOf(analysis)) sentOf(analysis, message);
}

suite("invalid input", () => {
  const samples = [
    request(),
    `@h = h\n# @name a\n${request({ Host: "{{h}}", SOAPAction: '"a"' }, `<?xml version="1.0"?>\n${envelope12}\n`)}\n### b\nGET / HTTP/1.1\nHost: h\n`,
    readFileSync("samples/tour.soaphttp", "utf8").slice(0, 1500),
    readFileSync("test/fixtures/requests/jaxws-11-mtom.http", "utf8"),
  ];

  test("invalid input is handled wherever a sample is cut off", () => {
    for (const text of samples) for (let end = 0; end <= text.length; end++) everything(text.slice(0, end));
  });

  test("invalid input is fixed in a finite number of steps, wherever a sample is cut off", () => {
    for (const text of samples.slice(0, 2))
      for (let end = 0; end <= text.length; end += 7) fixEverything(analyze(text.slice(0, end)));
  });

  test("invalid input is handled if it is random bytes or random parts of requests", () => {
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
    spaces: " ".repeat(1e6),
    "line breaks": "\n".repeat(1e6),
    "hash signs": "#".repeat(1e6),
  })) {
    test(name, () => everything(text));
  }

  for (const [name, text] of Object.entries({
    headers: `POST / HTTP/1.1\n${"A: b\n".repeat(1e6)}\n${envelope12}`,
    "nested elements": request({}, "<a>".repeat(1e5)),
    attributes: request({}, `<a${Array.from({ length: 1e5 }, (_, i) => ` b${i}=""`).join("")}/>`),
    "errors in XML": request({}, `<a>${"&".repeat(1e5)}</a>`),
  })) {
    test(`more than a hundred thousand are handled: ${name}`, () => everything(text));
  }
});
