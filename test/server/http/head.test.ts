import assert from "node:assert/strict";
import { parseHead } from "../../../server/src/http/head.ts";
import type { Span } from "../../../server/src/text/span.ts";

/*
 * Header sections and how they are parsed: a line for each part, with its text.
 */
const cases: readonly { readonly name: string; readonly head: string; readonly trace: string }[] = [
  {
    name: "a whole request",
    head: "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n<a/>",
    trace: `
      method |POST|
      target |/s|
      version |HTTP/1.1|
      field |Host| |h|
      field |Content-Length| |4|
      empty
      body |<a/>|`,
  },
  {
    name: "spaces and tabs around a value are not part of it",
    head: "GET / HTTP/1.1\nA:b\nC: \t d \t\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      field |C| |d|`,
  },
  {
    name: "a header section at the end of the text has no body",
    head: "GET / HTTP/1.1\nHost: h",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      field |Host| |h|`,
  },
  {
    name: "an empty body",
    head: "GET / HTTP/1.1\n\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      empty
      body ||`,
  },
  {
    name: "extra whitespace",
    head: " POST  /s\tHTTP/1.1 \n",
    trace: `
      method |POST|
      target |/s|
      version |HTTP/1.1|
      space | |
      space |  |
      space |\\t|
      space | |`,
  },
  {
    name: "a target in two parts",
    head: "POST /a b HTTP/1.1\n",
    trace: `
      method |POST|
      target |/a b|
      version |HTTP/1.1|
      target space | |`,
  },
  {
    name: "a variable with a space is one part",
    head: 'POST /{{$datetime "YYYY MM"}} HTTP/1.1\n',
    trace: `
      method |POST|
      target |/{{$datetime "YYYY MM"}}|
      version |HTTP/1.1|`,
  },
  { name: "a method alone", head: "POST\n", trace: "method |POST|" },
  { name: "no target", head: "POST HTTP/1.1\n", trace: "method |POST|\nversion |HTTP/1.1|" },
  { name: "no version", head: "POST /s\n", trace: "method |POST|\ntarget |/s|" },
  { name: "no method", head: "http://h/s HTTP/1.1\n", trace: "target |http://h/s|\nversion |HTTP/1.1|" },
  { name: "a URL alone", head: "http://h/s\n", trace: "target |http://h/s|" },
  { name: "a host where the method should be", head: "example.com\n", trace: "target |example.com|" },
  {
    name: "a header without a request line",
    head: "Host: h\nA: b\n\n",
    trace: "field |Host| |h|\nfield |A| |b|\nempty\nbody ||",
  },
  { name: "XML without a header section", head: "<a/>", trace: "missing\nbody |<a/>|" },
  {
    name: "a body right after the headers",
    head: "POST / HTTP/1.1\nA: b\n<a/>\n",
    trace: `
      method |POST|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      missing
      body |<a/>\\n|`,
  },
  {
    name: "an indented body right after the headers isn't a folded line",
    head: "POST / HTTP/1.1\nA: b\n  <a/>",
    trace: `
      method |POST|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      missing
      body |  <a/>|`,
  },
  {
    name: "a line of spaces and tabs stands for the empty line",
    head: "POST / HTTP/1.1\n \t\n<a/>",
    trace: `
      method |POST|
      target |/|
      version |HTTP/1.1|
      blanks | \\t|
      body |<a/>|`,
  },
  {
    name: "comments between headers",
    head: "GET / HTTP/1.1\n# one\nA: b\n  // two: x\nC: d\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      comment |# one|
      field |A| |b|
      comment |  // two: x|
      field |C| |d|`,
  },
  {
    name: "a folded line",
    head: "GET / HTTP/1.1\nA: b\n\tc\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      continuation |c|`,
  },
  {
    name: "a first header that is indented is a header",
    head: "GET / HTTP/1.1\n A: b\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      field |A| |b|`,
  },
  {
    name: "malformed headers",
    head: "GET / HTTP/1.1\nno colon\n: x\nA : b\nC:\nD:e:f\n",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      malformed |no colon|
      field || |x|
      field |A| |b|
      field |C| ||
      field |D| |e:f|`,
  },
  {
    name: "a lone CR ends a line",
    head: "GET / HTTP/1.1\rA: b\r\r<a/>",
    trace: `
      method |GET|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      empty
      body |<a/>|`,
  },
  {
    name: "the first boundary line of a multipart body without an empty line before it",
    head: "POST / HTTP/1.1\nA: b\n--boundary\nC: d",
    trace: `
      method |POST|
      target |/|
      version |HTTP/1.1|
      field |A| |b|
      missing
      body |--boundary\\nC: d|`,
  },
];

suite("the parser of header sections", () => {
  for (const { name, head, trace } of cases) {
    test(name, () => {
      const expected = trace.trim().split(/\n\s*/);
      assert.deepEqual(traceOf(head), expected);
    });
  }

  test("the parser never throws, wherever the header section is cut off", () => {
    for (const { head } of cases)
      for (let end = 1; end <= head.length; end++) parseHead(head.slice(0, end), 0, "request");
  });
});

function traceOf(text: string): string[] {
  const { requestLine, headerLines, boundary, body } = parseHead(text, 0, "request");
  const show = ({ start, end }: Span) => `|${text.slice(start, end).replaceAll("\n", "\\n").replaceAll("\t", "\\t")}|`;
  const trace: string[] = [];
  if (requestLine?.method) trace.push(`method ${show(requestLine.method)}`);
  if (requestLine?.target) trace.push(`target ${show(requestLine.target)}`);
  if (requestLine?.version) trace.push(`version ${show(requestLine.version)}`);
  for (const space of requestLine?.badSpaces ?? []) trace.push(`space ${show(space)}`);
  for (const space of requestLine?.targetSpaces ?? []) trace.push(`target space ${show(space)}`);
  for (const headerLine of headerLines) {
    if (headerLine.kind === "field") trace.push(`field ${show(headerLine.name)} ${show(headerLine.value)}`);
    else if (headerLine.kind === "continuation") trace.push(`continuation ${show(headerLine.value)}`);
    else trace.push(`${headerLine.kind} ${show(headerLine)}`);
  }
  if (boundary) trace.push(boundary.kind === "blanks" ? `blanks ${show(boundary)}` : boundary.kind);
  if (body) trace.push(`body ${show(body)}`);
  return trace;
}
