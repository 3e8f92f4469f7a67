import assert from "node:assert/strict";
import { envelope12, expectClean, request } from "../../../support/findings.ts";
import { bodyOf, withBody } from "../../../support/typing.ts";
import { formatted, minified } from "./layout.ts";

const lines = (...all: readonly string[]) => all.join("\n");

suite("formatting a header section", () => {
  test("formatting normalizes spaces and tabs in the request line", () => {
    assert.equal(formatted(" POST \t /s  HTTP/1.1 \nHost: h\n"), "POST /s HTTP/1.1\nHost: h\n");
    assert.equal(formatted("post  /s\n"), "post /s\n");
  });

  test("formatting puts one space after the colon and keeps names and values", () => {
    assert.equal(
      formatted("POST /s HTTP/1.1\n hOST :h\t\nX-a:\t\tb  c \nSOAPAction:  \nSOAPaction:\n"),
      "POST /s HTTP/1.1\nhOST: h\nX-a: b  c\nSOAPAction:\nSOAPaction:\n",
    );
  });

  test("formatting removes spaces and tabs from the empty line", () => {
    assert.equal(formatted(`POST /s HTTP/1.1\nHost: h\n \t\n<a/>`), "POST /s HTTP/1.1\nHost: h\n\n<a/>");
  });

  test("formatting formats variables, directives and titles", () => {
    assert.equal(
      formatted(
        "  @a=1\t\n@b =\n@c\t= x = y \n#@name   add \n  //  @note a  b\n# @no-redirect \n###   next  \nGET / HTTP/1.1",
      ),
      "@a = 1\n@b =\n@c = x = y\n# @name add\n// @note a  b\n# @no-redirect\n### next\nGET / HTTP/1.1",
    );
  });

  test("formatting formats segments without a request", () => {
    assert.equal(formatted("@a=1\n###\n@b=2\n"), "@a = 1\n###\n@b = 2\n");
  });

  const kept: readonly (readonly [string, string])[] = [
    ["comments", "  # a  b \nGET / HTTP/1.1\n  //c \n#d\n"],
    ["titles without a space", "GET / HTTP/1.1\n###next\nGET / HTTP/1.1\n####\n"],
    ["folded lines", "GET / HTTP/1.1\nX:a  \n  b \nHost: h"],
    ["lines that aren't headers", "GET / HTTP/1.1\nno header \nHost: h"],
    ["a name with whitespace inside", "GET / HTTP/1.1\nmy name : x"],
    ["a header without a name", "GET / HTTP/1.1\n :  x "],
    ["a target with a space in it", "GET /a  b HTTP/1.1"],
    ["the lines before a body without an empty line", "POST / HTTP/1.1\nHost: h\n<a/>"],
  ];
  for (const [what, text] of kept) {
    test(`formatting keeps ${what}`, () => assert.equal(formatted(text), text));
  }
});

suite("formatting a body", () => {
  const body = "<a><b>1</b><c><d/></c></a>";
  const indented = lines("<a>", "  <b>1</b>", "  <c>", "    <d/>", "  </c>", "</a>");

  test("formatting puts each element on a line of its own, indented", () => {
    assert.equal(bodyOf(formatted(withBody(body))), indented);
    assert.equal(bodyOf(formatted(withBody(body), { indent: "\t" })), indented.replaceAll("  ", "\t"));
  });

  test("formatting uses the line endings of the document", () => {
    const text = withBody(body).replaceAll("\n", "\r\n");
    assert.equal(formatted(text, { lineBreak: "\r\n" }), withBody(indented).replaceAll("\n", "\r\n"));
  });

  test("formatting keeps the line breaks before a separator", () => {
    assert.equal(
      formatted(`${withBody(body)}\n\n### next\n${withBody("<x> <y/></x>")}\n`),
      `${withBody(indented)}\n\n### next\n${withBody("<x>\n  <y/>\n</x>")}\n`,
    );
  });

  const kept: readonly (readonly [string, string])[] = [
    ["ill-formed", withBody("<a><b></a>")],
    ["the body of a GET", "GET /s HTTP/1.1\n\n<a><b/></a>"],
    ["a file", withBody("< ./a.xml")],
    ["not XML", withBody('{"a": [1]}')],
    ["mixed with text", withBody("<a>text <b/></a>")],
    ["mixed with variables", withBody("<a>{{x}}<b/></a>")],
    ["only a variable in an element", withBody("<a>{{x}}</a>")],
  ];
  for (const [what, text] of kept)
    test(`formatting keeps a body that is ${what}`, () => assert.equal(formatted(text), text));

  test("formatting formats only the root part of a multipart body", () => {
    const text = lines(
      "POST /s HTTP/1.1",
      'Content-Type: multipart/related; boundary=b; type="text/xml"',
      "",
      "--b",
      "Content-Type:   text/xml",
      "",
      "<a><b/></a>",
      "--b",
      "Content-Type: text/xml",
      "",
      "<c><d/></c>",
      "--b--",
      "",
    );
    assert.equal(formatted(text), text.replace("<a><b/></a>", "<a>\n  <b/>\n</a>"));
  });
});

suite("formatting and Content-Length", () => {
  const sound = request();
  const formattedBody = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">\n  <s:Body/>\n</s:Envelope>';

  test("formatting updates a correct length", () => {
    expectClean(sound);
    assert.equal(formatted(sound), request({}, formattedBody));
    expectClean(formatted(sound));
  });

  test("formatting updates a correct length if its own line changes too", () => {
    assert.equal(formatted(sound.replace("Content-Length: 84", "Content-Length :84  ")), request({}, formattedBody));
  });

  test("formatting keeps a wrong length", () => {
    const wrong = request({ "Content-Length": "85" });
    assert.equal(formatted(wrong), request({ "Content-Length": "85" }, formattedBody));
  });

  test("formatting counts only the body if the length included line breaks after it", () => {
    const text = `${request({ "Content-Length": "85" })}\n\n###`;
    assert.equal(formatted(text), `${request({}, formattedBody)}\n\n###`);
  });
});

suite("formatting a range", () => {
  const text = lines("<a>", "<b>", "<c/>", "</b>", "<d/>", "</a>");
  const within = (source: string) => bodyOf(formatted(withBody(source)));

  test("formatting changes only whole lines in the range", () => {
    assert.equal(within(text.replace("<c/>\n", "«<c/>\n»")), text.replace("<c/>", "    <c/>"));
    assert.equal(within(text.replace("<c/>", "«<c/>»")), text.replace("<c/>", "    <c/>"));
    assert.equal(within(text.replace("<c/>", " «<c/>»")), text.replace("<c/>", "    <c/>"));
    assert.equal(
      within(text.replace("<b>\n<c/>\n</b>", "«<b>\n<c/>\n</b>»")),
      text.replace("<b>\n<c/>\n</b>", "  <b>\n    <c/>\n  </b>"),
    );
  });

  test("formatting changes only the selected part of a line", () => {
    assert.equal(within("<a><b><c/></b>«<d><e/></d>»</a>"), "<a><b><c/></b><d>\n    <e/>\n  </d></a>");
    assert.equal(within("<a><b/>«<c/>»<d/></a>"), "<a><b/><c/><d/></a>");
  });

  test("formatting changes only lines in the header section", () => {
    assert.equal(
      formatted(`POST  /s HTTP/1.1\n«Host:h\n»X:y\n\n${text}`),
      `POST  /s HTTP/1.1\nHost: h\nX:y\n\n${text}`,
    );
  });

  test("formatting changes only the request with the range", () => {
    assert.equal(
      formatted(`${withBody("<a><b/></a>")}\n###\n${withBody("«<c><d/></c>»")}\n###\n${withBody("<e><f/></e>")}`),
      `${withBody("<a><b/></a>")}\n###\n${withBody("<c>\n  <d/>\n</c>")}\n###\n${withBody("<e><f/></e>")}`,
    );
  });

  test("formatting updates Content-Length outside the range", () => {
    assert.match(formatted(request({}, `«${envelope12}»`)), /\nContent-Length: 88\n/);
  });
});

suite("minifying a body", () => {
  test("minifying removes the whitespace between elements and updates Content-Length", () => {
    const sound = request({}, `${envelope12.replace("<s:Body/>", "<s:Body>\n  <a> <b/> text</a>\n</s:Body>")}\n`);
    const after = minified(sound);
    assert.equal(bodyOf(after), `${envelope12.replace("<s:Body/>", "<s:Body><a> <b/> text</a></s:Body>")}\n`);
    assert.equal(after.split("\n")[0], "POST /s HTTP/1.1");
  });

  test("minifying keeps the header section and an ill-formed body", () => {
    for (const text of ["POST  /s HTTP/1.1\nHost:h\n\n<a/>", withBody("<a> <b> </a>")]) {
      assert.equal(minified(text), text);
    }
  });
});
