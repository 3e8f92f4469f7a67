import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { PresentParams, PresentResult } from "../../../server/src/protocol/protocol.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { applyEdits } from "../../../server/src/text/edits.ts";
import { minifyXml } from "../../../server/src/xml/format.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { captured, received } from "./captured.ts";

const head = (...fields: string[]) => ["HTTP/1.1 200 OK", ...fields, "", ""].join("\r\n");
const xml = head("Content-Type: application/soap+xml; charset=utf-8");
const bodyOf = ({ text }: PresentResult) => text.slice(text.indexOf("\n\n") + 2);
const show = (type: string, body: string | Uint8Array, facts: Partial<PresentParams["facts"]> = {}) =>
  presentResponse(received(head(`Content-Type: ${type}`), body, facts));

const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a/></s:Body></s:Envelope>';
const formatted =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">\n  <s:Body>\n    <a/>\n  </s:Body>\n</s:Envelope>';

suite("a shown response", () => {
  test("a response has status line and headers as received, an empty line and the formatted body", () => {
    const shown = presentResponse(
      received("HTTP/1.0 299 Very  well\r\nx-B:  2 \r\ncontent-TYPE: text/xml\r\n\r\n", envelope),
    );
    assert.deepEqual(shown, {
      text: `HTTP/1.0 299 Very  well\nx-B:  2 \ncontent-TYPE: text/xml\n\n${formatted}`,
      charset: "utf-8",
      contradicted: false,
      extension: "xml",
      bodyStart: "HTTP/1.0 299 Very  well\nx-B:  2 \ncontent-TYPE: text/xml\n\n".length,
      fault: undefined,
    });
  });

  test("a response has the body as received if formatting is off", () => {
    const params = { ...received(xml, `\r\n${envelope}\r\n`), format: false };
    assert.equal(presentResponse(params).text, `${xml.replaceAll("\r\n", "\n")}\r\n${envelope}\r\n`);
  });

  test("a response decodes a body in another charset than its header names, and finds its Fault", () => {
    const fault = envelope.replace(
      "<a/>",
      '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault>',
    );
    const shown = show("application/soap+xml; charset=utf-16", fault);
    assert.match(bodyOf(shown), /<s:Text xml:lang="en">no<\/s:Text>/);
    assert.deepEqual(
      [shown.charset, shown.contradicted, shown.fault?.entries[0]?.value.slice(0, 8)],
      ["utf-8", true, "s:Sender"],
    );
  });

  test("a response decodes headers in UTF-8 or ISO-8859-1", () => {
    const latin = presentResponse(received("HTTP/1.1 200 Voil\xe0\r\n\r\n", ""));
    assert.equal(latin.text, "HTTP/1.1 200 Voilà\n\n");
    const utf8 = Buffer.from("HTTP/1.1 200 Voilà €\r\n\r\n").toString("latin1");
    assert.equal(presentResponse(received(utf8, "")).text, "HTTP/1.1 200 Voilà €\n\n");
  });

  test("a response handles an empty body and a missing header section", () => {
    assert.deepEqual(presentResponse(captured("node-soap.cl-short")), {
      text: "HTTP/1.1 400 Bad Request\nConnection: close\n\n",
      charset: "utf-8",
      contradicted: false,
      extension: "txt",
      bodyStart: "HTTP/1.1 400 Bad Request\nConnection: close\n\n".length,
      fault: undefined,
    });
    assert.equal(presentResponse(received("", envelope, { framing: "http09" })).text, formatted);
  });

  test("a response keeps the content of responses of real services", () => {
    const names = readdirSync("test/fixtures/responses").map((file) => file.replace(/\.http$/, ""));
    assert.ok(names.length >= 24);
    for (const name of names.filter((one) => !one.includes("mtom"))) {
      const params = captured(name);
      const sent = Buffer.from(params.body, "base64").toString();
      const shown = presentResponse(params);
      assert.equal(minified(bodyOf(shown)), minified(sent), name);
      assert.equal(shown.text.includes("\n  <"), sent !== "", name);
      assert.equal(shown.extension, sent === "" ? "txt" : "xml", name);
    }
  });
});

suite("the charset of a response", () => {
  const typed = '<?xml version="1.0" encoding="iso-8859-1"?><a>é€</a>';

  test("the charset comes from Content-Type before the XML declaration", () => {
    const shown = show("text/xml; charset=utf-8", typed);
    assert.match(shown.text, /<a>é€<\/a>/);
    assert.equal(shown.charset, "utf-8");
  });

  test("the charset comes from the XML declaration without one in Content-Type", () => {
    const shown = show("text/xml", Buffer.from(typed.replace("€", ""), "latin1"));
    assert.match(shown.text, /<a>é<\/a>/);
    assert.equal(shown.charset, "iso-8859-1");
  });

  test("the charset comes from a byte order mark first, which isn't shown", () => {
    const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from("<a>é€</a>", "utf16le")]);
    const shown = show("text/xml; charset=utf-8", bytes);
    assert.equal(bodyOf(shown), "<a>é€</a>");
    assert.equal(shown.charset, "utf-16le");
  });

  test("the charset may be in quotes", () => {
    assert.equal(bodyOf(show('text/plain; charset="windows-1252"', Buffer.of(0x80, 0x20, 0xe9))), "€ é");
  });

  test("invalid bytes are shown as U+FFFD, and the rest is formatted", () => {
    const shown = show("text/xml; charset=utf-8", Buffer.from("<a><b>caf\xe9 con leche</b></a>", "latin1"));
    assert.equal(bodyOf(shown), "<a>\n  <b>caf\ufffd con leche</b>\n</a>");
  });
});

suite("kinds of bodies", () => {
  test("the response keeps ill-formed XML", () => {
    assert.equal(bodyOf(show("text/xml", "<a><b></a>")), "<a><b></a>");
  });

  test("the response formats JSON, and keeps HTML and text", () => {
    assert.deepEqual(
      [bodyOf(show("application/json", '{"a":[1]}')), show("application/json", "{}").extension],
      ['{\n  "a": [\n    1\n  ]\n}', "json"],
    );
    assert.equal(bodyOf(show("application/json", '{"a":')), '{"a":');
    assert.deepEqual(
      [bodyOf(show("text/html", "<p><b></b><br>")), show("text/html", "<p>").extension],
      ["<p><b></b><br>", "html"],
    );
    assert.deepEqual(
      [bodyOf(show("text/plain", "<a><b/>\r\n")), show("text/plain", "a").extension],
      ["<a><b/>\r\n", "txt"],
    );
  });

  test("the response formats an Envelope even if it is sent as HTML", () => {
    assert.equal(bodyOf(show("text/html", envelope)), formatted);
  });

  test("the response shows size and first bytes of a binary body", () => {
    const shown = show("image/png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    assert.equal(
      bodyOf(shown),
      "… 8 bytes of image/png\n\n000000  89 50 4e 47 0d 0a 1a 0a                          .PNG....\n",
    );
    assert.equal(shown.extension, "bin");
  });

  test("the response shows compressed bytes as binary, with any media type", () => {
    const shown = show("text/xml", Buffer.from("1f8b0800000000000003ab00", "hex"));
    assert.match(bodyOf(shown), /^… 12 bytes that aren't text, although Content-Type is text\/xml\n\n000000 {2}1f 8b /);
    const untyped = presentResponse(received(head(), Buffer.of(1, 0, 2)));
    assert.match(bodyOf(untyped), /^… 3 bytes that aren't text\n\n/);
  });
});

suite("an incomplete response", () => {
  test("an incomplete response is formatted, and ends with the number of missing bytes", () => {
    assert.equal(
      bodyOf(show("text/xml", "<a><b><c/></b><b><c/><d>some te", { leftOut: 1234 })),
      "<a>\n  <b>\n    <c/>\n  </b>\n  <b>\n    <c/>\n    <d>some te\n… 1234 more bytes. Save the body to see all of it.\n",
    );
    assert.match(bodyOf(show("text/plain", "a\n", { leftOut: 1 })), /^a\n… 1 more bytes\. /);
  });

  test("an incomplete response is formatted up to its end if the content coding is incomplete or damaged", () => {
    for (const outcome of ["cut", "damaged"] as const) {
      const contentCoding = { coding: "gzip", outcome, decoded: true, trailingBytes: 0 };
      assert.equal(bodyOf(show("text/xml", '<a><b/><c x="', { contentCoding })), '<a>\n  <b/><c x="');
    }
  });

  test("an incomplete response is formatted up to its end if the response is incomplete", () => {
    assert.equal(bodyOf(show("text/xml", '<a><b/><c x="', { truncated: true })), '<a>\n  <b/><c x="');
  });

  test("an incomplete response shows the full size of a binary body", () => {
    assert.match(bodyOf(show("image/png", "abc", { leftOut: 7 })), /^… 10 bytes of image\/png\n\n000000 [^…]*$/);
  });
});

suite("a multipart response", () => {
  test("a multipart response from JAX-WS with MTOM has a formatted root part and a summary of the binary part", () => {
    const params = captured("jaxws-mtom12.mtom-blob-xop", { method: "POST", soapVersion: "1.2" });
    const lines = bodyOf(presentResponse(params)).split("\n");
    assert.deepEqual(
      lines.map((line) => line.slice(0, 60)),
      [
        "--uuid:746ddb0e-78aa-4fda-9c44-ae8542b303ce",
        "Content-Id: <rootpart*746ddb0e-78aa-4fda-9c44-ae8542b303ce@e",
        'Content-Type: application/xop+xml;charset=UTF-8;type="applic',
        "Content-Transfer-Encoding: binary",
        "",
        "<?xml version='1.0' encoding='UTF-8'?>",
        '<S:Envelope xmlns:S="http://www.w3.org/2003/05/soap-envelope',
        "  <S:Body>",
        '    <ns2:BlobResponse xmlns:ns2="http://example.org/calc">',
        '      <return><xop:Include xmlns:xop="http://www.w3.org/2004',
        "    </ns2:BlobResponse>",
        "  </S:Body>",
        "</S:Envelope>",
        "--uuid:746ddb0e-78aa-4fda-9c44-ae8542b303ce",
        "Content-Id: <7303f955-704b-40fe-84bc-dbd49229afb1@example.ja",
        "Content-Type: application/octet-stream",
        "Content-Transfer-Encoding: binary",
        "",
        "… 40 bytes of application/octet-stream",
        "--uuid:746ddb0e-78aa-4fda-9c44-ae8542b303ce--",
      ],
    );
  });

  const part = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`--b\r\nContent-Type: ${type}\r\n\r\n`), body, Buffer.from("\r\n")]);

  test("a multipart response decodes each part in its own charset, and formats only the root part", () => {
    const body = Buffer.concat([
      Buffer.from("preamble é\r\n"),
      part("text/xml; charset=utf-8", Buffer.from("<a><b>é</b></a>")),
      part("text/xml; charset=iso-8859-1", Buffer.from("<c><d>\xe9</d></c>", "latin1")),
      part("text/plain; charset=utf-16le", Buffer.from("é\r\n€", "utf16le")),
      Buffer.from("--b--\r\nepilogue"),
    ]);
    const shown = show('multipart/related; boundary=b; type="text/xml"', body);
    assert.equal(
      bodyOf(shown),
      [
        "preamble é",
        "--b\nContent-Type: text/xml; charset=utf-8\n\n<a>\n  <b>é</b>\n</a>",
        "--b\nContent-Type: text/xml; charset=iso-8859-1\n\n<c><d>é</d></c>",
        "--b\nContent-Type: text/plain; charset=utf-16le\n\né\r\n€",
        "--b--\nepilogue",
      ].join("\n"),
    );
    assert.deepEqual([shown.charset, shown.extension], ["utf-8", "txt"]);
  });

  test("a multipart response is shown as text if its parts can't be found", () => {
    assert.equal(bodyOf(show("multipart/related; boundary=c", "--b\n\n<a/>\n--b--")), "--b\n\n<a/>\n--b--");
    assert.match(bodyOf(show("multipart/related", Buffer.of(0, 1))), /^… 2 bytes/);
  });

  test("a multipart response has a Fault", () => {
    const fault = envelope.replace("<a/>", "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault>");
    const body = Buffer.concat([part("application/soap+xml", Buffer.from(fault)), Buffer.from("--b--")]);
    assert.match(show("multipart/related; boundary=b", body).fault?.summary ?? "", /^Sender/);
  });
});

/** The document without the whitespace of formatting, also at both ends. */
function minified(text: string): string {
  const document = parseXml(text);
  return applyEdits(text, minifyXml(document)).trim();
}
