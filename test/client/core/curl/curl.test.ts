import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CurlParts, toCurl } from "../../../../client/src/core/curl/curl.ts";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { fromCurl } from "../../../../server/src/features/transform/paste/curl/curl.ts";
import { analyze, messagesOf, type Outgoing } from "../../../../server/src/service/languageService.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { ensureProgram } from "../../../support/debian.mjs";
import { describe, envelope12, findingsIn, request } from "../../../support/findings.ts";
import { sentOf } from "../../../support/outgoing.ts";
import { skip } from "../../../support/skip.mjs";

/** Records one message for each connection, and responds when no more bytes arrive. */
class Recorder {
  readonly #server = net.createServer((socket) => {
    let received = Buffer.alloc(0);
    let timer: NodeJS.Timeout | undefined;
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      received = Buffer.concat([received, piece]);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
          this.#recorded?.(received);
        },
        waitAfter(received.length, this.#expected),
      );
    });
  });
  #recorded: ((bytes: Buffer) => void) | undefined;
  #expected = 0;
  port = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the bytes that arrive during `act`: at least `expected`, or all that arrive before a pause. */
  async during(expected: number, act: () => Promise<unknown>): Promise<Buffer> {
    this.#expected = expected;
    const bytes = new Promise<Buffer>((resolve) => {
      this.#recorded = resolve;
    });
    await act();
    return await bytes;
  }
}

/** Returns milliseconds. curl waits one second for a 100 response. */
function waitAfter(received: number, expected: number): number {
  return received >= expected ? 30 : 2000;
}

const noCurl = ensureProgram("curl", "curl");

function run(shell: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"], HOME: "/nonexistent", LC_ALL: "C.UTF-8" };
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-curl-"));
    // In a file, because the size of an argument is limited.
    const script = join(folder, "command.sh");
    writeFileSync(script, command);
    const child = spawn(shell, [script], { env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (piece: Buffer) => {
      errors += piece.toString();
    });
    child.on("error", reject);
    child.on("close", () => rmSync(folder, { recursive: true }));
    child.on("close", (code) => (code === 0 ? resolve(errors) : reject(new Error(`${code}: ${errors}\n${command}`))));
  });
}

function partsOf(text: string): { readonly parts: CurlParts; readonly outgoing: Outgoing } {
  const analysis = analyze(text);
  const [only] = messagesOf(analysis);
  assert.ok(only);
  const outgoing = sentOf(analysis, only);
  assert.ok(!("problems" in outgoing), JSON.stringify(outgoing));
  const { address, body, requestLine, head, emptyLine } = outgoing;
  return { outgoing, parts: { ...address, requestLine, head, emptyLine, body: toBase64(body) } };
}

const curl = (text: string) => toCurl(partsOf(text).parts);

suite("copy as cURL", () => {
  const recorder = new Recorder();
  suiteSetup(async function () {
    if (noCurl !== undefined) skip(this, noCurl);
    await recorder.start();
  });
  suiteTeardown(() => (noCurl === undefined ? recorder.stop() : undefined));

  /** Asserts that curl sends the same bytes as the transport. `shell`: `bash` if the command requires it. */
  async function expectSame(text: string, shell = "sh"): Promise<string> {
    const { parts, outgoing } = partsOf(text);
    const place = { scheme: "http", host: "127.0.0.1", port: recorder.port } as const;
    const { address, body, ...rest } = outgoing;
    const sending = { ...rest, ...place, body };
    const signal = new AbortController().signal;
    const { length } = Buffer.concat([Buffer.from(`${rest.requestLine}\r\n${rest.head}\r\n`), body]);
    const ours = await recorder.during(length, () =>
      nodeTransport().send(sending, { signal, timeout: 10_000, redirects: "never" }),
    );
    const command = toCurl({ ...parts, ...place });
    assert.deepEqual(command.differences, []);
    const curls = await recorder.during(length, () =>
      run(shell, `${command.text} --silent --show-error --max-time 20`),
    );
    assert.equal(curls.toString("latin1"), ours.toString("latin1"), command.text);
    return command.text;
  }

  const inBody = (content: string) => envelope12.replace("<s:Body/>", `<s:Body>${content}</s:Body>`);
  const requests: Readonly<Record<string, string>> = {
    "a SOAP request": request(),
    "a GET": "GET /s?wsdl HTTP/1.1\nHost: h\n",
    "without Host": request({ Host: undefined, "X-Last": "1" }, envelope12, "POST http://h/s HTTP/1.1"),
    "Host after other headers": request(
      { Host: undefined, "X-A": "1", host: "b" },
      envelope12,
      "POST http://h/s HTTP/1.1",
    ),
    "Host in lower case": request({ Host: undefined, host: "b" }, envelope12, "POST http://h/s HTTP/1.1"),
    "two Hosts": `POST /s HTTP/1.1\nHost: a\nHost: b\nContent-Length: 84\n\n${envelope12}`,
    "without Content-Type and Content-Length": request({ "Content-Type": undefined, "Content-Length": undefined }),
    "a wrong Content-Length": request({ "Content-Length": "80" }),
    "headers that curl sends itself": request({
      "User-Agent": "me/1",
      Accept: "text/xml, */*",
      "Accept-Encoding": "gzip",
    }),
    "order, case, repetition and spaces": request({ "x-A": "1", "X-a": "2  3", "X-Tab": "a\tb", Cookie: "a=1; b='2'" }),
    "an empty value": request({ SOAPAction: "" }).replace("SOAPAction: ", "SOAPAction:"),
    "quotes, backslashes, dollars, exclamation marks": request(
      { SOAPAction: `"urn:x's\\y"`, "X-Shell": "$HOME `ls` !! \\n %s" },
      `<a b="'">$HOME \`ls\` !! \\n \\\\ %s %% it's</a>\n`,
    ),
    "characters outside of ASCII": request({}, inBody("<!-- €äöü 漢字 😀 -->")),
    "several lines and a tab": request({}, inBody("\n\t<a xmlns='urn:a'/>\n  \n")),
    "CRLF in the body": request({}, inBody("\n")).replaceAll("\n", "\r\n"),
    "a byte order mark": request({}, `\ufeff${envelope12}`),
    "UTF-16": request({ "Content-Type": "application/soap+xml; charset=utf-16", "Content-Length": "170" }),
    "ISO-8859-1": request(
      { "Content-Type": "application/soap+xml; charset=iso-8859-1", "Content-Length": "103" },
      inBody("<!-- é -->-"),
    ),
    "a body that starts with @": request({ "Content-Type": "a/b" }, "@file"),
    "a body that starts with a hyphen": request({ "Content-Type": "a/b" }, "--x\u0000%s\\"),
    "a body for which curl would send Expect": request({}, inBody(`<!-- ${"x".repeat(3000)} -->`)),
    "a body that is too long for an argument": request({}, inBody(`<!-- ${"x'é%".repeat(40_000)} -->`)),
    "an empty body": request({ "Content-Length": "0" }, ""),
    "a GET with a body": request({}, envelope12, "GET /s HTTP/1.1"),
    "another method": request({}, envelope12, "post /s HTTP/1.1"),
    "a target with dot segments": request({}, envelope12, "POST /a/../b/./c HTTP/1.1"),
    "characters that are invalid in a target": request({}, envelope12, "POST /a[1]{2}|'ä\"%zz HTTP/1.1"),
    "two spaces and a space in the target": request({}, envelope12, "POST  /a b HTTP/1.1"),
    "a query without a path": request({}, envelope12, "POST http://h?x HTTP/1.1"),
    "Expect, as typed": request({ Expect: "100-continue" }),
    "spaces before the colon": request({ "X-A ": "1" }),
  };
  for (const [name, text] of Object.entries(requests)) {
    test(name, () => expectSame(text));
  }

  const forBash: Readonly<Record<string, string>> = {
    "a folded header": request({ "X-A": "1\n  2" }),
    "a line without a colon": request({ "X-A": "1\nno header" }),
    "a value of spaces": request({ "X-A": "  " }),
    "Transfer-Encoding, which curl would apply": request({ "Transfer-Encoding": "chunked" }),
    "a line that starts with @": request({ "X-A": "1\n@file: x" }),
  };
  for (const [name, text] of Object.entries(forBash)) {
    test(`curl in bash sends the same bytes: ${name}`, () => expectSame(text, "bash"));
  }

  const folder = join("test", "fixtures", "requests");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".http"))) {
    test(file, async () => {
      await expectSame(readFileSync(join(folder, file), "utf8"));
    });
  }
});

suite("copy as cURL: the command", () => {
  test("the command is short for a simple request", () => {
    assert.equal(
      curl(request({ Host: "h:81" })).text,
      [
        "curl",
        "http://h:81/s",
        "-H 'Content-Type: application/soap+xml; charset=utf-8'",
        "-H 'Content-Length: 84'",
        "-H User-Agent:",
        "-H Accept:",
        `--data-binary '${envelope12}'`,
      ].join(" \\\n  "),
    );
  });

  test("the command specifies HTTP/1.1 for https, and omits the default port", () => {
    assert.match(
      curl(request({ Host: "h" }, envelope12, "POST https://h/s HTTP/1.1")).text,
      /https:\/\/h\/s \\\n {2}--http1\.1/,
    );
    assert.match(curl(request({ Host: "[::1]:81" })).text, /'http:\/\/\[::1\]:81\/s' \\\n {2}--globoff/);
  });

  test("the command lets curl decode the response if the request has Accept-Encoding", () => {
    assert.match(curl(request({ "Accept-Encoding": "gzip" })).text, /--compressed/);
    assert.doesNotMatch(curl(request()).text, /--compressed/);
  });

  test("the command names the scheme and the user of @auth, and lets curl ask for the password", () => {
    const authentication = { scheme: "ntlm", user: "it's me", password: "secret", domain: "EU" } as const;
    const { text } = toCurl({ ...partsOf(request()).parts, authentication });
    assert.match(text, /--ntlm \\\n {2}--user 'EU\\it'\\''s me'/);
    assert.ok(!text.includes("secret"));
    const kerberos = toCurl({ ...partsOf(request()).parts, authentication: { scheme: "negotiate" } });
    assert.match(kerberos.text, /--negotiate \\\n {2}--user :/);
  });

  test("the notes list what curl sends differently", () => {
    const { parts } = partsOf(request());
    assert.deepEqual(toCurl({ ...parts, requestLine: "POST /s" }).differences, ["request-line"]);
    assert.deepEqual(toCurl({ ...parts, requestLine: "POST /s HTTP/1.0" }).differences, ["request-line"]);
    assert.deepEqual(toCurl({ ...parts, emptyLine: false }).differences, ["empty-line"]);
    assert.deepEqual(toCurl({ ...parts, head: `no header\r\n${parts.head}` }).differences, ["first-header"]);
  });

  test("the command is converted back to the same request", () => {
    for (const text of [
      request(),
      request({ Host: "h:8443", SOAPAction: `"it's"`, Accept: "text/xml" }),
      request({}, envelope12.replace("<s:Body/>", "\n<s:Body/>\n")),
      "GET /s?wsdl HTTP/1.1\nHost: h\n",
      request({ Host: "h" }, envelope12, "POST /s HTTP/1.1").replace(/^/, "# @scheme https\n"),
    ]) {
      const [back = "", ...others] = fromCurl(curl(text).text, "\n");
      assert.deepEqual(others, []);
      assert.equal(back, text);
      assert.equal(describe(findingsIn(back)), describe(findingsIn(text)));
    }
  });
});
