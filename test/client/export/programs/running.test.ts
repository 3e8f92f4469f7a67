import assert from "node:assert/strict";
import { type Language, languages, programLanguages } from "../../../../client/src/export/programs/programs.ts";
import { analyze, messagesOf, type Outgoing, outgoingOf } from "../../../../server/src/service/languageService.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { type Around, around } from "../../../support/resolver.ts";
import { skip } from "../../../support/skip.mjs";
import { type RawRequest, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { hostile, programOf, randomBytes } from "./programOf.ts";
import { runAll, runners } from "./runPrograms.ts";

/* Programs are run, and what a socket records is compared with what soaphttp sends. */

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const lineEnds = "<a>\r\nlone CR \r lone LF \n\r\n\ttab \u2028\u2029\u0085 end\r\n\r\n";
const files = { "/w/a/b/bytes.bin": everyByte, "/w/a/b/ends.xml": lineEnds };
const secret = "p&<>\"'\t$x `n \\u000a ä";
const given: Around = { files };

const inHeader = hostile.filter((one) => /^[ -~]+$/.test(one)).join(" ");

const multipart = [
  'Content-Type: multipart/related; boundary=b; type="text/xml"',
  "Content-Length: {{$contentLength}}",
  "",
  "--b",
  "Content-Type: text/xml; charset=utf-8",
  "",
  "<a/>",
  "--b",
  "Content-Type: application/octet-stream",
  "",
  "< bytes.bin",
  "--b--",
].join("\n");

const inToken = `<w:Security xmlns:w="urn:w"><w:UsernameToken><w:Nonce>AAECAwQFBgcICQoLDA0ODw==</w:Nonce><u:Created xmlns:u="urn:u">2026-03-01T12:34:56Z</u:Created><w:Password>{{$wsse.digest pin}}</w:Password></w:UsernameToken></w:Security>`;

/** Requests without their request line's `HOST`. */
const requests: Readonly<Record<string, string>> = {
  "header fields in typed case and order, twice and empty":
    'POST /a//b/./c HTTP/1.1\nhost: HOST\nSOAPACTION: ""\nx-a: 1\nB: 2\nX-A: 3\nEmpty:\nContent-Length: 2\n\n<>',
  "no body": "GET /s?a=1&b=%41 HTTP/1.1\nHost: HOST\nAccept: */*",
  "an empty body": "POST / HTTP/1.1\nHost: HOST\nContent-Length: 0\n\n",
  "hostile texts in a body and a header": `POST /s HTTP/1.1\nHost: HOST\nX-Hostile: ${inHeader}\nContent-Type: text/plain; charset=utf-8\nContent-Length: {{$contentLength}}\n\n${hostile.join("\n")}`,
  "hostile texts in a target": "POST /'$x&b=@(1);*!~?'''=$(x)$$&c=+ HTTP/1.1\nHost: HOST\nContent-Length: 0\n\n",
  "a file with all line endings":
    "POST /s HTTP/1.1\nHost: HOST\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n< ends.xml",
  "a file with all bytes":
    "POST /s HTTP/1.1\nHost: HOST\nContent-Type: application/octet-stream\nContent-Length: {{$contentLength}}\n\n< bytes.bin",
  "a multipart body with a binary part": `POST /s HTTP/1.1\nHost: HOST\n${multipart}`,
  "values that are computed now": `POST /s?{{$timestamp}} HTTP/1.1\nHost: HOST\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n<a>{{$guid}} {{$random 4 | hex}} {{$datetime iso8601 | sha256 | base64}}</a>`,
  "secrets in a body, an attribute, a header, Basic and a digest": `@pin = {{$secret pin}}\n@ascii = {{$secret ascii}}\n\nPOST /s HTTP/1.1\nHost: HOST\nX-Pin: {{ascii}}\nAuthorization: Basic {{$basic "me" pin}}\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n<a b="{{pin}}">x{{pin}}y${inToken}</a>`,
  "a secret in ISO-8859-1":
    "POST /s HTTP/1.1\nHost: HOST\nContent-Type: text/xml; charset=iso-8859-1\nContent-Length: {{$contentLength}}\n\n<a>é{{$secret pin}}</a>",
  "many long lines": `POST /s HTTP/1.1\nHost: HOST\nContent-Type: text/plain; charset=utf-8\nContent-Length: {{$contentLength}}\n\n${"<a>\\u000a é</a>\n".repeat(2000)}${"\\'é".repeat(30_000)}`,
};

const secrets = { pin: secret, ascii: secret.replace(/[^ -~]/g, "").trim() };

function sentBy(text: string): Outgoing {
  const analysis = analyze(text, undefined, around(given));
  const [request] = messagesOf(analysis);
  assert.ok(request);
  const named = new Map(Object.entries(secrets));
  const made = outgoingOf(analysis, request, { ...fixedSending, randomBytes, secret: (name) => named.get(name) });
  assert.ok(made.kind === "message", JSON.stringify(made));
  return made.outgoing;
}

function sortedFields(head: string, added: RegExp): readonly string[] {
  const fields = head
    .split("\r\n")
    .slice(1)
    .filter((line) => line !== "" && !added.test(line));
  return fields.map((line) => line.replace(/^[^:]*:[ \t]*/, (name) => `${name.trim().toLowerCase()} `)).sort();
}

/** The part of a message that only the client of a language sends; undefined if there is none. */
const added: Readonly<Partial<Record<Language, RegExp>>> = { java: /^(?:user-agent: java|content-length: 0)/i };

suite("programs that send a request", () => {
  for (const name of languages) {
    const runner = runners[name];
    if (runner === undefined) continue;
    test(`programs in ${programLanguages[name].name} send what soaphttp sends`, async function () {
      const missing = runner.missing();
      if (missing !== undefined) skip(this, missing);
      const received: RawRequest[] = [];
      const service: RawService = await startRawService(async (connection) => {
        received.push(await connection.request());
        connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      });
      try {
        const texts = Object.entries(requests).map(
          ([title, text]) => [title, text.replace("HOST", `127.0.0.1:${service.port}`)] as const,
        );
        const programs = await Promise.all(texts.map(([, text]) => programOf(name, text, given)));
        await runAll(runner, programs, { SOAPHTTP_SECRET_PIN: secrets.pin, SOAPHTTP_SECRET_ASCII: secrets.ascii });
        for (const [index, [title, text]] of texts.entries()) {
          const { requestLine, head, body } = sentBy(text);
          const actual = received[index];
          assert.ok(actual, title);
          const bytes = Buffer.from(actual.head, "latin1").toString();
          const without = added[name];
          if (without) assert.deepEqual(sortedFields(bytes, without), sortedFields(`\r\n${head}`, without), title);
          else assert.equal(bytes, `${requestLine}\r\n${head}\r\n`.replace(/:$/gm, ": "), title);
          assert.equal(bytes.split("\r\n", 1)[0], requestLine, title);
          assert.deepEqual(actual.body, Buffer.from(body), title);
        }
      } finally {
        await service.close();
      }
    });
  }
});
