import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sampleWsdl } from "../../support/contracts.ts";
import { makeCertificates } from "../../support/transport/certificates.ts";
import { closedPort, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp, temporaryFolder } from "./built.ts";
import { mocking } from "./mockProcess.ts";

const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const helloFile = "# @name hi\n# @when path /hi\nHTTP/1.1 200 OK\nContent-Length: 5\n\nhello\n";

suite("soaphttp mock", () => {
  test("the mock service accepts and refuses the requests of the tests of the samples' WSDL as they expect", async () => {
    const folder = temporaryFolder();
    cpSync(join(process.cwd(), "samples"), folder, { recursive: true });
    await mocking(folder, ["--wsdl", "calculator.wsdl", "."], async ({ port }) => {
      const file = join(folder, "contract", "CalculatorPort12.Login.tests.soaphttp");
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("localhost:8000", `localhost:${port}`));
      const { out, code } = await soaphttp(["test", "contract"], { cwd: folder });
      assert.match(out, /^CalculatorPort12\.Login: 4 valid accepted, 23 invalid refused$/m);
      assert.equal(code, 0);
    });
  });

  test("the mock service sends responses only to this machine and to the hosts of --callbacks", async () => {
    const received: string[] = [];
    const service = await startResponding(({ bytes }) => {
      received.push(bytes.toString("latin1"));
      return "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    });
    const folder = temporaryFolder();
    cpSync(join(process.cwd(), "samples", "calculator.wsdl"), join(folder, "calculator.wsdl"));
    const request = (address: string) => {
      const a = 'xmlns:a="http://www.w3.org/2005/08/addressing"';
      const header = `<a:MessageID ${a}>urn:1</a:MessageID><a:ReplyTo ${a}><a:Address>${address}</a:Address></a:ReplyTo>`;
      const add = '<Add xmlns="http://example.org/calc"><a>1</a><b>2</b></Add>';
      const soap = "http://www.w3.org/2003/05/soap-envelope";
      const body = `<s:Envelope xmlns:s="${soap}"><s:Header>${header}</s:Header><s:Body>${add}</s:Body></s:Envelope>`;
      const type = "application/soap+xml; charset=utf-8";
      const length = `Content-Length: ${body.length}\r\nConnection: close`;
      return `POST /calc12 HTTP/1.1\r\nHost: h\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${body}`;
    };
    await mocking(
      folder,
      ["--wsdl", "calculator.wsdl", "--callbacks", "Other.invalid", "--callbacks", "[::2]"],
      async (mock) => {
        const address = `http://127.0.0.1:${service.port}/reply?x=1`;
        assert.match(await mock.received(request(address)), /^HTTP\/1\.1 202 Accepted\r\n/);
        while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        assert.match(
          received[0] ?? "",
          /^POST \/reply\?x=1 HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nContent-Type: application\/soap\+xml/,
        );
        assert.match(received[0] ?? "", /<a:To [^>]*>http:\/\/127\.0\.0\.1:\d+\/reply\?x=1<[\s\S]*AddResponse/);
        for (const other of [
          "http://192.0.2.1/a",
          "file:///etc/passwd",
          "http://u:hunter2@127.0.0.1/?password=hunter2",
          "http://127.0.0.1.example/",
        ])
          assert.match(await mock.received(request(other)), /^HTTP\/1\.1 202 /);
        await mock.until((out) => out.includes(".example"));
        assert.match(
          mock.out,
          /The response is not sent to http:\/\/192\.0\.2\.1\/a, which isn't on this machine\. Use --callbacks 192\.0\.2\.1\./,
        );
        assert.match(mock.out, /file:\/\/\/etc\/passwd, which isn't an http address\./);
        assert.match(mock.out, /not sent to http:\/\/127\.0\.0\.1\.example\/, which isn't on this machine/);
        assert.doesNotMatch(mock.out, /hunter2/);
        await mock.received(request("http://other.invalid/"));
        await mock.until((_, error) => error.includes("The response to http://other.invalid/ could not be sent"));
        assert.equal(received.length, 1);
      },
    );
  });

  test("the mock service lists its address and the ports of the WSDL, then each exchange", async () => {
    const folder = folderOf({ "calc.soapmock": helloFile, "calc.wsdl": sampleWsdl() });
    await mocking(folder, ["--wsdl", "calc.wsdl", "calc.soapmock"], async (mock) => {
      assert.equal(await mock.get("/hi?password=hunter2&x=%0a"), hello);
      await mock.received("GET / HTTP/1.1\r\n\r\n");
      await mock.until((out) => out.split("\n").length >= 5);
      const [first, port, ...lines] = mock.out.trimEnd().split("\n");
      assert.equal(first, `Listening on http://127.0.0.1:${mock.port}/`);
      assert.match(port ?? "", new RegExp(`^http://127\\.0\\.0\\.1:${mock.port}/\\S* \\w+/\\w+$`));
      const times = lines.map((line) => line.replace(/ \d+ ms/, " 3 ms"));
      assert.deepEqual(times, [
        "GET /hi?password=%5Bredacted%5D&x=%0a 200 calc.soapmock#hi 3 ms",
        "400 service 3 ms: The request has no Host header. Add one.",
      ]);
      assert.equal(mock.error, "");
    });
  });

  test("the mock service writes JSON, with null for what is unknown", async () => {
    const folder = folderOf({ "calc.soapmock": helloFile, "calc.wsdl": sampleWsdl() });
    await mocking(folder, ["--log", "json", "--wsdl", "calc.wsdl", "."], async (mock) => {
      await mock.get("/hi");
      await mock.received("hello\r\n\r\n");
      await mock.until((out) => out.split("\n").length >= 4);
      const [listening, file, bad] = mock.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const [{ address, ...service }] = listening.services;
      assert.deepEqual(Object.keys(listening), ["event", "address", "services"]);
      assert.deepEqual([listening.event, listening.address], ["listening", `http://127.0.0.1:${mock.port}/`]);
      assert.deepEqual(Object.keys(service).sort(), ["port", "service", "version"]);
      assert.ok(address.startsWith(listening.address));
      assert.match(file.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.equal(typeof file.milliseconds, "number");
      const expected = { event: "exchange", method: "GET", target: "/hi", operation: null };
      const response = { response: "calc.soapmock#hi", source: "file", status: 200, problem: null };
      assert.deepEqual({ ...file, time: 0, milliseconds: 0 }, { ...expected, ...response, time: 0, milliseconds: 0 });
      assert.deepEqual([bad.method, bad.target, bad.source, bad.status], [null, null, "service", 400]);
      assert.match(bad.problem, /^The request line is malformed\./);
    });
  });

  test("the mock service writes only the address with --log none", async () => {
    const folder = folderOf({ "calc.soapmock": helloFile, "calc.wsdl": sampleWsdl() });
    await mocking(folder, ["--log", "none", "--wsdl", "calc.wsdl", "."], async (mock) => {
      await mock.get("/hi");
      assert.equal(await mock.stop("SIGINT"), 0);
      assert.equal(mock.out, `Listening on http://127.0.0.1:${mock.port}/\n`);
    });
  });

  test("the mock service writes no control characters of a request", async () => {
    const folder = folderOf({ "a.soapmock": helloFile });
    await mocking(folder, ["a.soapmock"], async (mock) => {
      await mock.received("GET / HTTP/1.1\r\nHost: h\r\nX\x9b31m: \x1b[31m\r\n\r\n");
      await mock.until((out) => out.includes("400"));
      assert.doesNotMatch(mock.out, /[\x1b\x9b]/);
    });
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`the mock service ends with 0 at ${signal}, even while responses are waiting and clients are connected`, async () => {
      const folder = folderOf({ "a.soapmock": helloFile.replace("# @when", "# @delay 1 min\n# @when") });
      await mocking(folder, ["a.soapmock"], async (mock) => {
        await mock.connect("GET /hi HTTP/1.1\r\nHost: h\r\n\r\n");
        await mock.connect("GET");
        await mock.get("/other");
        assert.equal(await mock.stop(signal), 0);
      });
    });
  }

  test("the mock service serves files in the order given, and the files of a folder by path", async () => {
    const file = (body: string) => `HTTP/1.1 200 OK\nContent-Length: 1\n\n${body}\n`;
    const folder = folderOf({ "d/b.soapmock": file("b"), "d/a/z.soapmock": file("z"), "c.soapmock": file("c") });
    for (const [args, body] of [
      [["c.soapmock", "d"], "c"],
      [["d", "c.soapmock"], "z"],
      [["d/b.soapmock"], "b"],
    ] as const) {
      await mocking(folder, args, async (mock) => assert.equal((await mock.get("/")).at(-1), body));
    }
  });

  test("the mock service uses the variables of an environment and secrets, and redacts them", async () => {
    const folder = folderOf({
      "a.soapmock": "HTTP/1.1 200 OK\nX: {{v}} {{$secret key}}\nContent-Length: 0\n\n",
      "http-client.private.env.json": '{"dev":{"v":"private-value"}}',
    });
    const env = { SOAPHTTP_SECRET_KEY: "secret-value" };
    await mocking(
      folder,
      ["-e", "dev", "a.soapmock"],
      async (mock) => {
        assert.match(await mock.get("/private-value/secret-value"), /\r\nX: private-value secret-value\r\n/);
        await mock.until((out) => out.includes("GET"));
        assert.match(mock.out, /GET \/\[redacted\]\/\[redacted\] 200/);
      },
      env,
    );
  });

  test("the mock service serves https with PEM or PKCS #12 files", async () => {
    const { good, clientPfx, passphrase } = makeCertificates();
    const files = { "a.soapmock": helloFile, "c.pem": good.cert, "k.pem": good.key, "c.pfx": clientPfx };
    const folder = folderOf({ ...files, "both.pem": good.cert + good.key });
    for (const args of [
      ["--cert", "c.pem", "--key", "k.pem"],
      ["--cert", "both.pem"],
      ["--pfx", "c.pfx"],
    ]) {
      const env = { SOAPHTTP_PASSPHRASE: passphrase };
      await mocking(
        folder,
        [...args, "a.soapmock"],
        async (mock) => {
          assert.match(mock.out, /^Listening on https:/);
          const file = folderOf({
            "a.soaphttp": `GET https://localhost:${mock.port}/hi HTTP/1.1\nHost: localhost\n\n`,
          });
          const options = ["--insecure-host", "localhost", "--as-written", "-f", "raw", "--no-wsdl"];
          assert.equal((await soaphttp(["send", ...options, "a.soaphttp"], { cwd: file })).out, hello);
        },
        env,
      );
    }
  });
});

suite("usage errors of soaphttp mock", () => {
  const wsdl = sampleWsdl();
  for (const [args, problem, files = {}] of [
    [[], "Nothing to serve. Specify a .soapmock file, --wsdl or --to."],
    [["-"], "Standard input can't be served. Specify a file."],
    [["none.soapmock"], "none.soapmock: file not found."],
    [["."], ". contains no .soapmock files."],
    [["--wsdl", "none.wsdl"], "none.wsdl: File not found."],
    [["--wsdl", "a.wsdl"], "a.wsdl has no operations.", { "a.wsdl": "<a/>" }],
    [["--port", "70000", "--wsdl", "a.wsdl"], "Invalid value for --port: 70000. Use a number from 0 to 65535."],
    [["--port", "http", "--wsdl", "a.wsdl"], "Invalid value for --port: http. Use a number from 0 to 65535."],
    [["--out", "x", "--wsdl", "a.wsdl"], "--out requires --to."],
    [["--to", "http://h/path"], "Invalid value for --to. Use an address without a path: http://HOST:PORT."],
    [["--to", "http://me:secret@h"], "Invalid value for --to. Use an address without a path: http://HOST:PORT."],
    [["--to", "http://h", "--out", "x"], "x already exists. Specify a new file.", { x: "" }],
    [["--key", "k", "--wsdl", "a.wsdl"], "--key requires --cert."],
    [["--client-key", "k", "--wsdl", "a.wsdl"], "--client-key requires --client-cert."],
    [["--cert", "a.wsdl", "--wsdl", "a.wsdl"], "a.wsdl: the file contains no certificate (PEM).", { "a.wsdl": wsdl }],
    [
      ["--cors", "a b", "--wsdl", "a.wsdl"],
      "Invalid value for --cors: a b. Use an origin such as https://HOST, * or none.",
    ],
    ...["h:80", "[::1]:80", "http://h", "u@h", "*", "a/b"].map(
      (host) =>
        [
          ["--callbacks", host, "--wsdl", "a.wsdl"],
          `Invalid value for --callbacks: ${host}. Use a host without a port.`,
        ] as const,
    ),
    [["-e", "x", "a.soapmock"], /^a\.soapmock: unknown environment x\./, { "a.soapmock": helloFile }],
    [["a.soapmock"], /^a\.soapmock:1:\d+: /, { "a.soapmock": "# @when nothing\nHTTP/1.1 200 OK\n\n" }],
  ] as readonly (readonly [string[], string | RegExp, Record<string, string>?])[]) {
    test(`soaphttp mock ${args.join(" ") || "no arguments"} ends with exit code 2 and a reason`, async () => {
      const ran = await soaphttp(["mock", ...args], { cwd: folderOf(files) });
      assert.equal(ran.code, 2);
      assert.equal(ran.out, "");
      const [first = ""] = ran.error.replace(/^soaphttp: /, "").split("\n");
      if (typeof problem === "string") assert.equal(first, problem);
      else assert.match(first, problem);
    });
  }

  test("a port that is in use ends the command with exit code 2", async () => {
    const port = await closedPort();
    const other = createServer().listen(port, "127.0.0.1");
    const ran = await soaphttp(["mock", "--port", String(port), "."], { cwd: folderOf({ "a.soapmock": helloFile }) });
    other.close();
    assert.equal(ran.code, 2);
    const why = `Port ${port} is in use. Specify another one with --port, or 0 for a free one.`;
    assert.equal(ran.error, `soaphttp: ${why}\n`);
  });
});

suite("soaphttp mock: changes of files", () => {
  test("changes apply to new requests, while connections and variables stay", async () => {
    const counting = (body: string) =>
      `@n = 0\n###\n# @when variable n = 0\n# @set n = 1\nHTTP/1.1 200 OK\nContent-Length: 1\n\na\n###\nHTTP/1.1 200 OK\nContent-Length: 1\n\n${body}\n`;
    const folder = folderOf({ "a.soapmock": counting("b") });
    const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    await mocking(folder, ["a.soapmock"], async (mock) => {
      const connection = await mock.connect(get + get);
      await connection.until((text) => text.endsWith("b"));
      assert.match(connection.text, /\r\n\r\naHTTP/);
      writeFileSync(join(folder, "a.soapmock"), counting("c"));
      while (!connection.text.endsWith("c")) {
        const { length } = connection.text;
        connection.write(get);
        await connection.until((text) => text.length > length);
      }
      assert.doesNotMatch(connection.text.slice(connection.text.indexOf("b")), /a$/);
      connection.socket.destroy();
    });
  });

  test("a file that is saved with an error while requests arrive keeps its last version, and standard error names it", async () => {
    const folder = folderOf({ "a.soapmock": helloFile, "b.soapmock": helloFile.replace("/hi", "/b") });
    await mocking(folder, ["a.soapmock", "b.soapmock"], async (mock) => {
      let isSaved = false;
      const client = async () => {
        while (!isSaved) assert.equal(await mock.get("/hi"), hello);
      };
      const clients = Array.from({ length: 5 }, client);
      writeFileSync(join(folder, "a.soapmock"), helloFile.replace("# @when path", "# @when nothing"));
      await mock.until((_, error) => error.includes("a.soapmock"));
      isSaved = true;
      await Promise.all(clients);
      assert.match(mock.error, /^soaphttp: a\.soapmock:2:\d+: .* The last version is still served\.\n$/);
      assert.equal(await mock.get("/hi"), hello);
      rmSync(join(folder, "a.soapmock"));
      await mock.until((_, error) => error.includes("not found"));
      assert.equal(await mock.get("/hi"), hello);
      writeFileSync(join(folder, "a.soapmock"), helloFile.replaceAll("hello", "again"));
      while (!(await mock.get("/hi")).endsWith("again"));
      assert.equal(mock.error.split("\n").length, 3);
    });
  });

  test("changes of data files, body files and environments apply, too", async () => {
    const folder = folderOf({
      "a.soapmock": "HTTP/1.1 200 OK\nX: {{v}}\nContent-Length: 1\n\n< b.txt\n",
      "b.txt": "1",
      "http-client.env.json": '{"dev":{"v":"1"}}',
    });
    await mocking(folder, ["-e", "dev", "a.soapmock"], async (mock) => {
      assert.match(await mock.get("/"), /X: 1\r\n[\s\S]*1$/);
      writeFileSync(join(folder, "b.txt"), "2");
      while (!(await mock.get("/")).endsWith("2"));
      writeFileSync(join(folder, "http-client.env.json"), '{"dev":{"v":"22"}}');
      while (!(await mock.get("/")).includes("X: 22\r\n"));
    });
  });

  test("new and deleted files of a folder, and changes of the WSDL, apply to new requests", async () => {
    const wsdl = sampleWsdl();
    const folder = folderOf({ "d/a.soapmock": helloFile, "a.wsdl": wsdl });
    await mocking(folder, ["--wsdl", "a.wsdl", "d"], async (mock) => {
      const path = /^http:\/\/[^/]+(\S+) /m.exec(mock.out)?.[1] ?? "";
      writeFileSync(join(folder, "d", "b.soapmock"), helloFile.replace("/hi", "/b"));
      while ((await mock.get("/b")) !== hello);
      rmSync(join(folder, "d", "b.soapmock"));
      while (!(await mock.get("/b")).startsWith("HTTP/1.1 404"));
      assert.match(await mock.get(`${path}?wsdl`), /^HTTP\/1\.1 200/);
      writeFileSync(join(folder, "a.wsdl"), "<a/>");
      await mock.until((_, error) => error.includes("a.wsdl has no operations. The last version is still served."));
      assert.match(await mock.get(`${path}?wsdl`), /^HTTP\/1\.1 200/);
      writeFileSync(join(folder, "a.wsdl"), wsdl.replaceAll(path, "/moved"));
      while (!(await mock.get("/moved?wsdl")).startsWith("HTTP/1.1 200"));
    });
  });
});
