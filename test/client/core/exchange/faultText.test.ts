import { deepEqual, equal } from "node:assert/strict";
import { explanation, faultLines } from "../../../../client/src/core/exchange/faultText.ts";
import { parseResponse } from "../../../../server/src/response/parse.ts";

const fault = {
  version: "1.2",
  summary: "",
  entries: [
    { label: "Code", value: "s:Sender — The request is at fault." },
    { label: "Detail", value: "Fault/a: 1" },
    { label: "Detail", value: "Fault/b: 2" },
  ],
  cause: undefined,
} as const;

suite("the explanation of a Fault", () => {
  test("the explanation lists the entries, and shows a repeated label once", () => {
    deepEqual(faultLines(fault), [
      "SOAP 1.2 Fault",
      "Code    s:Sender — The request is at fault.",
      "Detail  Fault/a: 1",
      "        Fault/b: 2",
    ]);
  });

  test("the explanation indents the wrapped lines of a long value", () => {
    const [, ...lines] = faultLines({ ...fault, entries: [{ label: "Reason", value: "word ".repeat(25).trim() }] });
    equal(lines.length, 3);
    for (const line of lines) equal(line.length <= 54, true, line);
    for (const line of lines) equal(line.slice(8, 12), "word");
  });

  test("the explanation says that there is no code and no reason", () => {
    deepEqual(faultLines({ ...fault, entries: [] }), ["SOAP 1.2 Fault", "It has no code and no reason."]);
  });

  test("a Fault isn't parsed as part of the body", () => {
    const head = "HTTP/1.1 500 Oops\nContent-Type: text/xml\n\n";
    const text = `${head}${explanation(fault)}<a/>`;
    const { body } = parseResponse(text);
    equal(text.slice(body.start, body.end), "<a/>");
  });

  test("a body that starts with an empty line is kept", () => {
    const { body } = parseResponse("HTTP/1.1 200 OK\n\n\n<a/>");
    equal(body.start, "HTTP/1.1 200 OK\n\n".length);
  });
});
