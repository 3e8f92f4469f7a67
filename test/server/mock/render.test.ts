import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { decodeFile } from "../../../client/src/cli/sourceText.ts";
import { analyze, messageOf } from "../../../server/src/analysis/analysis.ts";
import { parseDocument } from "../../../server/src/format/document.ts";
import { fileScope } from "../../../server/src/message/fileScope.ts";
import { render } from "../../../server/src/mock/render.ts";
import { MockResponse } from "../../../server/src/mock/response.ts";
import { emptyResolver, type Resolver } from "../../../server/src/resources/resolver.ts";
import type { Sending } from "../../../server/src/variables/sending.ts";
import { findingsIn, ofMock } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";

interface Given {
  readonly sending?: Partial<Sending>;
  readonly method?: string;
  readonly files?: Readonly<Record<string, string>>;
}

function responseOf(text: string, files: Given["files"] = {}): MockResponse {
  const document = parseDocument(text, undefined, "response");
  const resolver: Resolver = {
    ...emptyResolver,
    bodyFile: (path) => {
      const content = Object.hasOwn(files, path) ? files[path] : undefined;
      return content === undefined ? { kind: "missing" } : { kind: "bytes", bytes: new TextEncoder().encode(content) };
    },
  };
  const [placed] = document.segments;
  assert.ok(placed?.segment.message);
  return new MockResponse(placed.segment, placed.segment.message, fileScope(document, resolver));
}

function rendered(text: string, { sending, method = "POST", files }: Given = {}) {
  const { bytes, ...rest } = render(responseOf(text, files), { ...fixedSending, ...sending }, method);
  return { text: Buffer.from(bytes).toString("latin1"), ...rest };
}

function sent(text: string, given?: Given): string {
  return rendered(text, given).text;
}

const ok = "HTTP/1.1 200 OK";

suite("a response of a .soapmock file", () => {
  test("a response has the hash of its body, an element of itself, and bytes as its body", () => {
    const head =
      "HTTP/1.1 200 OK\nContent-Type: text/xml\nDigest: {{$body | sha256 | hex}}\nContent-Length: {{$contentLength}}\n\n";
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const own = sent(`${head}<r><a>{{$guid}}</a><h>{{$this.//a | xml | sha256 | hex}}</h></r>`);
    const [, digest, body = ""] = /Digest: (\w+)\r\n[\s\S]*\r\n\r\n([\s\S]*)$/.exec(own) ?? [];
    assert.equal(digest, hash(body));
    assert.ok(body.includes(`<h>${hash(/<a>.*<\/a>/.exec(body)?.[0] ?? "")}</h>`), body);
    assert.ok(sent(`${head}{{$concat "x" | bytes}}`).endsWith("\r\n\r\nx"));
  });

  test("a response goes out as it is written, with CRLF in the head only", () => {
    const text = `# @name a\n@x = 1\n${ok}\ncontent-TYPE: text/xml\nX: 1\nX: 2\n\n<a>\n</a>\n\n###\n`;
    assert.equal(sent(text), `${ok}\r\ncontent-TYPE: text/xml\r\nX: 1\r\nX: 2\r\n\r\n<a>\n</a>`);
  });

  test("a response keeps an unknown status, a wrong Content-Length, and lines that aren't fields", () => {
    const text = "HTTP/1.1 299 Sort of\nContent-Length: 7\nno field\n\nabc";
    assert.equal(sent(text), "HTTP/1.1 299 Sort of\r\nContent-Length: 7\r\nno field\r\n\r\nabc");
    assert.equal(rendered(text).status, 299);
  });

  test("a response includes as many line breaks at its end as Content-Length counts", () => {
    assert.match(sent(`${ok}\nContent-Length: 5\n\nabc\n\n`), /\r\n\r\nabc\n\n$/);
    assert.match(sent(`${ok}\nContent-Length: 6\n\nabc\n\n`), /\r\n\r\nabc$/);
  });

  test("a response omits comments in the head", () => {
    assert.equal(sent(`${ok}\n# one\nX: 1\n// two\n\n`), `${ok}\r\nX: 1\r\n\r\n`);
  });

  test("a response ends with an empty line if it has no body", () => {
    assert.equal(sent("HTTP/1.1 204 No Content\n###\n"), "HTTP/1.1 204 No Content\r\n\r\n");
  });

  test("a response has the bytes of its charset, or those of the file in an unknown charset", () => {
    assert.match(sent(`${ok}\nContent-Type: text/xml; charset=iso-8859-1\n\n<a>é</a>`), /<a>\xe9<\/a>$/);
    assert.match(sent(`${ok}\nContent-Type: text/xml; charset=none-such\n\n<a>é</a>`), /<a>\xc3\xa9<\/a>$/);
  });

  test("a response has no status if its first line has none", () => {
    assert.equal(rendered("Content-Length: 0\n\n").status, undefined);
    assert.equal(rendered("HTTP/1.1 20 OK\n\n").status, undefined);
  });
});

suite("# @raw", () => {
  test("a response with # @raw sends the head with the line endings and comments of the file", () => {
    const head = `${ok}\r\n# a comment\nX :  1  \n\n`;
    assert.equal(sent(`# @raw\n${head}<a/>\n`), `${head}<a/>`);
  });

  test("a response with # @raw adds no empty line", () => {
    assert.equal(sent(`# @raw\n${ok}\nX: 1\n###\n`), `${ok}\nX: 1\n`);
  });

  test("a response with # @raw refuses a line break from the request in a comment, too", () => {
    const { text, problem } = rendered(`# @raw\n${ok}\n# {{request.path}}\n\n`, {
      sending: { requested: () => "a\nX: 1" },
    });
    assert.match(text, /^HTTP\/1\.1 500 /);
    assert.match(problem ?? "", /LF/);
  });
});

suite("a file in another encoding than UTF-8", () => {
  const rawBytes = (text: string) => {
    const source = decodeFile(Buffer.from(`# @raw\n${text}`, "latin1"), "response");
    assert.ok(typeof source === "object");
    const analysis = analyze(source.text, ofMock, emptyResolver, source);
    const [placed] = analysis.document.segments;
    const response = placed && messageOf(analysis, placed.segment);
    assert.ok(response instanceof MockResponse);
    return Buffer.from(render(response, fixedSending, "POST").bytes).toString("latin1");
  };

  test("the response has the same bytes in the head and in the body", () => {
    for (const text of [
      `${ok}\nContent-Type: text/xml; charset=iso-8859-1\nX: \xe9\n\n<a>\xe9</a>`,
      `${ok}\n# \xc3\xa9 \x9d\nX\xe9: 1\nContent-Length: 0\n\n`,
      `${ok}\nContent-Type: text/xml; charset=utf-8\nX\xe9: 1\n\n<a>\xc3\xa9</a>`,
    ])
      assert.equal(rawBytes(text), text);
  });
});

suite("values in a response", () => {
  const requested: Sending["requested"] = (part) =>
    part.kind === "body"
      ? `body ${part.path?.text} <&>"`
      : "name" in part
        ? `${part.kind} ${part.name}`
        : `the ${part.kind}`;
  const sending = { requested };

  test("values are taken from the request", () => {
    const names = ["headers.X-Id", "query.q", "path", "method"].map((name) => `{{request.${name}}}`).join(", ");
    assert.match(sent(`${ok}\nX: ${names}\n\n`, { sending }), /X: header X-Id, query q, the path, the method\r\n/);
  });

  test("values are escaped in the text and the attribute values of XML", () => {
    const text = `${ok}\n\n<a b="{{request.body.//m:b}}">{{request.body.//m:a}}</a>`;
    assert.match(sent(text, { sending }), /<a b="body \/\/m:b &lt;&amp;&gt;&quot;">body \/\/m:a &lt;&amp;&gt;"<\/a>$/);
  });

  test("values stay as they are in a body that isn't XML", () => {
    const text = `${ok}\nContent-Type: application/json\n\n{"a": "{{request.body.*}}"}`;
    assert.match(sent(text, { sending: { requested: () => "1 < 2 & 3" } }), /\{"a": "1 < 2 & 3"\}$/);
  });

  test("values are empty if the request has no such part", () => {
    const text = `${ok}\nX: [{{request.headers.None}}]\n\n<a>{{request.body.//none}}</a>`;
    assert.match(sent(text, { sending: { requested: () => "" } }), /X: \[\]\r\n\r\n<a><\/a>$/);
  });

  test("values are taken from the file, the built-in ones and the state", () => {
    const values = new Map([["state", { text: "paid", secret: false }]]);
    const text = `@base = b-{{request.path}}\n${ok}\nX: {{base}} {{state}} {{$guid}}\n\n`;
    assert.match(
      sent(text, { sending: { ...sending, values } }),
      /X: b-the path paid 11111111-2222-4333-8444-555555555555\r\n/,
    );
  });

  test("values count the bytes of the body", () => {
    const text = `${ok}\nContent-Length: {{$contentLength}}\n\n<a>é{{request.path}}</a>`;
    assert.match(sent(text, { sending: { requested: () => "é" } }), /Content-Length: 11\r\n/);
  });

  test("values may be in the status line", () => {
    const text = "HTTP/1.1 {{request.query.status}} Some\nContent-Length: 0\n\n";
    const response = rendered(text, { sending: { requested: () => "404" } });
    assert.equal(response.text, "HTTP/1.1 404 Some\r\nContent-Length: 0\r\n\r\n");
    assert.deepEqual([response.status, response.closes], [404, false]);
  });

  for (const [name, character] of [
    ["CR", "\r"],
    ["LF", "\n"],
    ["NUL", "\0"],
  ] as const) {
    test(`values make the response an empty 500 if they bring ${name} into the head`, () => {
      const response = rendered(`${ok}\nX: {{request.path}}\n\n<a/>`, {
        sending: { requested: () => `a${character}b` },
      });
      assert.equal(response.text, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n");
      assert.equal(response.problem, `The value of {{request.path}} contains ${name}, which isn't allowed there.`);
    });
  }

  test("values make the response an empty 500 if they would end a CDATA section", () => {
    const response = rendered(`${ok}\n\n<a><![CDATA[{{request.path}}]]></a>`, { sending: { requested: () => "]]>" } });
    assert.deepEqual([response.status, response.text.endsWith("\r\n\r\n")], [500, true]);
  });

  test("values make the response an empty 500 if its charset doesn't have them", () => {
    const text = `${ok}\nContent-Type: text/xml; charset=iso-8859-1\n\n<a>{{request.path}}</a>`;
    const response = rendered(text, { sending: { requested: () => "€" } });
    assert.equal(response.problem, "The body contains €, which the charset iso-8859-1 doesn't have.");
  });

  test("references without a value are never sent as text", () => {
    const references = ["none", "$signature me", "$certificate me", "$none", "$secret none", "login.response.body.//a"];
    for (const name of references) {
      for (const text of [
        `${ok}\nX: {{${name}}}\n\n<a/>`,
        `${ok}\n\n<a>{{${name}}}</a>`,
        `@v = {{${name}}}\n${ok}\n\n<a>{{v}}</a>`,
      ]) {
        const response = rendered(text, { sending: { secret: () => undefined } });
        assert.equal(response.text, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n", text);
        assert.match(response.problem ?? "", /^\{\{.*\}\} has no value\./);
      }
      const file = rendered(`${ok}\n\n<@ ./a.xml\n`, { files: { "./a.xml": `<a>{{${name}}}</a>` } });
      assert.match(file.problem ?? "", /has no value/, name);
    }
    const { problem } = rendered(`${ok}\n\n<a>{{$signature me}}</a>`);
    assert.equal(problem, "{{$signature me}} has no value. A mock service needs the option --key me=FILE for it.");
  });

  test("references to keys are errors of the check", () => {
    for (const name of ["$signature me", "$certificate me"]) {
      const findings = findingsIn(`${ok}\n\n<a>{{${name}}}</a>`, ofMock).filter(
        ({ code }) => code === "variable-undefined",
      );
      const messages = findings.map(({ message }) => message);
      assert.deepEqual(messages, [`{{${name}}} has no value. A mock service needs the option --key me=FILE for it.`]);
    }
  });
});

suite("a body file of a response", () => {
  const files = { "a.xml": "<a>{{request.path}}</a>\n" };
  const sending = { requested: () => "/calc" };

  test("a body file goes out with its bytes after <", () => {
    assert.match(sent(`${ok}\n\n< a.xml\n`, { files, sending }), /\r\n\r\n<a>\{\{request\.path\}\}<\/a>\n$/);
  });

  test("a body file goes out with values after <@", () => {
    assert.match(sent(`${ok}\n\n<@ a.xml\n`, { files, sending }), /\r\n\r\n<a>\/calc<\/a>\n$/);
  });

  test("a missing body file makes the response an empty 500", () => {
    const response = rendered(`${ok}\n\n< none.xml\n`, { files });
    assert.deepEqual([response.status, response.problem], [500, "The body file none.xml doesn't exist."]);
  });
});

suite("the connection after a response", () => {
  const closes = (text: string, given?: Given) => rendered(text, given).closes;

  test("the connection stays open if the message ends where it says", () => {
    assert.equal(closes(`${ok}\nContent-Length: 3\n\nabc`), false);
    assert.equal(closes(`${ok}\nContent-Length: 0\n`), false);
    assert.equal(closes(`${ok}\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n`), false);
    assert.equal(closes("HTTP/1.1 204 No Content\n"), false);
    assert.equal(closes("HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 0\n"), false);
    assert.equal(closes(`${ok}\nContent-Length:\n 3\n\nabc`), false);
  });

  const closing: readonly (readonly [what: string, text: string])[] = [
    ["there is no length", `${ok}\n\nabc`],
    ["Content-Length is wrong", `${ok}\nContent-Length: 4\n\nabc`],
    ["there are two lengths", `${ok}\nContent-Length: 3\nContent-Length: 4\n\nabc`],
    [
      "there is a length beside chunks",
      `${ok}\nContent-Length: 13\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    ["the chunks have no end", `${ok}\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n`],
    ["the response says so", `${ok}\nConnection: Upgrade, Close\nContent-Length: 0\n`],
    ["the version is 1.0", "HTTP/1.0 200 OK\nContent-Length: 0\n"],
    ["a response without a body has one", "HTTP/1.1 204 No Content\n\nabc"],
    ["the response is only an interim one", "HTTP/1.1 100 Continue\n"],
    ["there is no status line", "Content-Length: 0\n\n"],
    ["a line isn't a field", `${ok}\nContent-Length: 0\nno field\n`],
    ["the head has no empty line", `# @raw\n${ok}\nContent-Length: 0\n`],
  ];
  for (const [what, text] of closing) {
    test(`the connection is closed if ${what}`, () => assert.equal(closes(text), true));
  }

  test("the connection is closed if a response to HEAD has a body", () => {
    const text = `${ok}\nContent-Length: 3\n\nabc`;
    const response = responseOf(text);
    const closesAfter = (method: string) => render(response, fixedSending, method).closes;
    assert.deepEqual(["GET", "HEAD", "GET"].map(closesAfter), [false, true, false]);
  });
});

suite("a response that is the same for each request", () => {
  const isKept = (text: string) => {
    const response = responseOf(text, { "a.xml": "<a/>" });
    const [first, second] = [1, 2].map(() => render(response, fixedSending, "POST").bytes);
    return first === second;
  };

  test("a response that is the same for each request is rendered once", () => {
    assert.equal(isKept(`@base = 1\n${ok}\nContent-Length: {{$contentLength}}\n\n<a>{{base}}</a>`), true);
    assert.equal(isKept(`${ok}\n\n<@ a.xml`), true);
  });

  test("a response that is rendered once has no row of a data file", () => {
    assert.equal(isKept(`# @data ./rows.csv where a = //a\n${ok}\nX: {{price}}\n\n`), false);
  });

  test("a response that is rendered once has no value of the request, and no built-in one that differs", () => {
    assert.equal(isKept(`${ok}\nX: {{request.path}}\n\n`), false);
    assert.equal(isKept(`@id = {{$guid}}\n${ok}\nX: {{id}}\n\n`), false);
  });
});
