import assert from "node:assert/strict";
import { selectionSpans } from "../../../../server/src/features/selectionRanges.ts";
import { request } from "../../../support/findings.ts";
import { withCursor } from "../../../support/marked.ts";
import { multipartRequest, requestSections, responseSections } from "../../../support/structure.ts";

suite("selection ranges", () => {
  test("ranges expand from a word in a text to the whole file", () => {
    expectSteps(
      "### A\nPOST / HTTP/1.1\nHost: h\n\n<a>\n  <b> on|e </b>\n</a>\n### B\n",
      "one",
      " one ",
      "<b> one </b>",
      "\n  <b> one </b>\n",
      "<a>\n  <b> one </b>\n</a>",
      "POST / HTTP/1.1\nHost: h\n\n<a>\n  <b> one </b>\n</a>",
      "### A\nPOST / HTTP/1.1\nHost: h\n\n<a>\n  <b> one </b>\n</a>",
      "### A\nPOST / HTTP/1.1\nHost: h\n\n<a>\n  <b> one </b>\n</a>\n### B\n",
    );
  });

  test("ranges expand from an attribute's value to its quotes, the attribute and the tag", () => {
    expectFirst(inBody('<a b="x|y" c="">1</a>'), "xy", '"xy"', 'b="xy"', '<a b="xy" c="">', '<a b="xy" c="">1</a>');
    expectFirst(inBody('<a b|="xy"/>'), "b", 'b="xy"', '<a b="xy"/>');
    expectFirst(inBody("<p:a|b>1</p:ab>"), "p:ab", "<p:ab>", "<p:ab>1</p:ab>");
    expectFirst(inBody("<ab>1</a|b>"), "ab", "</ab>", "<ab>1</ab>");
  });

  test("ranges expand from the content of comments, CDATA sections and processing instructions to the whole", () => {
    expectFirst(inBody("<a><!-- o|ne --></a>"), "one", " one ", "<!-- one -->", "<a><!-- one --></a>");
    expectFirst(inBody("<a><![CDATA[<|b>]]></a>"), "<b>", "<![CDATA[<b>]]>");
    expectFirst(inBody("<a><?pi |x?></a>"), "pi x", "<?pi x?>");
    expectFirst(inBody("<a><!-- o|ne"), "one", " one", "<!-- one");
  });

  test("ranges expand from the parts of the target to the request line", () => {
    const rest = ["POST http://h/a?b=c HTTP/1.1", "POST http://h/a?b=c HTTP/1.1\nHost: h"];
    expectSteps("P|OST http://h/a?b=c HTTP/1.1\nHost: h", "POST", ...rest);
    expectSteps("POST http://h|/a?b=c HTTP/1.1\nHost: h", "h", "http://h/a?b=c", ...rest);
    expectSteps("POST http://h/a|?b=c HTTP/1.1\nHost: h", "/a", "/a?b=c", "http://h/a?b=c", ...rest);
    expectSteps("POST http://h/a?b=|c HTTP/1.1\nHost: h", "/a?b=c", "http://h/a?b=c", ...rest);
    expectSteps("POST http://h/a?b=c HT|TP/1.1\nHost: h", "HTTP/1.1", ...rest);
  });

  test("ranges expand from a parameter's value to the parameter, the value, the line and all headers", () => {
    const line = 'Content-Type: text/xml; charset="utf-8"';
    expectFirst(
      `POST / HTTP/1.1\nHost: h\nContent-Type: text/xml; charset="ut|f-8"\n\n<a/>`,
      "utf-8",
      '"utf-8"',
      'charset="utf-8"',
      'text/xml; charset="utf-8"',
      line,
      `Host: h\n${line}`,
      `POST / HTTP/1.1\nHost: h\n${line}`,
    );
    expectFirst(`POST / HTTP/1.1\nContent-|Type: text/xml`, "Content-Type", "Content-Type: text/xml");
    expectFirst('POST / HTTP/1.1\nX: "a;|b", c', "a;b", '"a;b"', '"a;b", c');
  });

  test("ranges expand from a variable's name to its braces", () => {
    expectFirst(inBody("<a>x {{o|ne}} y</a>"), "one", "{{one}}", "x {{one}} y");
    expectFirst("GET /{{pa|th}} HTTP/1.1", "path", "{{path}}", "/{{path}}");
  });

  test("ranges expand from a value above the request to its line", () => {
    expectFirst("@a = o|ne\nGET / HTTP/1.1", "one", "@a = one", "@a = one\nGET / HTTP/1.1");
    expectFirst("# @name o|ne\nGET / HTTP/1.1", "one", "# @name one");
    expectFirst("### A ti|tle\nGET / HTTP/1.1", "A title", "### A title");
  });

  test("ranges expand to a part of a multipart body", () => {
    const text = multipartRequest("<a>o|ne</a>");
    const part = "--b\nContent-Type: text/xml\nContent-ID: <root>\n\n<a>one</a>";
    expectFirst(text, "one", "<a>one</a>", part);
    expectFirst(text.replace("|", "").replace("picture", "pic|ture"), "<picture>", "Content-ID: <picture>");
  });

  test("ranges expand in a response", () => {
    const { text, offset } = withCursor("HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a>o|ne</a>\n");
    const spans = selectionSpans(responseSections(text), offset);
    const selected = spans.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(selected, ["one", "<a>one</a>", "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a>one</a>", text]);
  });

  test("ranges always contain the offset and the range before, and grow", () => {
    for (const text of [
      request({ "X-A": '"a;b"; c=d,e' }, "<a b='1'><!-- c --><d>{{x}}</d><e/>t</a>"),
      multipartRequest("<a><b></a>"),
      "# c\n@a = {{b}}\n### \n### x\n: y\n <a",
      "",
      "POST  /  \n  \n\n<a x=1 y='></a></b>",
    ]) {
      for (const sections of [requestSections(text), responseSections(`HTTP/1.1 200 OK\n${text}`)]) {
        for (let offset = 0; offset <= text.length; offset++) {
          let inner = { start: offset, end: offset };
          for (const span of selectionSpans(sections, offset)) {
            assert.ok(span.start <= inner.start && inner.end <= span.end, `${offset} of ${JSON.stringify(text)}`);
            assert.ok(span.end - span.start > inner.end - inner.start, `${offset} of ${JSON.stringify(text)}`);
            inner = span;
          }
        }
      }
    }
  });

  test("ranges are limited in 100,000 nested elements", () => {
    const deep = request({}, `${"<a>".repeat(100_000)}x`);
    const spans = selectionSpans(requestSections(deep), deep.length - 1);
    assert.ok(spans.length > 100 && spans.length < 2000, String(spans.length));
    assert.deepEqual(spans.at(-1), { start: 0, end: deep.length });
  });
});

function inBody(body: string): string {
  return `POST / HTTP/1.1\nHost: h\n\n${body}`;
}

function expectSteps(source: string, ...expected: readonly string[]): void {
  assert.deepEqual(stepsAt(source), expected);
}

/** Expects these ranges first; others may follow. */
function expectFirst(source: string, ...expected: readonly string[]): void {
  assert.deepEqual(stepsAt(source).slice(0, expected.length), expected);
}

function stepsAt(source: string): string[] {
  const { text, offset } = withCursor(source);
  return selectionSpans(requestSections(text), offset).map(({ start, end }) => text.slice(start, end));
}
