import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Har } from "har-format";
import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { makeCertificates } from "../../support/transport/certificates.ts";
import { startProxy } from "../../support/transport/proxy.ts";
import { closedPort, type RawService, startRawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, type Ran, type RunOptions, soaphttp, temporaryFolder } from "./built.ts";

const soap = "Content-Type: application/soap+xml; charset=utf-8\r\n";
const fault =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No such thing</s:Text><s:Text xml:lang="de">Gibt es nicht</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>';

const response = (body: string, status = "200 OK", headers = soap) =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A proxy script that always returns the same. */
const pacOf = (result: string) => `function FindProxyForURL() { return "${result}"; }`;

suite("soaphttp send", () => {
  const to = ({ port }: { readonly port: number }, changes: Readonly<Record<string, string | undefined>> = {}) =>
    request({ Host: `127.0.0.1:${port}`, ...changes });
  const send = (input: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Ran> =>
    soaphttp(["send", ...args, "-"], { ...options, input });

  test("the command sends exactly the bytes of the file", async () => {
    const service = await startResponding(response(envelope12));
    const text = to(service, { "x-Odd": "a  b", SOAPAction: '"urn:a"' });
    assert.equal((await send(text)).code, 0);
    const [head, body] = text.split("\n\n");
    assert.equal(service.connections[0]?.text, `${head?.replaceAll("\n", "\r\n")}\r\n\r\n${body}`);
  });

  test("the command checks the response by the WSDL of the request, which counts only with --strict", async () => {
    const answer = shopMessage('<AddResponse xmlns="urn:shop"><id>one</id></AddResponse>');
    const service = await startResponding(response(answer, "200 OK", "Content-Type: text/xml\r\n"));
    const host = `127.0.0.1:${service.port}`;
    const request = request11({ Host: host }, shopMessage('<Add xmlns="urn:shop"><item>a</item></Add>'));
    const cwd = folderOf({ "a.soaphttp": request, "shop.wsdl": shopWsdl() });
    const { code, out } = await soaphttp(["send", "a.soaphttp"], { cwd });
    assert.equal(code, 0);
    assert.match(out, /one isn't a valid xs:int\. Example: 1/);
    for (const format of ["text", "json", "raw"]) {
      assert.equal((await soaphttp(["send", "--strict", "--format", format, "a.soaphttp"], { cwd })).code, 1);
    }
    assert.equal((await soaphttp(["send", "--strict", "--no-wsdl", "a.soaphttp"], { cwd })).code, 0);
  });

  test("the command sends captured requests exactly as they were captured", async () => {
    for (const name of ["gsoap-11", "jaxws-11-mtom", "zeep-12"]) {
      const service = await startResponding(response(envelope11));
      const captured = readFileSync(join("test", "fixtures", "requests", `${name}.http`), "latin1");
      const address = `127.0.0.1:${service.port}`;
      const text = captured.replace("127.0.0.1:9200", address);
      const ran = await soaphttp(["send", "-"], { input: Buffer.from(text, "latin1") });
      assert.equal(service.connections[0]?.text, text, ran.error);
    }
  });

  suite("the bytes of a body that is not UTF-8", () => {
    /** The bytes that arrived after the header section, one character for each. */
    const bodyAt = (service: RawService) => service.connections[0]?.text.split("\r\n\r\n").slice(1).join("\r\n\r\n");
    /** Asserts that the bytes of `expected` are sent for `body`. Both have one character for each byte. */
    async function expectBody(charset: string, body: string, expected: string, preamble = ""): Promise<Ran> {
      const service = await startResponding(response(envelope11));
      const changes = {
        Host: `127.0.0.1:${service.port}`,
        "Content-Type": `text/xml; charset=${charset}`,
        "Content-Length": String(expected.length),
      };
      const text = preamble + request11(changes, body);
      const ran = await soaphttp(["send", "--as-written", "-f", "json", "-"], { input: Buffer.from(text, "latin1") });
      assert.equal(bodyAt(service), expected, ran.error);
      return ran;
    }
    const inBody = (content: string) =>
      envelope11.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${content}</a></s:Body>`);

    test("the bytes of a body are sent unchanged, valid or not", async () => {
      for (const [charset, bytes] of [
        ["windows-1252", "\x80"],
        ["iso-8859-1", "\x80\xe9"],
        ["utf-8", "\xe9\x80\xff"],
        ["shift_jis", "\x82\xa0\x87\x40\x5c"],
        ["windows-1251", "\xe6"],
        ["euc-jp", "\xa4\xa2\x80"],
      ] as const) {
        await expectBody(charset, inBody(bytes), inBody(bytes));
      }
    });

    test("the bytes of a body are encoded in the body's charset if the file is UTF-8, as in the editor, and the change is reported", async () => {
      const ran = await expectBody("iso-8859-1", inBody("\xc3\xa9"), inBody("\xe9"));
      assert.match(ran.out, /The body is sent in iso-8859-1; the file is in utf-8\./);
    });

    test("the bytes of a body stay unchanged next to values of variables, which are encoded in the body's charset", async () => {
      for (const [charset, value, bytes] of [
        ["windows-1252", "\u20ac", "\x80"],
        ["shift_jis", "\u3042", "\x82\xa0"],
        ["utf-8", "\u3042", "\xe3\x81\x82"],
      ] as const) {
        const preamble = Buffer.from(`@v = ${value}\n`).toString("latin1");
        const other = charset === "shift_jis" ? "\x87\x40" : "\xe9\x80";
        await expectBody(
          charset,
          inBody(`${other}{{v}}${other}{{v}}`),
          inBody(`${other}${bytes}${other}${bytes}`),
          preamble,
        );
      }
    });

    test("the bytes of a body may be UTF-16 after an ASCII header section: with or without a byte order mark, with a variable, before a separator", async () => {
      const wide = (text: string) => Buffer.from(text, "utf16le").toString("latin1");
      const big = (text: string) => Buffer.from(text, "utf16le").swap16().toString("latin1");
      const body = inBody("\u20ac");
      await expectBody("utf-16", `\xff\xfe${wide(body)}`, `\xff\xfe${wide(body)}`);
      await expectBody("utf-16", `\xfe\xff${big(body)}`, `\xfe\xff${big(body)}`);
      await expectBody("utf-16le", wide(body), wide(body));
      await expectBody("utf-16", `${big(body)}`, big(body));
      const value = inBody("{{v}}");
      await expectBody("utf-16", `\xfe\xff${big(value)}`, `\xfe\xff${big(inBody("b"))}`, "@v = b\n");
      const service = await startResponding(response(envelope11));
      const host = { Host: `127.0.0.1:${service.port}`, "Content-Type": "text/xml; charset=utf-16be" };
      const one = request11({ ...host, "Content-Length": String(big(body).length) }, big(body));
      const input = Buffer.from(`${one}\r\n### other\nGET /x HTTP/1.1\nHost: h\n`, "latin1");
      const ran = await soaphttp(["send", "-:1"], { input });
      assert.equal(bodyAt(service), big(body), ran.error);
    });

    test("the bytes of a body are encoded in the body's charset if the file is UTF-16, and the change is reported", async () => {
      const service = await startResponding(response(envelope11));
      const text = request11({ Host: `127.0.0.1:${service.port}` }, inBody("\u20ac"));
      const ran = await soaphttp(["send", "-"], { input: Buffer.from(`\ufeff${text}`, "utf16le") });
      assert.equal(ran.code, 0, ran.error);
      assert.ok(bodyAt(service)?.includes("\xe2\x82\xac"));
      assert.match(ran.out, /\nNot as typed: The body is sent in utf-8; the file is in utf-16le\.\n/);
    });

    test("the bytes of a body are not sent if they are invalid in the charset", async () => {
      const text = request11({ Host: "127.0.0.1:1", "Content-Length": String(inBody("x").length) }, inBody("\xe9"));
      const ran = await soaphttp(["send", "-"], { input: Buffer.from(text, "latin1") });
      assert.equal(ran.code, 2);
      assert.match(ran.error, /body-encoding Byte E9 \(byte \d+ of the body\) isn't valid in utf-8\./);
    });
  });

  suite("exit code", () => {
    const cases: readonly (readonly [name: string, answer: string, code: number])[] = [
      ["2xx and no Fault", response(envelope12), 0],
      ["2xx without a body", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", 0],
      ["a Fault", response(fault, "500 Internal Server Error"), 1],
      ["a Fault with a 2xx status", response(fault), 1],
      ["another status", response("", "404 Not Found", ""), 1],
      ["a redirect", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", 1],
      ["a truncated response", response(envelope12).slice(0, -10), 3],
      ["not HTTP", "SSH-2.0-x\r\n", 3],
      ["no bytes", "", 3],
    ];
    for (const [name, answer, code] of cases) {
      test(`the exit code is ${code}: ${name}`, async () => {
        const ran = await send(to(await startResponding(answer)));
        assert.equal(ran.code, code, ran.out + ran.error);
      });
    }

    test("the exit code is 3 if the connection is refused", async () => {
      const ran = await send(to({ port: await closedPort() }));
      assert.equal(ran.code, 3);
      assert.match(
        ran.out,
        /\nNo response: connection refused\nNo service is listening at 127\.0\.0\.1:\d+\.\n- Start the service/,
      );
    });

    test("the exit code is the worst of several requests, and all of them are sent", async () => {
      const good = await startResponding(response(envelope12));
      const bad = await startResponding(response(fault));
      const ran = await send([to(bad), to(good)].join("\n\n###\n"));
      assert.equal(ran.code, 1);
      assert.equal(good.connections.length, 1);
    });
  });

  suite("operands", () => {
    const file = (service: RawService) =>
      [
        `# @name first\n${to(service, { "X-N": "1" })}`,
        to(service, { "X-N": "2" }),
        `# @name third\n${to(service, { "X-N": "3" })}`,
      ].join("\n\n### next\n");
    const cases: readonly (readonly [operands: readonly string[], sent: readonly string[]])[] = [
      [["-"], ["1", "2", "3"]],
      [["-#third"], ["3"]],
      [["-:1"], ["1"]],
      [["-:11"], ["2"]],
      [
        ["-#third", "-:1"],
        ["3", "1"],
      ],
    ];
    for (const [operands, sent] of cases) {
      test(operands.join(" "), async () => {
        const service = await startResponding(response(envelope12));
        const ran = await soaphttp(["send", ...operands], { input: file(service) });
        const numbers = service.connections.map(({ text }) => /X-N: (\d)/.exec(text)?.[1]);
        assert.deepEqual(numbers, sent, ran.error);
      });
    }

    const wrong: readonly (readonly [operand: string, error: RegExp])[] = [
      ["-#second", /^soaphttp: <stdin>: no request is named second. Available: first, third\.\n$/],
      ["-:99", /^soaphttp: <stdin>: no request found at line 99\.\n$/],
      ["none.soaphttp:1", /^soaphttp: none\.soaphttp: file not found\.\n$/],
      ["test", /^soaphttp: test is a folder\. Specify files\.\n$/],
    ];
    for (const [operand, error] of wrong) {
      test(`soaphttp send sends nothing for the operand ${operand}`, async () => {
        const service = await startResponding(response(envelope12));
        const ran = await soaphttp(["send", "-", operand], { input: file(service) });
        assert.equal(ran.code, 2);
        assert.match(ran.error, error);
        assert.equal(ran.out, "");
        assert.equal(service.connections.length, 0);
      });
    }
  });

  suite("a request with errors", () => {
    test("a request with errors prevents all requests from being sent, and its errors are shown", async () => {
      const service = await startResponding(response(envelope12));
      const ran = await send(`${to(service)}\n\n###\n${to(service, { "Content-Length": "90" })}`);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /^<stdin>:12:17 error content-length-mismatch .*\n 12 \| Content-Length: 90\n.*\^~\n/);
      assert.match(
        ran.error,
        /\nsoaphttp: <stdin>:9 is not sent: it has errors; use --as-written to send it anyway\.\n$/,
      );
      assert.equal(service.connections.length, 0);
    });

    test("a request with errors is sent with --as-written", async () => {
      const service = await startResponding(response(envelope12));
      const ran = await send(to(service, { "Content-Length": "80" }), ["--as-written"]);
      assert.equal(ran.code, 0, ran.error);
      assert.match(service.connections[0]?.text ?? "", /Content-Length: 80\r\n\r\n<s:Envelope/);
    });

    test("a request with errors is sent when --rule lowers the severity", async () => {
      const service = await startResponding(response(envelope12));
      const ran = await send(to(service, { "Content-Length": "80" }), ["--rule", "content-length-mismatch=warning"]);
      assert.equal(ran.code, 0, ran.error);
    });

    test("a request with errors is not sent even with --as-written when its bytes are undefined", async () => {
      const ran = await send(to({ port: 1 }, { "X-A": "{{nothing}}" }), ["--as-written"]);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /variable-undefined/);
      assert.match(ran.error, /is not sent: it can't be sent, not even with --as-written\.\n$/);
    });

    test("a request with a @note requires --yes", async () => {
      const service = await startResponding(response(envelope12));
      const text = `# @note Deletes the customer\n${to(service)}`;
      const ran = await send(text);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /it requires confirmation: Deletes the customer\. Use --yes to confirm\.\n$/);
      assert.equal(service.connections.length, 0);
      assert.equal((await send(text, ["--yes"])).code, 0);
    });
  });

  suite("text", () => {
    test("the text output shows the URL, the response and its findings", async () => {
      const service = await startResponding(response("<a><b/></a>", "200 OK", "Content-Type: text/plain\r\n"));
      const ran = await send(`# @name add\n${to(service)}`);
      const [heading, status, empty, ...rest] = ran.out.split("\n");
      assert.equal(heading, `<stdin>:2 add POST http://127.0.0.1:${service.port}/s`);
      assert.match(status ?? "", /^200 OK · [\d.]+ m?s · 11 B$/);
      assert.equal(empty, "");
      assert.match(rest.join("\n"), /^HTTP\/1\.1 200 OK\nContent-Type: text\/plain\nContent-Length: 11\n\n<a>/);
      assert.match(ran.out, /\nresponse:2:15 warning response-content-type-unexpected /);
    });

    test("the text output shows a Fault in the user's language", async () => {
      const service = await startResponding(response(fault, "400 Bad Request"));
      const lines = async (env: Readonly<Record<string, string>>) =>
        (await send(to(service), [], { env })).out.split("\n");
      assert.match((await lines({ LANG: "de_DE.UTF-8" }))[2] ?? "", /^Fault: Sender: Gibt es nicht/);
      assert.match((await lines({ LANG: "C" }))[2] ?? "", /^Fault: Sender: No such thing/);
    });

    test("the text output shows the beginning of a long body, and how to get the rest", async () => {
      const service = await startResponding(
        response("x".repeat(5 * 1024 * 1024 + 3), "200 OK", "Content-Type: text/plain\r\n"),
      );
      const ran = await send(to(service));
      assert.match(ran.out, /\n… 3 more bytes\. Use --format raw or json to see all of them\.\n/);
    });

    test("the text output shows a hex dump of a response that is not HTTP", async () => {
      const ran = await send(to(await startResponding("SSH-2.0-x\r\n")));
      assert.match(ran.out, /\n000000 {2}53 53 48 2d 32 2e 30 2d 78 0d 0a +SSH-2\.0-x\.\.\n/);
      const raw = await send(to(await startResponding("SSH-2.0-x\r\n")), ["-f", "raw"]);
      assert.equal(raw.out, "SSH-2.0-x\r\n");
      assert.match(raw.error, /: the response is not HTTP\. .* are shown below\.\nReceived, .*\n000000 {2}53 53/);
    });

    test("the text output escapes terminal control characters of the response", async () => {
      const service = await startResponding(response("\x1b[2J", "200 \x1b[31mOK", "Content-Type: text/plain\r\n"));
      const ran = await send(to(service));
      assert.doesNotMatch(ran.out, /\x1b/);
      assert.match(ran.out, /␛\[2J/);
    });

    test("the text output explains that the service waits for more bytes than the body has", async () => {
      const service = await startRawService((connection) => connection.request());
      const text = to(service, { "Content-Length": "90" });
      const ran = await send(text, ["--as-written", "--timeout", "0.3"]);
      assert.equal(ran.code, 3);
      assert.match(ran.out, /\nNo response: the service waits for 6 bytes more\n.*\n- Change Content-Length to 84\.\n/);
    });
  });

  test("raw prints exactly the received bytes", async () => {
    const answer = `HTTP/1.1 100 Continue\r\n\r\n${response("\xff\x00<a/>")}more`;
    const service = await startResponding(answer);
    const ran = await send(to(service), ["-f", "raw"]);
    assert.equal(ran.bytes.toString("latin1"), answer);
    const later = await startRawService(async (connection) => {
      await connection.request();
      connection.write(answer);
      // After the response is complete, but before the wait for surplus bytes ends.
      setTimeout(() => connection.end("later"), 40);
    });
    assert.equal((await send(to(later), ["-f", "raw"])).bytes.toString("latin1"), `${answer}later`);
    assert.equal((await send(to(await startResponding(response(fault))), ["-f", "raw"])).code, 1);
    const type = "Content-Type: application/soap+xml; charset=utf-16le\r\n";
    const wide = response(Buffer.from(fault, "utf16le").toString("latin1"), "200 OK", type);
    assert.equal((await send(to(await startResponding(wide)), ["-f", "raw"])).code, 1);
    const cut = await send(to(await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")), ["-f", "raw"]);
    assert.equal(cut.code, 3);
    assert.equal(cut.out, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
    assert.match(cut.error, /^soaphttp: <stdin>:1: cut off, received 3 of 9 bytes\. /);
  });

  test("the command writes an HTTP Archive of all exchanges, without secrets", async () => {
    const [first, second] = [await startResponding(response(envelope12)), await closedPort()];
    const text = `# @name add\n${to(first, { Authorization: "Bearer abcdefgh" })}\n###\n${to({ port: second })}`;
    const ran = await send(text, ["--format", "har"]);
    assert.equal(ran.code, 3);
    assert.doesNotMatch(ran.out, /abcdefgh/);
    const { log }: Har = JSON.parse(ran.out);
    assert.deepEqual([log.version, log.creator.name], ["1.2", "soaphttp"]);
    assert.deepEqual(
      log.entries.map((one) => [one.response.status, one.response.content.text, one.request.url]),
      [
        [200, envelope12, `http://127.0.0.1:${first.port}/s`],
        [0, undefined, `http://127.0.0.1:${second}/s`],
      ],
    );
    assert.match(log.entries[1]?.comment ?? "", /connection refused/);
    const { headersSize = 0, bodySize = 0 } = log.entries[0]?.request ?? {};
    assert.equal(headersSize + bodySize, first.connections[0]?.text.length);
  });

  suite("json", () => {
    const decode = (text: unknown) => Buffer.from(String(text), "base64").toString("latin1");
    // biome-ignore lint/suspicious/noExplicitAny: the assertions check the properties that they read
    const sendJson = async (text: string, options: RunOptions = {}): Promise<any> =>
      JSON.parse((await send(text, ["--format", "json"], options)).out)[0];

    test("the JSON output contains request and response with their exact bytes, and times", async () => {
      const answer = `${response(fault, "500 Oops")}more`;
      const service = await startResponding(answer);
      const text = `# @name add\n${to(service)}`;
      const one = await sendJson(text);
      assert.deepEqual([one.file, one.line, one.name, one.failure], ["<stdin>", 2, "add", null]);
      assert.equal(decode(one.request.bytes), service.connections[0]?.text);
      assert.equal(decode(one.sent), service.connections[0]?.text);
      assert.equal(decode(one.request.body), envelope12);
      assert.equal(one.request.url, `http://127.0.0.1:${service.port}/s`);
      assert.equal(decode(one.response.bytes), answer);
      assert.equal(decode(one.response.body), fault);
      assert.equal(decode(one.response.surplus), "more");
      assert.equal(one.response.status, 500);
      assert.deepEqual(one.response.fields[0], { name: "Content-Type", value: "application/soap+xml; charset=utf-8" });
      assert.equal(one.response.fault.version, "1.2");
      assert.deepEqual(
        one.response.findings.map(({ code }: { code: string }) => code),
        ["response-content-length-mismatch"],
      );
      assert.ok(one.times.total >= one.times.firstByte);
      assert.ok(Math.abs(Date.now() - Date.parse(one.times.sentAt)) < 60_000);
      assert.deepEqual(one.address, { address: "127.0.0.1", port: service.port });
    });

    test("the JSON output contains a failure with the received bytes", async () => {
      const one = await sendJson(to(await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")));
      assert.equal(one.failure.kind, "truncated");
      assert.ok(one.failure.cause.length > 0);
      assert.ok(one.failure.remedies.length > 0);
      assert.equal(one.response.truncated, true);
      assert.equal(decode(one.response.body), "abc");
      const none = await sendJson(to({ port: await closedPort() }));
      assert.deepEqual([none.failure.kind, none.response, none.sent], ["refused", null, ""]);
      const other = await sendJson(to(await startResponding("SSH-2.0-x\r\n")));
      assert.deepEqual([other.response, decode(other.failure.received)], [null, "SSH-2.0-x\r\n"]);
    });

    test("the JSON output contains no empty line that was not sent", async () => {
      const service = await startRawService(async (connection) => {
        await connection.until((text) => text.endsWith("</s:Envelope>"));
        connection.end(response(envelope12));
      });
      const text = to(service).replace("\n\n", "\n");
      const ran = await send(text, ["-f", "json", "--as-written"]);
      const [one] = JSON.parse(ran.out);
      assert.equal(decode(one.request.bytes), service.connections[0]?.text);
    });

    test("the JSON output contains an element for each request", async () => {
      const service = await startResponding(response(envelope12));
      const ran = await send(`${to(service)}\n\n###\n${to(service)}`, ["-f", "json"]);
      assert.equal(JSON.parse(ran.out).length, 2);
    });
  });

  suite("connections", () => {
    test("connections use the proxy of the environment, unless NO_PROXY excludes the host", async () => {
      const service = await startResponding(response(envelope12));
      const proxy = await startProxy({ authorization: `Basic ${Buffer.from("u:p").toString("base64")}` });
      const env = { HTTP_PROXY: `http://u:p@127.0.0.1:${proxy.port}` };
      const ran = await send(to(service), [], { env });
      assert.equal(ran.code, 0, ran.out);
      assert.match(proxy.heads[0] ?? "", /^POST http:\/\/127\.0\.0\.1:\d+\/s HTTP\/1\.1\r\n/);
      assert.match(ran.out, /\nNot as typed: request line /);
      assert.doesNotMatch(ran.out, /dTpw/);
      const [one] = JSON.parse((await send(to(service), ["-f", "json"], { env })).out);
      assert.match(
        Buffer.from(one.sent, "base64").toString(),
        /^POST http:\/\/127.*\r\nProxy-Authorization: Basic dTpw\r\n/s,
      );
      assert.match(Buffer.from(one.request.bytes, "base64").toString(), /^POST \/s HTTP/);
      assert.equal((await send(to(service), [], { env: { ...env, NO_PROXY: "127.0.0.1" } })).code, 0);
      assert.equal(proxy.heads.length, 2);
    });

    test("notes report what is not sent as typed: absolute-form, fragment, comments, line breaks", async () => {
      const service = await startResponding(response(envelope12));
      const url = `http://127.0.0.1:${service.port}/s`;
      const host = `127.0.0.1:${service.port}`;
      const text = `${request({ Host: host }, undefined, `POST ${url}#b HTTP/1.1`).replace("Host:", "# c\nHost:")}\n\n\n`;
      const { changes } = JSON.parse((await send(text, ["-f", "json"])).out)[0].request;
      assert.deepEqual(changes, [
        "The fragment #b of the target is not sent.",
        "The comment among the headers is not sent.",
        "The 3 line breaks at the end of the body are not sent.",
        `request line “POST ${url}#b HTTP/1.1” was sent as “POST /s HTTP/1.1”`,
      ]);
      const { out } = await send(text);
      for (const change of changes) assert.ok(out.includes(`\nNot as typed: ${change}\n`), change);
    });

    test("requests fail for a page instead of a SOAP response, and have times with one digit after the point", async () => {
      const service = await startResponding(response("<html></html>", "200 OK", "Content-Type: text/html\r\n"));
      const { code, out } = await send(to(service), ["-f", "json"]);
      assert.equal(code, 1);
      const { sentAt, ...times } = JSON.parse(out)[0].times;
      for (const time of Object.values(times)) assert.match(String(time), /^\d+(?:\.\d)?$/);
    });

    test("requests keep a target in absolute-form unchanged to a proxy", async () => {
      const service = await startResponding(response(envelope12));
      const proxy = await startProxy();
      const url = `http://127.0.0.1:${service.port}/s`;
      const text = request({ Host: `127.0.0.1:${service.port}` }, undefined, `POST ${url} HTTP/1.1`);
      const ran = await send(text, [], { env: { HTTP_PROXY: `127.0.0.1:${proxy.port}` } });
      assert.ok(proxy.heads[0]?.startsWith(`POST ${url} HTTP/1.1\r\n`));
      assert.doesNotMatch(ran.out, /Not as typed/);
    });

    test("connections use a tunnel through the proxy for https, and accept lowercase variables", async () => {
      const { good, ca } = makeCertificates();
      const cwd = folderOf({ "ca.pem": ca });
      const service = await startResponding(() => response(envelope12), good);
      const proxy = await startProxy();
      const text = `# @scheme https\n${to(service)}`;
      const env = { https_proxy: `127.0.0.1:${proxy.port}` };
      const ran = await send(text, ["--ca", "ca.pem"], { cwd, env });
      assert.equal(ran.code, 0, ran.out);
      assert.match(proxy.heads[0] ?? "", /^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/);
      assert.doesNotMatch(ran.out, /Not as typed/);
      for (const list of ["*", "127.0.0.0/8", `.example.org,127.0.0.1:${service.port}`]) {
        const direct = await send(text, ["--ca", "ca.pem"], { cwd, env: { ...env, no_proxy: list } });
        assert.equal(direct.code, 0, list);
      }
      assert.equal(proxy.heads.length, 1);
    });

    test("connections take the proxies that a script of --pac chooses, the next one if one isn't reachable", async () => {
      const cwd = temporaryFolder();
      const service = await startResponding(response(envelope12));
      const proxy = await startProxy();
      const scripts = await startResponding(response(pacOf(`PROXY 127.0.0.1:${proxy.port}`)));
      const dead = await closedPort();
      writeFileSync(join(cwd, "a.pac"), pacOf(`SOCKS4 a:1; PROXY 127.0.0.1:${dead}; PROXY 127.0.0.1:${proxy.port}`));
      const ran = await send(to(service), ["--pac", "a.pac", "--format", "json"], { cwd });
      assert.equal(ran.code, 0, ran.out + ran.error);
      assert.equal(proxy.heads.length, 1);
      assert.ok(ran.out.includes(`"proxy":"http://127.0.0.1:${proxy.port}"`), ran.out);
      const direct = await send(`# @proxy none\n${to(service)}`, ["--pac", "a.pac"], { cwd });
      assert.deepEqual([direct.code, proxy.heads.length], [0, 1]);
      const fetched = await send(to(service), ["--pac", `http://127.0.0.1:${scripts.port}/p.pac`], { cwd });
      assert.deepEqual([fetched.code, proxy.heads.length], [0, 2], fetched.out);
    });

    test("the failure reports what is wrong with the script of --pac", async () => {
      const cwd = folderOf({
        "bad.pac": "function FindProxyForURL( {",
        "socks4.pac": pacOf("SOCKS4 a:1080"),
        "large.pac": " ".repeat(1_000_001),
      });
      for (const [file, expected] of [
        ["bad.pac", /the proxy script failed\nLine 1 of bad\.pac has an error: /],
        ["none.pac", /the proxy script failed\nnone\.pac: file not found\.\n/],
        ["large.pac", /large\.pac is larger than 1 MB\.\n/],
        ["socks4.pac", /The proxy SOCKS4 a:1080 isn't supported\./],
      ] as const) {
        const ran = await send(to({ port: 1 }), ["--pac", file], { cwd });
        assert.equal(ran.code, 3);
        assert.match(ran.out, expected);
      }
      const both = await send(to({ port: 1 }), ["--pac", "bad.pac", "--proxy", "http://a"], { cwd });
      assert.equal(both.code, 2);
      assert.match(both.error, /--pac can't be combined with --proxy\./);
    });

    test("connections apply --ca to an https proxy too", async () => {
      const { good, ca } = makeCertificates();
      const cwd = folderOf({ "ca.pem": ca });
      const service = await startResponding(response(envelope12));
      const proxy = await startProxy({ tls: good });
      const env = { HTTP_PROXY: `https://127.0.0.1:${proxy.port}` };
      assert.equal((await send(to(service), [], { cwd, env })).code, 3);
      const ran = await send(to(service), ["--ca", "ca.pem"], { cwd, env });
      assert.equal(ran.code, 0, ran.out);
      assert.equal((await send(to(service), ["--insecure-host", "127.0.0.1"], { cwd, env })).code, 0);
    });

    test("the failure reports a proxy that is not reachable", async () => {
      const env = { HTTP_PROXY: `127.0.0.1:${await closedPort()}` };
      const ran = await send(to({ port: 1 }), [], { env });
      assert.equal(ran.code, 3);
      assert.match(
        ran.out,
        /the proxy is not reachable\n.*\n- Check --proxy, --pac, # @proxy, HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY\.\n/,
      );
    });

    test("connections verify certificates, except for hosts of --insecure-host", async () => {
      const { selfSigned } = makeCertificates();
      const service = await startResponding(() => response(envelope12), selfSigned);
      const text = `# @scheme https\n${to(service)}`;
      const refused = await send(text);
      assert.equal(refused.code, 3);
      assert.match(refused.out, /No response: the certificate is self-signed/);
      assert.match(refused.out, /\n- To send without verifying the certificate, use --insecure-host 127\.0\.0\.1\.\n/);
      for (const host of ["127.0.0.1", `127.0.0.1:${service.port}`]) {
        const ran = await send(text, ["--insecure-host", host]);
        assert.equal(ran.code, 0, ran.out);
        assert.match(ran.error, /^soaphttp: The certificate of 127\.0\.0\.1:\d+ is not verified \(/);
      }
      assert.equal((await send(text, ["--insecure-host", "127.0.0.2"])).code, 3);
    });
  });

  suite("usage errors of soaphttp send", () => {
    for (const [args, error] of [
      [[], "Missing request: FILE, FILE:LINE or FILE#NAME."],
      [["--timeout", "soon", "-"], "Invalid value for --timeout: soon. Use a number of seconds."],
      [["--max-head", "64k", "-"], "Invalid value for --max-head: 64k. Use a number of bytes."],
      [["--timeout", "-1", "-"], "Invalid value for --timeout: -1. Use a number of seconds."],
      [["--format", "github", "-"], "Invalid value for --format: github. Use one of text, json, raw, har."],
      [["--as-writen", "-"], "Unknown option: --as-writen. Did you mean --as-written?"],
    ] as const) {
      test(args.join(" ") || "nothing", async () => {
        const ran = await soaphttp(["send", ...args]);
        assert.equal(ran.code, 2);
        assert.ok(ran.error.startsWith(`soaphttp: ${error}\n`), ran.error);
      });
    }

    test("the help lists every option", async () => {
      const { out, code } = await soaphttp(["send", "--help"]);
      assert.equal(code, 0);
      for (const option of ["--as-written", "--format", "--insecure-host", "--rule", "--timeout", "--yes"]) {
        assert.ok(out.includes(option), option);
      }
    });
  });
});
