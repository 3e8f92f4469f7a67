import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope12, request } from "../../../support/findings.ts";
import { closedPort, startRawService, startResponding } from "../../../support/transport/rawService.ts";
import { folderOf, type Ran, type RunOptions, soaphttp, temporaryFolder } from "../built.ts";

const soap = "Content-Type: application/soap+xml; charset=utf-8\r\n";
const answer = `HTTP/1.1 200 OK\r\n${soap}Content-Length: ${envelope12.length}\r\n\r\n${envelope12}`;

suite("the output of soaphttp send", () => {
  const send = (text: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Ran> =>
    soaphttp(["send", ...args, "-"], { ...options, input: text });
  const to = ({ port }: { readonly port: number }, headers: Readonly<Record<string, string>> = {}, line?: string) =>
    request({ Host: `127.0.0.1:${port}`, ...headers }, envelope12, line);

  suite("secrets of the request", () => {
    const value = "hunter2secret";
    const env = { SOAPHTTP_SECRET_TOK: value };
    const formats = ["text", "raw"] as const;

    test("secrets are not printed when a redirect drops them", async () => {
      const other = await startResponding(answer);
      const location = `http://127.0.0.1:${other.port}/`;
      const first = await startResponding(
        `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
      );
      const text = to(first, { Authorization: "Bearer {{$secret tok}}", Cookie: "typed=inthefile" });
      const ran = await send(text, ["--follow", "always"], { env });
      assert.equal(ran.code, 0, ran.out);
      assert.match(
        ran.out,
        /\nNot as typed: Authorization was not sent to another origin: it contains the secret tok\nNot as typed: Cookie was not sent\n/,
      );
      assert.doesNotMatch(ran.out, /hunter2|inthefile/);
      const json = await send(text, ["--follow", "always", "-f", "json"], { env });
      const [{ request: sent }] = JSON.parse(json.out);
      const dropped = "Authorization was not sent to another origin: it contains the secret tok";
      assert.ok(sent.changes.includes(dropped), String(sent.changes));
    });

    test("secrets are redacted in the URL in every encoding", async () => {
      const target = "POST /s?token={{$secret tok}}&again=hunter2%73ecret HTTP/1.1";
      const ran = await send(to(await startResponding(answer), {}, target), ["--as-written"], { env });
      assert.equal(ran.code, 0, ran.error);
      assert.match(ran.out, /^<stdin>:1 POST http:\/\/127\.0\.0\.1:\d+\/s\?token=\[redacted\]&again=\[redacted\]\n/);
    });

    test("secrets are printed in the response", async () => {
      const echo = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${value.length}\r\n\r\n${value}`;
      const service = await startResponding(echo);
      for (const format of formats) {
        const ran = await send(to(service, { "X-Key": "{{$secret tok}}" }), ["-f", format], { env });
        assert.ok(ran.out.includes(value), ran.out);
      }
    });

    test("secrets are redacted in the Location of a redirect that isn't followed", async () => {
      const service = await startResponding(
        `HTTP/1.1 302 Found\r\nLocation: /x?t=${value}\r\nContent-Length: 0\r\n\r\n`,
      );
      const ran = await send(to(service, { "X-Key": "{{$secret tok}}" }), [], { env });
      assert.match(ran.out, /\nThe redirect to \/x\?t=\[redacted\] was not followed/);
    });

    test("secrets are redacted in the reason for a failure", async () => {
      const secretHost = { SOAPHTTP_SECRET_TOK: "hidden-name.invalid" };
      for (const format of formats) {
        const ran = await send(request({ Host: "{{$secret tok}}:80" }), ["-f", format], { env: secretHost });
        assert.equal(ran.code, 3);
        assert.match(ran.out + ran.error, /\[redacted\]/);
        assert.doesNotMatch(ran.out + ran.error, /hidden-name/);
      }
    });

    test("secrets are not printed in the reason why a request isn't sent, nor are private variables", async () => {
      const cwd = temporaryFolder();
      const file = { dev: { pw: "wrong\tsecret-value" } };
      writeFileSync(join(cwd, "http-client.private.env.json"), JSON.stringify(file));
      const text = to({ port: 1 }, { "Content-Type": "application/soap+xml; charset={{pw}}" });
      const ran = await send(text, ["-e", "dev"], { cwd });
      assert.equal(ran.code, 2, ran.out);
      assert.doesNotMatch(ran.error, /secret-value/);
    });
  });

  test("the command sends the requests of an .http file with variables and body files, without Host and Content-Length", async () => {
    const service = await startRawService(async (connection) => {
      for (;;) {
        await connection.request();
        connection.write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
      }
    });
    const folder = folderOf({
      "add.xml": envelope12,
      "http-client.env.json": JSON.stringify({ dev: { path: "calc", value: "4" } }),
    });
    const text = [
      `@host = 127.0.0.1:${service.port}`,
      "",
      "### add",
      "POST http://{{host}}/{{path}}",
      soap.trim(),
      "",
      "< ./add.xml",
      "",
      "### second",
      "POST http://{{host}}/second",
      soap.trim(),
      "",
      envelope12.replace("<s:Body/>", "<s:Body><a>{{value}}</a></s:Body>"),
      "",
    ];
    writeFileSync(join(folder, "a.http"), text.join("\n"));
    const all = await soaphttp(["send", "-e", "dev", "a.http"], { cwd: folder });
    assert.equal(all.code, 0, all.error + all.out);
    assert.match(all.out, /^a\.http:4 add POST /m);
    assert.match(all.out, /^a\.http:10 second POST /m);
    const sent = service.connections.map((connection) => connection.text);
    assert.match(sent[0] ?? "", new RegExp(`^POST /calc HTTP/1\\.1\r\nHost: 127\\.0\\.0\\.1:${service.port}\r\n`));
    assert.ok(sent[0]?.endsWith(`Content-Length: ${envelope12.length}\r\n\r\n${envelope12}`), sent[0]);
    assert.match(sent[1] ?? "", /<a>4<\/a>/);
    const one = await soaphttp(["send", "-e", "dev", "a.http:11"], { cwd: folder });
    assert.equal(one.code, 0, one.error + one.out);
    assert.match(service.connections[2]?.text ?? "", /^POST \/second /);
  });

  test("the output colors the status by its class, and a Fault with status 200 as an error", async () => {
    const fault = "<s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault></s:Body>";
    const color = async (status: string, body = envelope12) => {
      const service = await startResponding(
        `HTTP/1.1 ${status}\r\n${soap}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      const ran = await send(to(service), [], { env: { FORCE_COLOR: "1" } });
      return ran.out
        .split("\n")
        .find((line) => line.includes(status))
        ?.match(/^\x1b\[([\d;]+)m/)?.[1];
    };
    assert.equal(await color("200 OK"), "1;32");
    assert.equal(await color("302 Found"), "1;34");
    assert.equal(await color("404 Not Found"), "1;33");
    assert.equal(await color("500 Oops"), "1;31");
    assert.equal(await color("200 OK", envelope12.replace("<s:Body/>", fault)), "1;31");
  });

  test("the output shows a UTF-8 Fault whose Content-Type says utf-16, and warns about the charset", async () => {
    const fault = envelope12.replace(
      "<s:Body/>",
      '<s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault></s:Body>',
    );
    const type = "Content-Type: application/soap+xml; charset=utf-16";
    const ran = await send(
      to(await startResponding(`HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: ${fault.length}\r\n\r\n${fault}`)),
    );
    assert.equal(ran.code, 1, ran.out);
    assert.match(ran.out, /^Fault: Sender: no/m);
    assert.match(ran.out, /<s:Text xml:lang="en">no<\/s:Text>/);
    assert.match(ran.out, /response-charset-mismatch Content-Type says utf-16, but the body is utf-8\./);
  });

  suite("a request that an early response interrupts", () => {
    const size = 12_000_000;

    async function sendLarge(...args: readonly string[]): Promise<Ran> {
      const folder = folderOf({ "large.bin": Buffer.alloc(size) });
      const service = await startRawService(async (connection) => {
        await connection.until((text) => text.includes("\r\n\r\n"));
        connection.socket.pause();
        connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
      });
      const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nContent-Type: application/octet-stream\r\n`;
      writeFileSync(join(folder, "a.soaphttp"), `${head}Content-Length: ${size}\r\n\r\n< ./large.bin\r\n`);
      return soaphttp(["send", "--as-written", ...args, "a.soaphttp"], { cwd: folder });
    }

    test("the output shows how many bytes were not sent", async () => {
      const ran = await sendLarge();
      assert.match(
        ran.out,
        /\n413 Content Too Large .*\nThe last [\d,]+ bytes of the request \([\d,]+ bytes\) were not sent/,
      );
    });

    test("the output counts sent and unsent bytes in JSON", async () => {
      const ran = await sendLarge("--format", "json");
      const [{ sent, unsent }] = JSON.parse(ran.out);
      const bytes = Buffer.from(sent, "base64");
      assert.ok(unsent > 0, String(unsent));
      assert.equal(bytes.length + unsent, bytes.indexOf("\r\n\r\n") + 4 + size);
    });
  });

  suite("facts that are not in the response's text", () => {
    const informed = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    const chunked = `HTTP/1.1 200 OK\n${soap}Transfer-Encoding: chunked\r\n\r\n54\r\n${envelope12}\r\n0\r\nX-Sum: a\x1bb\r\n\r\n`;

    test("facts are shown below the status: 1xx responses, trailers, framing problems, surplus bytes", async () => {
      const ran = await send(to(await startResponding(`${informed}${chunked}more\n`)));
      assert.equal(ran.code, 0, ran.out);
      const [, status, ...rest] = ran.out.split("\n");
      assert.match(status ?? "", /^200 OK · /);
      assert.deepEqual(rest.slice(0, 6), [
        "before          HTTP/1.1 103 Early Hints",
        "trailer         X-Sum: a␛b",
        "framing         lines of the header section end with LF instead of CRLF",
        "surplus         5 bytes after the response",
        "000000  6d 6f 72 65 0a                                   more.",
        "",
      ]);
    });

    test("facts include only the first surplus bytes", async () => {
      const ran = await send(to(await startResponding(`${answer}${"x".repeat(1000)}`)));
      assert.match(
        ran.out,
        /\nsurplus +1000 bytes after the response\n(?:0000[0-3]0 .*\n){4}… 936 more bytes\. Use --format raw .*\n\n/,
      );
    });

    test("facts are shown for an incomplete response too", async () => {
      const ran = await send(to(await startResponding(`${informed}${answer.slice(0, -1)}`)));
      assert.equal(ran.code, 3);
      assert.match(ran.out, /\nIncomplete response: (?:.*\n)+before {10}HTTP\/1\.1 103 Early Hints\n\n/);
    });

    test("facts are in the JSON output too", async () => {
      const ran = await send(to(await startResponding(`${informed}${chunked}`)), ["-f", "json"]);
      const [{ response }] = JSON.parse(ran.out);
      assert.deepEqual(response.informational, [
        {
          statusLine: "HTTP/1.1 103 Early Hints",
          status: 103,
          reason: "Early Hints",
          fields: [{ name: "Link", value: "</a>" }],
        },
      ]);
      assert.deepEqual(response.problems, ["lf-line-ends"]);
    });

    test("facts are omitted if there are none", async () => {
      const ran = await send(to(await startResponding(answer)));
      assert.equal(ran.out.split("\n")[2], "");
    });
  });

  test("the output shows no credentials of an unusable proxy", async () => {
    const env = { ALL_PROXY: `socks5://user:s3cret/pw@127.0.0.1:${await closedPort()}` };
    const ran = await send(to({ port: 1 }), [], { env });
    assert.equal(ran.code, 3);
    assert.doesNotMatch(ran.out, /user|s3cret|pw@/);
    assert.match(ran.out, /socks5:\/\/\[redacted\]@127\.0\.0\.1:\d+/);
  });

  test("the command shows the received bytes of a response that ends in its header section", async () => {
    const ran = await send(to(await startResponding("HTTP/1.1 200 OK\r\nContent-Ty")));
    assert.equal(ran.code, 3);
    assert.match(ran.out, /Received, from byte 0\n000000 {2}48 54 54 50 .*\n000010 {2}0a .* {2}\.Content-Ty\n/);
  });
});
