import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import zlib from "node:zlib";
import { effort, Random } from "../../fuzz/random.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { latin1 } from "../../support/transport/bytes.ts";
import { folderOf } from "./built.ts";
import { type MockProcess, mocking } from "./mockProcess.ts";

/** Status codes that the specification, docs/mock.md, allows. */
const statuses = new Set([100, 200, 202, 204, 400, 404, 405, 408, 413, 415, 417, 431, 500, 503]);
const secret = "the-content-of-another-file";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const bodies = [
  `<s:Envelope xmlns:s="${soap}"><s:Body><c:Add xmlns:c="urn:calc"><c:a>1</c:a></c:Add></s:Body></s:Envelope>`,
  `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`,
  '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="secret.txt"/>',
  "{{$processEnv PATH}}\n< ../secret.txt\n###\n",
  "",
];
const targets = [
  ...["/", "/calc", "/calc?wsdl", "/calc?xsd=1", "/calc?wsdl=2", "/files", "*", "http://h/calc", "http://h"],
  ...[
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/calc/../../secret.txt",
    "/calc?wsdl=../secret.txt",
    "file:///etc/passwd",
  ],
  ...[
    "/calc?xsd=99999999999",
    "//secret.txt",
    "/secret.txt",
    "/calc?wsdl=1&xsd=1",
    "/\\..\\secret.txt",
    "/calc.soapmock",
  ],
];
const lines = [
  ...["Host: h", "Host: h/x", "Host:", "Host: h:99999", "host: [::1]:1", "Host: ../secret.txt", "Content-Length: 0"],
  ...[
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 1e3",
    "Content-Length: 99999999999",
    "X",
    ": a",
    " folded",
  ],
  ...["Transfer-Encoding: chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, chunked", "TE: x"],
  ...["Content-Encoding: gzip", "Content-Encoding: br", "Content-Encoding: deflate, gzip", "Content-Encoding: x"],
  ...["Content-Type: text/xml", "Content-Type: text/xml; charset=x", "Content-Type: multipart/related; boundary=b"],
  ...[
    "Content-Type: application/soap+xml",
    "Expect: 100-continue",
    "Expect: x",
    "Connection: close",
    "Connection: x,,",
  ],
  ...["Origin: null", "Origin: http://a\r\nAccess-Control-Request-Method: x", 'SOAPAction: ""', "SOAPAction: a\0b"],
  ...[
    "Access-Control-Request-Headers: a: b",
    "Connection: keep-alive",
    "X-Values: {{x}}",
    "X: \x80\xff",
    "Upgrade: h2c",
  ],
];

function hostileRequest(random: Random): Uint8Array {
  const method = random.pick([
    "GET",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "POST",
    "CONNECT",
    "TRACE",
    "get",
    "P T",
    "\x16\x03",
  ]);
  const version = random.pick(["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "", "HTTP/1.1 "]);
  const plain = latin1(random.pick(bodies));
  const coded = random.chance(20) ? random.pick([zlib.gzipSync, zlib.deflateSync])(plain) : plain;
  const body = random.chance(15) ? latin1(`${coded.length.toString(16)}\r\n`) : coded;
  const head = [
    `${method} ${random.pick(targets)} ${version}`,
    ...(random.chance(80) ? ["Host: h"] : []),
    ...(random.chance(60) ? [`Content-Length: ${body.length}`] : []),
    ...Array.from({ length: random.below(5) }, () => random.pick(lines)),
  ];
  const end = random.pick(["\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r"]);
  const bytes = Buffer.concat([latin1(`${head.join(end)}${end}${end}`), body]);
  for (let count = random.chance(30) ? random.below(4) : 0; count > 0; count--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return random.chance(15) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

async function exchange(mock: MockProcess, bytes: Uint8Array): Promise<string> {
  const connection = await mock.connect(bytes);
  connection.socket.end();
  await new Promise<void>((resolve) => connection.socket.once("close", () => resolve()));
  return connection.text;
}

suite("soaphttp mock", () => {
  test("the mock service survives 10,000 hostile requests, responds with the documented statuses, and serves no other file", async () => {
    const folder = folderOf({
      "secret.txt": secret,
      "served/calc.soapmock": `# @name hi\n# @when path /files\nHTTP/1.1 200 OK\nX: {{request.query.x}}\nContent-Length: 0\n\n`,
    });
    writeFileSync(join(folder, "served", "calc.wsdl"), sampleWsdl());
    const served = join(folder, "served");
    await mocking(served, ["--wsdl", "calc.wsdl", "--timeout", "2", "calc.soapmock"], async (mock) => {
      let seed = 0;
      const wrong: string[] = [];
      const client = async () => {
        while (seed < 10_000 * effort) {
          const own = ++seed;
          const random = new Random(own);
          const pieces = Array.from({ length: 1 + random.below(3) }, () => hostileRequest(random));
          const text = await exchange(mock, Buffer.concat(pieces));
          const found = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
          if (text === "" && pieces.some((piece) => piece.length > 0)) wrong.push(`${own}: no response`);
          if (!found.every((status) => statuses.has(status))) wrong.push(`${own}: ${found.join()}`);
          if (/root:|the-content/.test(text)) wrong.push(`${own}: another file`);
        }
      };
      await Promise.all(Array.from({ length: 30 }, client));
      assert.deepEqual(wrong.slice(0, 10), []);
      assert.match(await mock.get("/files"), /^HTTP\/1\.1 200 OK\r\n/);
      assert.equal(mock.error, "");
      assert.doesNotMatch(mock.out, /This is a bug|can't be created/);
      assert.equal(await mock.stop(), 0);
    });
  });
});
