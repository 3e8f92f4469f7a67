import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  type DocumentFinding,
  requestsOf,
  type Sending,
} from "../../server/src/languageService.ts";
import { envelope12, request } from "../support/findings.ts";
import { type Around, around, bodyText, findingsAround, sentAround as sentWith } from "../support/resolver.ts";

/*
 * How a body comes from a file, and how it is counted. What is in it is short, and checked elsewhere: findings about XML
 * and its envelope are left out.
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

/** A request whose body is the line, with a count; without one it is asked for at sending. */
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
  test("is the file's bytes, whatever they are", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const { outgoing, errors } = sentAround(withBody("< ./body.xml", 256), file(bytes));
    assert.deepEqual(outgoing.body, bytes);
    assert.deepEqual(errors, []);
  });

  test("is sent with its line breaks, its byte order mark, its braces and whatever Content-Type says", () => {
    const content = "\ufeff<a>{{$guid}} ä</a>\r\n\r\n";
    assert.equal(sentBody(withBody("< body.xml", undefined, "iso-8859-1"), file(content)), content);
  });

  test("an empty file is an empty body", () => {
    assert.equal(sentBody(withBody("< ./body.xml", 0), file("")), "");
  });

  test("its path may use variables, and line breaks may follow", () => {
    const text = `@n = body\n${withBody("< ./{{n}}.xml \r\n\r\n", 4)}`;
    assert.equal(sentBody(text, file("<a/>")), "<a/>");
  });

  test("Content-Length counts the file exactly, its last line break too", () => {
    assert.deepEqual(messages(withBody("< ./body.xml", 5), file("<a/>\n")), []);
    assert.deepEqual(messages(withBody("< ./body.xml", 4), file("<a/>\n")), [
      "Content-Length is 4, but the file ./body.xml is 5 bytes.",
    ]);
  });

  test("a wrong count is mended by asking for it at sending, which stays right", () => {
    const text = withBody("< ./body.xml", 4);
    const [finding] = findings(text, file("<a/>\n"));
    const [fix] = finding?.fixes?.() ?? [];
    assert.equal(applyEdits(text, fix?.edits ?? []), withBody("< ./body.xml"));
  });

  test("a wrong count is sent as it is typed, with all of the file", () => {
    const { outgoing, errors } = sentAround(withBody("< ./body.xml", 4), file("<a/>\n"));
    assert.deepEqual([bodyText(outgoing), errors], ["<a/>\n", ["content-length-mismatch"]]);
    assert.match(outgoing.head, /Content-Length: 4\r\n/);
  });
});

suite("a body file whose variables are replaced, <@ path", () => {
  const a = "@a = <&>\n";

  test("is its text with their values, escaped as the place wants it", () => {
    const content = '<a b="{{a}}">{{a}}<![CDATA[{{a}}]]><!--{{a}}--></a>';
    assert.equal(
      sentBody(a + withBody("<@ ./body.xml"), file(content)),
      '<a b="&lt;&amp;&gt;">&lt;&amp;&gt;<![CDATA[<&>]]><!--<&>--></a>',
    );
  });

  test("what is no XML gets the values as they are", () => {
    assert.equal(sentBody(a + withBody("<@ ./body.xml"), file("x={{a}}")), "x=<&>");
  });

  test("keeps its line breaks, to the last one, and Content-Length counts them", () => {
    const text = `@n = 12\n${withBody("<@ ./body.xml", 14)}`;
    const content = "<a>{{n}}</a>\r\n\r\n\n";
    assert.deepEqual(messages(text, file(content)), []);
    assert.equal(sentBody(`@n = 12\n${withBody("<@ ./body.xml")}`, file(content)), "<a>12</a>\r\n\r\n\n");
  });

  test("is sent in the charset of Content-Type, which it is read in too", () => {
    const latin1 = Uint8Array.from(Buffer.from("<a>{{v}} ä</a>", "latin1"));
    const { outgoing, errors } = sentAround(`@v = ü\n${withBody("<@ ./body.xml", 10, "iso-8859-1")}`, file(latin1));
    assert.deepEqual(Buffer.from(outgoing.body).toString("latin1"), "<a>ü ä</a>");
    assert.deepEqual(errors, []);
  });

  test("a byte order mark comes first: the text is sent in another charset", () => {
    const utf16 = Uint8Array.from(Buffer.from("\ufeff<a>{{v}} ä</a>", "utf16le"));
    assert.equal(sentBody(`@v = ü\n${withBody("<@ ./body.xml", 12)}`, file(utf16)), "<a>ü ä</a>");
  });

  test("without a charset in Content-Type its XML declaration says it", () => {
    const text = '<?xml version="1.0" encoding="iso-8859-1"?><a>{{v}}ä</a>';
    const latin1 = Uint8Array.from(Buffer.from(text, "latin1"));
    const { outgoing } = sentAround(`@v = ü\n${withBody("<@ ./body.xml", undefined, "")}`, file(latin1));
    assert.deepEqual(Buffer.from(outgoing.body).toString("latin1"), text.replace("{{v}}", "ü"));
  });

  test("bytes that are no characters keep it from being sent", () => {
    const content = Uint8Array.from([...Buffer.from("<a>{{v}}"), 0xff, 0xfe, ...Buffer.from("</a>")]);
    const [message] = messages(`@v = 1\n${withBody("<@ ./body.xml")}`, file(content));
    assert.match(
      message ?? "",
      /^Variables in \.\/body\.xml can't be replaced, because 2 bytes or byte sequences aren't valid/,
    );
  });

  test("a value that the charset can't hold is told at the path", () => {
    const text = `@v = €\n${withBody("<@ ./body.xml", undefined, "iso-8859-1")}`;
    const found = findings(text, file("<a>{{v}}</a>"));
    assert.deepEqual(
      found.map(({ code, at }) => [code, text.slice(at.start, at.end)]),
      [["charset-unencodable", "./body.xml"]],
    );
  });

  test("a variable in it that has no value is told at the path, once", () => {
    assert.deepEqual(messages(withBody("<@ ./body.xml"), file("<a>{{none}}{{none}}{{$dotenv A}}</a>")), [
      "The file ./body.xml uses {{none}}, which has no value. Searched in: this file.",
      "The file ./body.xml uses {{$dotenv A}}, which has no value. No .env file was found in the folder of this file or its parent folders.",
    ]);
  });

  test("a value that would end a CDATA section or a comment in it is refused", () => {
    const text = `@c = ]]>\n@d = --\n${withBody("<@ ./body.xml")}`;
    const found = findings(text, file("<a><![CDATA[{{c}}]]><!--{{d}}--></a>"));
    assert.deepEqual(
      found.map(({ code }) => code),
      ["variable-value-refused", "variable-value-refused"],
    );
  });

  test("values that are made at sending are counted by their samples", () => {
    const text = withBody("<@ ./body.xml", 43);
    assert.deepEqual(messages(text, file("<a>{{$guid}}</a>")), []);
    assert.equal(sentBody(text, file("<a>{{$guid}}</a>")), "<a>11111111-2222-4333-8444-555555555555</a>");
  });

  test("a definition that only the file uses is used", () => {
    const text = `@v = 1\n${withBody("<@ ./body.xml")}`;
    const hints = findings(text, file("<a>{{v}}</a>"));
    assert.deepEqual(
      hints.map(({ message }) => message),
      [],
    );
  });
});

suite("a body file that is not there", () => {
  test("its path is where that is told", () => {
    const text = withBody("< ./none.xml");
    const found = findings(text, {});
    assert.deepEqual(
      found.map(({ code, at, message }) => [code, text.slice(at.start, at.end), message]),
      [
        [
          "body-file-missing",
          "./none.xml",
          "The file ./none.xml doesn't exist. The path is relative to the folder of this file.",
        ],
      ],
    );
  });

  test("a file that is not read says why", () => {
    const files = { "/w/a/b/body.xml": { refused: "It is locked." } };
    assert.deepEqual(messages(withBody("< ./body.xml"), { files }), [
      "The body file ./body.xml can't be read: It is locked.",
    ]);
  });

  test("a document that is not saved has no folder", () => {
    assert.match(
      messages(withBody("< ./body.xml"), { uri: "untitled:Untitled-1" })[0] ?? "",
      /: Save this file first\./,
    );
  });
});

suite("a count that is checked before values are known", () => {
  const guid = envelope12.replace("<s:Body/>", "<s:Body>{{$guid}}</s:Body>");

  test("samples have the length of the values", () => {
    const length = guid.length - "{{$guid}}".length + 36;
    assert.deepEqual(messages(request({ "Content-Length": String(length) }, guid), {}), []);
    assert.deepEqual(sentAround(request({ "Content-Length": String(length) }, guid), {}).errors, []);
    const [message] = messages(request({ "Content-Length": "1" }, guid), {});
    assert.match(message ?? "", new RegExp(`Content-Length is 1, but the body is ${length} bytes`));
  });

  test("where there is no sample it is said that nobody can check it; a wrong one shows at sending", () => {
    const text = request({ "Content-Length": "90" }, guid.replace("$guid", "$secret a"));
    const before = findings(text, {});
    assert.deepEqual(
      before.map(({ code, severity }) => [code, severity]),
      [["content-length-mismatch", "information"]],
    );
    assert.deepEqual(sentAround(text, {}, { secret: () => "long enough" }).errors, ["content-length-mismatch"]);
  });
});

suite("a body file that is large", () => {
  test("is read once, however often the request is edited, and anew with another charset", () => {
    const bytes = new TextEncoder().encode("<a>é</a>");
    const read = (type: string) => {
      const text = request({ "Content-Type": type, "Content-Length": "{{$contentLength}}" }, "<@ body.xml");
      const analysis = analyze(text, undefined, undefined, around(file(bytes)));
      return requestsOf(analysis)[0]?.message.bodyFileText;
    };
    const first = read("text/xml; charset=utf-8");
    assert.equal(first?.text, "<a>é</a>");
    assert.equal(read("text/xml;  charset=utf-8"), first);
    assert.equal(read("text/xml; charset=iso-8859-1")?.text, "<a>Ã©</a>");
  });
});
