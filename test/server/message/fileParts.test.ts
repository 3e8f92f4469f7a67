import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  diagnose,
  fixesOf,
  messagesOf,
  outgoingOf,
} from "../../../server/src/service/languageService.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { type Around, around, sentAround } from "../../support/resolver.ts";

const envelope =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><p xmlns="urn:p"><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f"/></p></s:Body></s:Envelope>';

const pdfHead = ["Content-Type: application/pdf", "Content-ID: <f>"];

/** A message with a part of some lines, in CRLF. */
function message(
  content: string,
  head: readonly string[] = pdfHead,
  count: string | number = "{{$contentLength}}",
): string {
  return [
    "POST /s HTTP/1.1",
    "Host: h",
    'Content-Type: multipart/related; boundary="b"; type="application/xop+xml"; start-info="application/soap+xml"',
    `Content-Length: ${count}`,
    "",
    ...bodyLines(content, head),
  ].join("\r\n");
}

function bodyLines(content: string, head: readonly string[]): readonly string[] {
  const root = ['Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"', "Content-ID: <r>"];
  return ["--b", ...root, "", envelope, "--b", ...head, "", content, "--b--"];
}

const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256);

const files = (content: string | Uint8Array): Around => ({ files: { "/w/a/b/file.pdf": content } });

/** The body with the bytes of a file where the text has its path. */
function expected(content: Uint8Array): Buffer {
  const [before = "", after = ""] = bodyLines("«»", pdfHead).join("\r\n").split("«»");
  return Buffer.concat([Buffer.from(before), content, Buffer.from(after)]);
}

function findings(text: string, host: Around) {
  const analysis = analyze(text, undefined, around(host));
  return diagnose(analysis).map((one) => ({ ...one, fixes: fixesOf(analysis, one) }));
}

function codes(text: string, host: Around): readonly string[] {
  return findings(text, host).map(({ code }) => code);
}

/** Why a request isn't sent, not even as written. */
function unsendable(text: string, host: Around): readonly string[] {
  const analysis = analyze(text, undefined, around(host));
  const [request] = messagesOf(analysis);
  const made = request && outgoingOf(analysis, request, fixedSending);
  return made?.kind === "unsendable" ? made.problems.map((one) => one.message) : [`${made?.kind}`];
}

suite("a part that is a file, < path", () => {
  test("a file part is sent byte for byte; the line break before the boundary belongs to the boundary", () => {
    const { outgoing, errors } = sentAround(message("< ./file.pdf"), files(bytes));
    assert.deepEqual(errors, []);
    assert.deepEqual(Buffer.from(outgoing.body), expected(bytes));
    assert.deepEqual(outgoing.bodyFiles, ["file:///w/a/b/file.pdf"]);
  });

  test("a file part keeps the line breaks at the end of the file, also of an empty one", () => {
    for (const content of ["line\r\n\r\n", "\n", ""]) {
      const { outgoing } = sentAround(message("< ./file.pdf"), files(content));
      assert.deepEqual(Buffer.from(outgoing.body), expected(Buffer.from(content)));
    }
  });

  test("a file part is counted by $contentLength and in a typed Content-Length", () => {
    const { length } = expected(bytes);
    const { outgoing } = sentAround(message("< ./file.pdf"), files(bytes));
    assert.match(outgoing.head, new RegExp(`Content-Length: ${length}\r\n`));
    assert.deepEqual(codes(message("< ./file.pdf", pdfHead, length), files(bytes)), []);
    const [wrong] = findings(message("< ./file.pdf", pdfHead, length - 1), files(bytes));
    assert.equal(wrong?.code, "content-length-mismatch");
    assert.ok(wrong.message.includes(`the body is ${length} bytes`), wrong.message);
  });

  test("a file part can be combined with variables in the envelope, in its head, and in its path", () => {
    const text = `@name = file\r\n@id = f\r\n@longer = ${"x".repeat(50)}\r\n\r\n`;
    const head = ["Content-Type: application/pdf", "Content-ID: <{{id}}>", "X-Note: {{longer}}"];
    const typed = message("< ./{{name}}.pdf", head).replace("urn:p", "urn:{{longer}}").replace("cid:f", "cid:{{id}}");
    const { outgoing } = sentAround(`${text}${typed}`, files(bytes));
    const sent = Buffer.from(outgoing.body);
    const at = sent.indexOf(bytes);
    assert.ok(at > 0);
    assert.equal(sent.subarray(at - 4, at).toString(), "\r\n\r\n");
    assert.equal(sent.subarray(at + bytes.length).toString(), "\r\n--b--");
    assert.match(outgoing.head, new RegExp(`Content-Length: ${sent.length}\r\n`));
  });

  test("a file part may be the root part", () => {
    const text = message("data").replace(envelope, "< ./file.pdf");
    const { outgoing } = sentAround(text, files(envelope));
    assert.ok(Buffer.from(outgoing.body).includes(`\r\n\r\n${envelope}\r\n--b`));
  });

  test("file parts can be several with the same file", () => {
    const more = message("< ./file.pdf").replace("--b--", "--b\r\nContent-Type: a/b\r\n\r\n< file.pdf\r\n--b--");
    const sent = Buffer.from(sentAround(more, files(bytes)).outgoing.body);
    assert.equal(sent.length, expected(bytes).length + bytes.length + "--b\r\nContent-Type: a/b\r\n\r\n\r\n".length);
  });

  test("a file part is text if it isn't the only line, or not the content of a part", () => {
    for (const content of ["< ./file.pdf\r\nmore", " < ./file.pdf", "<./file.pdf", "<a/>"]) {
      const { outgoing } = sentAround(message(content), files(bytes));
      assert.ok(Buffer.from(outgoing.body).includes(content), content);
      assert.deepEqual(outgoing.bodyFiles, []);
    }
  });

  test("a file part isn't sent if the file doesn't exist or can't be read", () => {
    assert.deepEqual(unsendable(message("< ./none.pdf"), {}), [
      "The file ./none.pdf doesn't exist. The path is relative to the folder of this file.",
    ]);
    const refused = { files: { "/w/a/b/file.pdf": { refused: "It is locked." } } };
    assert.deepEqual(unsendable(message("< ./file.pdf"), refused), [
      "The body file ./file.pdf can't be read: It is locked.",
    ]);
  });

  test("a file part isn't sent if the boundary occurs in the file, not even when the rule is ignored", () => {
    for (const content of ["a\r\n--b\r\nc", "--b", "\n--b--", "x--bc"]) {
      const text = `# @ignore multipart-boundary-in-file\r\n${message("< ./file.pdf")}`;
      assert.deepEqual(unsendable(text, files(content)), [
        "./file.pdf contains the boundary line --b, which would end the part there. Choose another boundary.",
      ]);
    }
    assert.deepEqual(codes(message("< ./file.pdf"), files("--a\r\n-b")), []);
  });

  test("a fix gives a file part a Content-Type by the name of the file", () => {
    const text = message("< ./file.pdf", ["Content-ID: <f>"]);
    const [finding] = findings(text, files(bytes));
    assert.deepEqual([finding?.code, finding?.severity], ["multipart-part-type", "information"]);
    const fixed = applyEdits(text, finding?.fixes[0]?.edits ?? []);
    assert.equal(fixed, message("< ./file.pdf", ["Content-ID: <f>", "Content-Type: application/pdf"]));
    const unknown = message("< ./data.bin2000", ["Content-ID: <f>"]);
    assert.match(
      findings(unknown, { files: { "/w/a/b/data.bin2000": "" } })[0]?.fixes[0]?.title ?? "",
      /application\/octet-stream/,
    );
  });

  test("a file part isn't read with <@, which a fix changes", () => {
    const text = message("<@ ./file.pdf");
    const [finding] = findings(text, files(bytes));
    assert.equal(finding?.code, "multipart-file-replaced");
    assert.equal(applyEdits(text, finding?.fixes[0]?.edits ?? []), message("< ./file.pdf"));
  });
});
