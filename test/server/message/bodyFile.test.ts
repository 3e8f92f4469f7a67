import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import {
  analyze,
  applyEdits,
  type DocumentFinding,
  messagesOf,
  type Sending,
} from "../../../server/src/service/languageService.ts";
import { codesOf, envelope12, request } from "../../support/findings.ts";
import { type Around, around, bodyText, findingsAround, sentAround as sentWith } from "../../support/resolver.ts";

/*
 * How a body is read from a file and how its length is counted. The files are short and not SOAP, so findings about XML and
 * SOAP are left out.
 */

function findings(text: string, host: Around): readonly DocumentFinding[] {
  return findingsAround(text, host).filter(({ code }) => !isOfXml(code));
}

function messages(text: string, host: Around): readonly string[] {
  return findings(text, host).map(({ message }) => message);
}

function sentAround(text: string, host: Around, sending?: Partial<Sending>) {
  const { outgoing, errors } = sentWith(text, host, sending);
  return { outgoing, errors: errors.filter((code) => !isOfXml(code)) };
}

function isOfXml(code: string): boolean {
  return /^(?:soap|xml)-/.test(code);
}

const soap12 = "application/soap+xml";

/** A request with this line as its body. */
function withBody(line: string, count: number | string = "{{$contentLength}}", charset = "utf-8"): string {
  const type = charset === "" ? soap12 : `${soap12}; charset=${charset}`;
  return request({ "Content-Type": type, "Content-Length": String(count) }, line);
}

const file = (content: string | Uint8Array): Around => ({ files: { "/w/a/b/body.xml": content } });

function sentBody(text: string, host: Around): string {
  const { outgoing, errors } = sentAround(text, host);
  assert.deepEqual(errors, []);
  return bodyText(outgoing);
}

suite("a body that is a file, < path", () => {
  test("a body file is sent byte for byte", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const { outgoing, errors } = sentAround(withBody("< ./body.xml", 256), file(bytes));
    assert.deepEqual(outgoing.body, bytes);
    assert.deepEqual(errors, []);
  });

  test("a body file keeps line breaks, byte order mark and braces, with any charset in Content-Type", () => {
    const content = "\ufeff<a>{{$guid}} ä</a>\r\n\r\n";
    assert.equal(sentBody(withBody("< body.xml", undefined, "iso-8859-1"), file(content)), content);
  });

  test("a body file is empty if the file is empty", () => {
    assert.equal(sentBody(withBody("< ./body.xml", 0), file("")), "");
  });

  test("a body file may have variables in its path and line breaks after it", () => {
    const text = `@n = body\n${withBody("< ./{{n}}.xml \r\n\r\n", 4)}`;
    assert.equal(sentBody(text, file("<a/>")), "<a/>");
  });

  test("a body file is counted exactly, with its last line break", () => {
    assert.deepEqual(messages(withBody("< ./body.xml", 5), file("<a/>\n")), []);
    assert.deepEqual(messages(withBody("< ./body.xml", 4), file("<a/>\n")), [
      "Content-Length is 4, but the file ./body.xml is 5 bytes.",
    ]);
  });

  test("a fix changes a wrong Content-Length to {{$contentLength}}", () => {
    const text = withBody("< ./body.xml", 4);
    const [finding] = findings(text, file("<a/>\n"));
    const [fix] = finding?.fixes?.() ?? [];
    assert.equal(applyEdits(text, fix?.edits ?? []), withBody("< ./body.xml"));
  });

  test("a body file is sent completely with a wrong Content-Length as typed", () => {
    const { outgoing, errors } = sentAround(withBody("< ./body.xml", 4), file("<a/>\n"));
    assert.deepEqual([bodyText(outgoing), errors], ["<a/>\n", ["content-length-mismatch"]]);
    assert.match(outgoing.head, /Content-Length: 4\r\n/);
  });
});

suite("a compressed body file", () => {
  const gzipped = Uint8Array.from(gzipSync("<a/>"));
  const codes = (coding: string, content: Uint8Array | string) => {
    const text = withBody("< ./body.xml", 1).replace("\n\n", `\nContent-Encoding: ${coding}\n\n`);
    return findingsAround(text, file(content)).filter(({ code }) => code === "content-encoding").length;
  };

  test("a compressed file has the Content-Encoding of its bytes", () => {
    assert.deepEqual([codes("gzip", gzipped), codes("X-GZIP", gzipped)], [0, 0]);
    assert.deepEqual([codes("br", gzipped), codes("gzip", "<a/>")], [1, 1]);
  });
});

suite("a body file with variables, <@ path", () => {
  const a = "@a = <&>\n";

  test("a body file gets the values of variables, escaped for their place in the XML", () => {
    const content = '<a b="{{a}}">{{a}}<![CDATA[{{a}}]]><!--{{a}}--></a>';
    assert.equal(
      sentBody(a + withBody("<@ ./body.xml"), file(content)),
      '<a b="&lt;&amp;&gt;">&lt;&amp;&gt;<![CDATA[<&>]]><!--<&>--></a>',
    );
  });

  test("a body file gets the values unescaped if it isn't XML", () => {
    assert.equal(sentBody(a + withBody("<@ ./body.xml"), file("x={{a}}")), "x=<&>");
  });

  test("a body file keeps its line breaks, and Content-Length counts them", () => {
    const text = `@n = 12\n${withBody("<@ ./body.xml", 14)}`;
    const content = "<a>{{n}}</a>\r\n\r\n\n";
    assert.deepEqual(messages(text, file(content)), []);
    assert.equal(sentBody(`@n = 12\n${withBody("<@ ./body.xml")}`, file(content)), "<a>12</a>\r\n\r\n\n");
  });

  test("a body file is read and sent in the charset of Content-Type", () => {
    const latin1 = Uint8Array.from(Buffer.from("<a>{{v}} ä</a>", "latin1"));
    const { outgoing, errors } = sentAround(`@v = ü\n${withBody("<@ ./body.xml", 10, "iso-8859-1")}`, file(latin1));
    assert.deepEqual(Buffer.from(outgoing.body).toString("latin1"), "<a>ü ä</a>");
    assert.deepEqual(errors, []);
  });

  test("a body file is read in the charset of its byte order mark", () => {
    const utf16 = Uint8Array.from(Buffer.from("\ufeff<a>{{v}} ä</a>", "utf16le"));
    assert.equal(sentBody(`@v = ü\n${withBody("<@ ./body.xml", 12)}`, file(utf16)), "<a>ü ä</a>");
  });

  test("a body file is read in the charset of its XML declaration if Content-Type has none", () => {
    const text = '<?xml version="1.0" encoding="iso-8859-1"?><a>{{v}}ä</a>';
    const latin1 = Uint8Array.from(Buffer.from(text, "latin1"));
    const { outgoing } = sentAround(`@v = ü\n${withBody("<@ ./body.xml", undefined, "")}`, file(latin1));
    assert.deepEqual(Buffer.from(outgoing.body).toString("latin1"), text.replace("{{v}}", "ü"));
  });

  test("a body file can't be sent if it has bytes that are invalid in its charset", () => {
    const content = Uint8Array.from([...Buffer.from("<a>{{v}}"), 0xff, 0xfe, ...Buffer.from("</a>")]);
    const [message] = messages(`@v = 1\n${withBody("<@ ./body.xml")}`, file(content));
    assert.match(
      message ?? "",
      /^Variables in \.\/body\.xml can't be replaced, because 2 bytes or byte sequences aren't valid/,
    );
  });

  test("the rule reports a value that the charset can't encode, at the path", () => {
    const text = `@v = €\n${withBody("<@ ./body.xml", undefined, "iso-8859-1")}`;
    const diagnostics = findings(text, file("<a>{{v}}</a>"));
    assert.deepEqual(
      diagnostics.map(({ code, at }) => [code, text.slice(at.start, at.end)]),
      [["charset-unencodable", "./body.xml"]],
    );
  });

  test("the rule reports each variable without a value once, at the path", () => {
    assert.deepEqual(messages(withBody("<@ ./body.xml"), file("<a>{{none}}{{none}}{{$dotenv A}}</a>")), [
      "The file ./body.xml uses {{none}}, which has no value. Searched in: this file.",
      "The file ./body.xml uses {{$dotenv A}}, which has no value. No .env file was found in the folder of this file or its parent folders.",
    ]);
  });

  test("the rule reports a value that would end a CDATA section or a comment", () => {
    const text = `@c = ]]>\n@d = --\n${withBody("<@ ./body.xml")}`;
    const diagnostics = findings(text, file("<a><![CDATA[{{c}}]]><!--{{d}}--></a>"));
    assert.deepEqual(codesOf(diagnostics), ["variable-value-refused", "variable-value-refused"]);
  });

  test("Content-Length counts values that are made on sending by their samples", () => {
    const text = withBody("<@ ./body.xml", 43);
    assert.deepEqual(messages(text, file("<a>{{$guid}}</a>")), []);
    assert.equal(sentBody(text, file("<a>{{$guid}}</a>")), "<a>11111111-2222-4333-8444-555555555555</a>");
  });

  test("a body file counts as a use of a variable", () => {
    const text = `@v = 1\n${withBody("<@ ./body.xml")}`;
    assert.deepEqual(messages(text, file("<a>{{v}}</a>")), []);
  });
});

suite("a missing body file", () => {
  test("a missing body file is reported at its path", () => {
    const text = withBody("< ./none.xml");
    const diagnostics = findings(text, {});
    assert.deepEqual(
      diagnostics.map(({ code, at, message }) => [code, text.slice(at.start, at.end), message]),
      [
        [
          "body-file-missing",
          "./none.xml",
          "The file ./none.xml doesn't exist. The path is relative to the folder of this file.",
        ],
      ],
    );
  });

  test("a missing body file is reported with the reason if it can't be read", () => {
    const files = { "/w/a/b/body.xml": { refused: "It is locked." } };
    assert.deepEqual(messages(withBody("< ./body.xml"), { files }), [
      "The body file ./body.xml can't be read: It is locked.",
    ]);
  });

  test("a missing body file is reported for a document that isn't saved and belongs to no open folder", () => {
    const [message = ""] = messages(withBody("< ./body.xml"), { uri: "untitled:Untitled-1", roots: [] });
    assert.match(message, /: Save this file first\./);
  });
});

suite("Content-Length before the values are known", () => {
  const guid = envelope12.replace("<s:Body/>", "<s:Body>{{$guid}}</s:Body>");

  test("Content-Length is checked with samples of the same length", () => {
    const length = guid.length - "{{$guid}}".length + 36;
    assert.deepEqual(messages(request({ "Content-Length": String(length) }, guid), {}), []);
    assert.deepEqual(sentAround(request({ "Content-Length": String(length) }, guid), {}).errors, []);
    const [message] = messages(request({ "Content-Length": "1" }, guid), {});
    assert.match(message ?? "", new RegExp(`Content-Length is 1, but the body is ${length} bytes`));
  });

  test("Content-Length can't be checked without a sample, but is checked on sending", () => {
    const text = request({ "Content-Length": "90" }, guid.replace("$guid", "$secret a"));
    const before = findings(text, {});
    assert.deepEqual(
      before.map(({ code, severity }) => [code, severity]),
      [["content-length-mismatch", "information"]],
    );
    assert.deepEqual(sentAround(text, {}, { secret: () => "long enough" }).errors, ["content-length-mismatch"]);
  });
});

suite("a large body file", () => {
  test("a large body file is decoded once for all edits of the request, and again for another charset", () => {
    const bytes = new TextEncoder().encode("<a>é</a>");
    const read = (type: string) => {
      const text = request({ "Content-Type": type, "Content-Length": "{{$contentLength}}" }, "<@ body.xml");
      const analysis = analyze(text, undefined, around(file(bytes)));
      return messagesOf(analysis)[0]?.message.bodyFileText;
    };
    const first = read("text/xml; charset=utf-8");
    assert.equal(first?.text, "<a>é</a>");
    assert.equal(read("text/xml;  charset=utf-8"), first);
    assert.equal(read("text/xml; charset=iso-8859-1")?.text, "<a>Ã©</a>");
  });
});
