import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { folderOf } from "./built.ts";
import { type Called, closeAll, confirmed, declined, type How, type McpClient, mcpClient } from "./mcpClient.ts";

const wsdl = readFileSync("test/server/wsdl/stacks/gsoap.wsdl");
const folder = () => folderOf({ "calc.wsdl": wsdl });
const client = (how: Partial<How> = {}) => mcpClient({ cwd: folder(), ...how });

interface Service {
  readonly port: number;
  readonly received: { readonly head: IncomingMessage; readonly body: string }[];
}
const services: Server[] = [];
async function service(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
  delay = 0,
): Promise<Service> {
  const received: { head: IncomingMessage; body: string }[] = [];
  const server = createServer(async (head, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of head) pieces.push(piece as Buffer);
    received.push({ head, body: Buffer.concat(pieces).toString() });
    await sleep(delay);
    response.writeHead(status, { "Content-Type": "text/xml; charset=utf-8", ...headers }).end(body);
  });
  services.push(server);
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return { port: (server.address() as AddressInfo).port, received };
}

const envelope = (content: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${content}</soap:Body></soap:Envelope>`;
const result = envelope('<t:AddResponse xmlns:t="urn:calc"><result>42</result></t:AddResponse>');

function request(port: number, content = "<a/>", headers = "", preamble = ""): string {
  const body = envelope(content);
  return `${preamble}POST /calc HTTP/1.1\nHost: localhost:${port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\n${headers}Content-Length: {{$contentLength}}\n\n${body}\n`;
}

function finding({ structured }: Called, code: string): Readonly<Record<string, unknown>> | undefined {
  return (structured["findings"] as readonly Readonly<Record<string, unknown>>[]).find((one) => one["code"] === code);
}

suite("soaphttp mcp", () => {
  teardown(async () => {
    await closeAll();
    for (const one of services.splice(0)) one.close().closeAllConnections();
  });

  for (const mode of ["legacy", "auto"] as const) {
    const versions = { versionNegotiation: { mode } };

    suite(`a client that negotiates versions (${mode})`, () => {
      test("the server has five tools with schemas, titles, descriptions and annotations", async () => {
        const { client: mcp } = await client({ options: versions });
        const { tools } = await mcp.listTools();
        assert.deepEqual(
          tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.openWorldHint]),
          [
            ["list_operations", true, false],
            ["write_request", true, false],
            ["check_request", true, false],
            ["send_request", false, true],
            ["read_response", true, false],
          ],
        );
        for (const { title, description, inputSchema, outputSchema } of tools) {
          assert.ok(title && description && description.length > 100 && outputSchema);
          assert.equal(inputSchema["additionalProperties"], false);
          for (const property of Object.values(inputSchema.properties ?? {})) {
            assert.ok((property as { description?: string }).description);
          }
        }
        assert.deepEqual(tools[3]?.annotations, {
          ...{ title: "Send SOAP Request", readOnlyHint: false, destructiveHint: true },
          ...{ idempotentHint: false, openWorldHint: true },
        });
        assert.equal(mcp.getServerVersion()?.name, "soaphttp");
        assert.match(mcp.getInstructions() ?? "", /list_operations.*write_request.*check_request.*send_request/s);
      });

      test("the server lists operations, writes and checks a request, asks the user, sends it and reads the response", async () => {
        const { port, received } = await service(result);
        const mcp = await client({ answer: confirmed, options: versions });
        const listed = await mcp.call("list_operations", { wsdl: "calc.wsdl", filter: "add" });
        assert.deepEqual(listed.structured, {
          operations: [
            {
              ...{ service: "calc", port: "calc", version: "1.1", style: "document", operation: "Add" },
              ...{ action: "urn:calc#Add", address: "http://localhost:8080/calc" },
            },
          ],
          total: 1,
        });
        const written = await mcp.call("write_request", {
          ...{ wsdl: "calc.wsdl", operation: "Add", values: { a: "40", b: "2" } },
        });
        assert.deepEqual(written.structured["findings"], []);
        const text = String(written.structured["text"]).replace("localhost:8080", `localhost:${port}`);
        assert.match(text, /<a>40<\/a>\n +<b>2<\/b>/);
        const checked = await mcp.call("check_request", { text: text.replace(/(Content-Length: )\d+/, "$17") });
        assert.deepEqual([checked.structured["errors"], checked.structured["fixed"]], [1, text]);
        assert.match(String(finding(checked, "content-length-mismatch")?.["fix"]), /^Change Content-Length to \d+$/);
        const sent = await mcp.call("send_request", { text });
        const { milliseconds, headers, ...rest } = sent.structured;
        assert.deepEqual(rest, {
          ...{ sent: true, status: 200, body: result, fault: null },
          ...{ bytes: result.length, truncated: false, findings: [] },
        });
        assert.equal(typeof milliseconds, "number");
        assert.deepEqual((headers as string[][])[0], ["Content-Type", "text/xml; charset=utf-8"]);
        assert.match(received[0]?.body ?? "", /<a>40<\/a>/);
        assert.equal(mcp.questions.length, 1);
        assert.match(
          mcp.questions[0] ?? "",
          new RegExp(`^Send this request\\?\n\nPOST http://localhost:${port}/calc\n\n<soap:Envelope[\\s\\S]*<a>40</a>`),
        );
        const read = await mcp.call("read_response", { path: "//*:result" });
        assert.deepEqual(read.structured, { status: 200, values: ["42"], total: 1, truncated: false });
      });

      test("the server sends nothing if the user declines, accepts without confirming, or cancels", async () => {
        const { port, received } = await service(result);
        for (const answer of [
          declined,
          async () => ({ action: "accept" as const, content: { confirm: false } }),
          async () => ({ action: "accept" as const }),
          async () => ({ action: "cancel" as const }),
        ]) {
          const mcp = await client({ answer, options: versions });
          const { isError, text } = await mcp.call("send_request", { text: request(port) });
          assert.ok(isError);
          assert.match(text, /^Not sent: the user didn't agree\..*--allow-send localhost/);
        }
        assert.equal(received.length, 0);
      });

      test("the server reads files in the roots of the client, and follows their changes", async () => {
        const [one, other] = [folderOf({ "one.wsdl": wsdl }), folderOf({ "other.wsdl": wsdl })];
        let roots = [pathToFileURL(one).href];
        const mcp = await client({ roots: () => roots, options: versions });
        assert.equal((await mcp.call("list_operations", { wsdl: "one.wsdl" })).structured["total"], 3);
        assert.match((await mcp.call("list_operations", { wsdl: "other.wsdl" })).text, /file not found/);
        roots = ["file:///nonexistent", "file://elsewhere/share", pathToFileURL(other).href];
        if (mode === "legacy") await mcp.client.sendRootsListChanged();
        assert.equal((await mcp.call("list_operations", { wsdl: "other.wsdl" })).structured["total"], 3);
        const outside = await mcp.call("list_operations", { wsdl: join(one, "one.wsdl") });
        assert.match(outside.text, /is outside of the folders that may be read/);
      });

      test("the server reports progress with numbers that grow", async () => {
        const { port } = await service(result, {}, 200, 1500);
        const mcp = await client({ answer: confirmed, options: versions });
        const steps: { readonly progress: number; readonly message?: string | undefined }[] = [];
        await mcp.call("send_request", { text: request(port) }, { onprogress: (step) => steps.push(step) });
        const own = steps.filter(({ message }) => !message?.startsWith("Fulfilling"));
        assert.deepEqual(
          own.map(({ message }) => message),
          ["Connecting to localhost", "Sent", "Waiting for the response: 1 s", "Receiving"].slice(0, own.length),
        );
        assert.ok(own.length >= 3);
        for (const [index, { progress }] of own.entries())
          assert.ok(index === 0 || progress > (own[index - 1]?.progress ?? 0));
      });
    });
  }

  suite("arguments", () => {
    const wrong: readonly (readonly [tool: string, given: Readonly<Record<string, unknown>>, message: RegExp])[] = [
      ["list_operations", {}, /^The argument wsdl is missing\.$/],
      ["list_operations", { wsdl: 1 }, /^The argument wsdl must be a string\.$/],
      ["list_operations", { wsdl: "" }, /^The argument wsdl is empty\.$/],
      ["list_operations", { wsdl: "calc.wsdl", offset: -1 }, /^The argument offset must be an integer/],
      ["list_operations", { wsdl: "calc.wsdl", offset: 1e300 }, /^The argument offset must be an integer/],
      [
        "list_operations",
        { wsdl: "calc.wsdl", limit: 5 },
        /^The argument limit is unknown\. Use wsdl, filter, offset\.$/,
      ],
      ["list_operations", { wsdl: "calc.wsdl", ["__proto__x"]: 5 }, /^The argument __proto__x is unknown/],
      ["list_operations", { wsdl: "no.wsdl" }, /^no\.wsdl: file not found\.$/],
      ["list_operations", { wsdl: "." }, /^\. is a folder/],
      ["list_operations", { wsdl: "/dev/zero" }, /outside of the folders/],
      ["list_operations", { wsdl: "../../etc/passwd" }, /outside of the folders/],
      ["list_operations", { wsdl: "a\0b" }, /NUL/],
      ["write_request", { wsdl: "calc.wsdl" }, /^The argument operation is missing\.$/],
      [
        "write_request",
        { wsdl: "calc.wsdl", operation: "Ad" },
        /^The argument operation is unknown: Ad\. Did you mean Add\?/,
      ],
      ["write_request", { wsdl: "calc.wsdl", operation: "Add", port: "x" }, /^The argument port is unknown: x\..*calc/],
      ["write_request", { wsdl: "calc.wsdl", operation: "Add", service: "x" }, /^The argument service is unknown: x/],
      [
        "write_request",
        { wsdl: "calc.wsdl", operation: "Add", values: { x: "1" } },
        /unknown path: x\..*Known: a, b\./,
      ],
      [
        "write_request",
        { wsdl: "calc.wsdl", operation: "Add", values: { a: 1 } },
        /^The argument values\.a must be a string/,
      ],
      [
        "write_request",
        { wsdl: "calc.wsdl", operation: "Add", values: ["1"] },
        /^The argument values must be an object/,
      ],
      [
        "write_request",
        { wsdl: "calc.wsdl", operation: "Add", values: { a: "\u0001" } },
        /values\.a is invalid.*U\+0001/,
      ],
      ["write_request", { wsdl: "calc.wsdl", operation: "Add", optional: "yes" }, /optional must be true or false/],
      ["check_request", {}, /^Give exactly one of the arguments text and file\.$/],
      ["check_request", { text: "x", file: "y" }, /^Give exactly one/],
      ["check_request", { file: "none.soaphttp" }, /^none\.soaphttp: file not found/],
      ["send_request", { text: "GET", name: "x" }, /No request is named x/],
      ["send_request", { text: "### only\n" }, /^The text contains no request/],
      [
        "send_request",
        { text: "GET / HTTP/1.1\nHost: localhost\n", environment: "prod" },
        /^The environment prod is unknown/,
      ],
      ["read_response", {}, /^There is no response yet\. Send a request with send_request\.$/],
    ];
    let mcp: McpClient;

    for (const [tool, given, message] of wrong) {
      test(`${tool} explains what is wrong with ${JSON.stringify(given).slice(0, 90)}`, async () => {
        mcp = await client();
        const { isError, text } = await mcp.call(tool, given);
        assert.ok(isError);
        assert.match(text, message);
      });
    }

    test("the server answers unknown tools, methods and arguments that aren't an object with errors of the protocol", async () => {
      const { client: raw } = await client();
      const code = (request: {
        readonly method: "tools/call" | "resources/list";
        readonly params?: Record<string, unknown>;
      }) =>
        raw.request(request).then(
          () => undefined,
          (error) => error.code,
        );
      assert.equal(await code({ method: "tools/call", params: { name: "delete_everything", arguments: {} } }), -32602);
      const list: unknown = ["calc.wsdl"];
      const given = list as Record<string, unknown>;
      assert.equal(await code({ method: "tools/call", params: { name: "list_operations", arguments: given } }), -32602);
      assert.equal(await code({ method: "resources/list" }), -32601);
    });

    test("the server writes values literally, whatever they contain", async () => {
      const value = `<x>&amp;"']]>\n### POST\r\n{{a}}`;
      mcp = await client();
      const { structured } = await mcp.call("write_request", {
        ...{ wsdl: "calc.wsdl", operation: "Log", values: {} },
      });
      const [path = ""] = /<(?:\w+:)?Log>\s*<(\w+)/.exec(String(structured["text"]))?.slice(1) ?? [];
      assert.notEqual(path, "");
      const written = await mcp.call("write_request", {
        wsdl: "calc.wsdl",
        operation: "Log",
        values: { [path]: value },
      });
      assert.match(String(written.structured["text"]), /&lt;x>&amp;amp;"'\]\]&gt;&#10;### POST&#13;&#10;\{\{a\}\}/);
    });
  });

  suite("files", () => {
    test("files aren't read through symbolic links out of the roots, and not as body files or environments", async () => {
      const secret = folderOf({ "secret.txt": "top-secret-content <a>", "secret.wsdl": wsdl });
      const cwd = folderOf({ "calc.wsdl": wsdl });
      symlinkSync(join(secret, "secret.wsdl"), join(cwd, "link.wsdl"));
      symlinkSync(secret, join(cwd, "folder"));
      mkdirSync(join(cwd, "requests"));
      symlinkSync(join(secret, "secret.txt"), join(cwd, "requests", "body.xml"));
      const { port, received } = await service(result);
      const mcp = await client({ cwd, args: ["--allow-send", "*"] });
      for (const name of ["link.wsdl", "folder/secret.wsdl", join(secret, "secret.wsdl")]) {
        assert.match(
          (await mcp.call("list_operations", { wsdl: name })).text,
          /outside of the folders that may be read/,
        );
      }
      for (const path of ["requests/body.xml", join(secret, "secret.txt")]) {
        const text = `POST / HTTP/1.1\nHost: localhost:${port}\nContent-Type: text/xml\nSOAPAction: ""\n\n< ${path}\n`;
        for (const tool of ["check_request", "send_request"]) {
          const called = await mcp.call(tool, { text });
          assert.doesNotMatch(JSON.stringify(called), /top-secret/);
        }
      }
      assert.equal(received.length, 0);
    });

    test("files are never written", async () => {
      const { port } = await service(result);
      const cwd = folderOf({ "calc.wsdl": wsdl, "a.soaphttp": request(port) });
      const mcp = await client({ cwd, args: ["--allow-send", "localhost"] });
      await mcp.call("write_request", { wsdl: "calc.wsdl", operation: "Add" });
      await mcp.call("check_request", { file: "a.soaphttp" });
      assert.equal((await mcp.call("send_request", { file: "a.soaphttp" })).structured["status"], 200);
      const { readdirSync } = await import("node:fs");
      assert.deepEqual(readdirSync(cwd).sort(), ["a.soaphttp", "calc.wsdl"]);
    });

    test("files are sent with the bytes that they have", async () => {
      const { port, received } = await service(result);
      const text = request(port, "<a>\u00e9</a>").replace("utf-8", "iso-8859-1");
      const cwd = folderOf({ "latin.soaphttp": Buffer.from(text, "latin1") });
      const mcp = await client({ cwd, args: ["--allow-send", `localhost:${port}`] });
      const sent = await mcp.call("send_request", { file: "latin.soaphttp" });
      assert.equal(sent.structured["status"], 200, sent.text);
      assert.equal(received[0]?.head.headers["content-length"], String(envelope("<a>\u00e9</a>").length));
    });
  });

  suite("sending", () => {
    test("sending needs no question for allowed hosts, and names the option for others", async () => {
      const { port, received } = await service(result);
      const mcp = await client({ args: ["--allow-send", `LOCALHOST:${port}`] });
      assert.equal((await mcp.call("send_request", { text: request(port) })).structured["status"], 200);
      const other = await mcp.call("send_request", { text: request(port).replace("localhost", "127.0.0.1") });
      assert.match(
        other.text,
        /^Not sent: 127\.0\.0\.1 is not allowed, and this client can't ask.*--allow-send 127\.0\.0\.1/,
      );
      const noted = request(port, "<a/>", "", "# @note This deletes everything\n");
      assert.match((await mcp.call("send_request", { text: noted })).text, /requires confirmation/);
      assert.equal(received.length, 1);
    });

    test("the tool refuses a text with errors, and returns them", async () => {
      const { port, received } = await service(result);
      const mcp = await client({ args: ["--allow-send", "*"] });
      const sent = await mcp.call("send_request", { text: request(port, "<a>") });
      assert.deepEqual([sent.isError, sent.structured["sent"]], [true, false]);
      assert.match(JSON.stringify(sent.structured["findings"]), /"severity":"error"/);
      assert.equal(received.length, 0);
    });

    test("the tool sends once and writes no file, and says which directives have no effect because of that", async () => {
      const { port, received } = await service(result);
      const cwd = folder();
      const mcp = await client({ cwd, args: ["--allow-send", "*"] });
      const flow = "# @repeat 3 until //*:none exists\n# @renew add when status 200\n# @save ./saved.xml = body\n";
      const text = `${request(port, "<a/>", "", flow)}\n###\n${request(port, "<b/>", "", "# @name add\n")}`;
      writeFileSync(join(cwd, "flow.soaphttp"), text);
      for (const given of [{ text }, { file: "flow.soaphttp" }]) {
        const { structured } = await mcp.call("send_request", given);
        assert.match(String(structured["note"]), /sent once.*: # @repeat, # @renew, # @save had no effect\./);
      }
      assert.equal((await mcp.call("send_request", { text, name: "add" })).structured["note"], undefined);
      assert.deepEqual(
        received.map(({ body }) => /<([ab])\/>/.exec(body)?.[1]),
        ["a", "a", "b"],
      );
      assert.deepEqual(readdirSync(cwd).sort(), ["calc.wsdl", "flow.soaphttp"]);
    });

    test("the tool sends the request that is named", async () => {
      const { port, received } = await service(result);
      const mcp = await client({ args: ["--allow-send", "*"] });
      const named = (name: string) => request(port, `<${name}/>`, "", `# @name ${name}\n`);
      const text = `${named("one")}\n###\n${named("two")}`;
      assert.equal((await mcp.call("send_request", { text, name: "two" })).structured["sent"], true);
      assert.equal((await mcp.call("send_request", { text })).structured["sent"], true);
      assert.deepEqual(
        received.map(({ body }) => /<(\w+)\/>/.exec(body)?.[1]),
        ["two", "one"],
      );
    });

    test("the tool asks before it reads a WSDL at an address, and reads it once", async () => {
      const { port, received } = await service(wsdl.toString());
      const address = `http://localhost:${port}/calc?wsdl&token=hidden-value`;
      const refused = await (await client()).call("list_operations", { wsdl: address });
      assert.match(refused.text, /--allow-send localhost/);
      assert.equal(received.length, 0);
      const mcp = await client({ answer: confirmed });
      assert.equal((await mcp.call("list_operations", { wsdl: address })).structured["total"], 3);
      const written = await mcp.call("write_request", { wsdl: address, operation: "Add" });
      assert.deepEqual(written.structured["findings"], []);
      assert.deepEqual([received.length, mcp.questions.length], [1, 1]);
      assert.match(mcp.questions[0] ?? "", /GET http:\/\/localhost:\d+\/calc\?wsdl&token=%5Bredacted%5D/);
      const text = `# @wsdl http://127.0.0.1:${port}/\n${request(port)}`;
      assert.ok(finding(await mcp.call("check_request", { text }), "wsdl-not-loaded"));
      assert.equal(received.length, 1);
    });

    test("the tool returns a Fault and an error status as results", async () => {
      const fault = envelope(
        "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Broken</faultstring></soap:Fault>",
      );
      const { port } = await service(fault, {}, 500);
      const mcp = await client({ args: ["--allow-send", "*"] });
      const { isError, structured } = await mcp.call("send_request", { text: request(port) });
      assert.equal(isError, false);
      assert.deepEqual([structured["status"], structured["fault"]], [500, { code: "soap:Server", reason: "Broken" }]);
    });

    test("the tool doesn't follow redirects", async () => {
      const { port, received } = await service("", { Location: "/elsewhere" }, 307);
      const mcp = await client({ args: ["--allow-send", "*"] });
      assert.equal((await mcp.call("send_request", { text: request(port) })).structured["status"], 307);
      assert.equal(received.length, 1);
    });

    test("the tool names the transport's failure", async () => {
      const { port } = await service(result);
      for (const one of services.splice(0)) one.close();
      const mcp = await client({ args: ["--allow-send", "*"] });
      const refused = await mcp.call("send_request", { text: request(port) });
      assert.ok(refused.isError);
      assert.match(refused.text, /^refused: /);
      const slow = await service(result, {}, 200, 3000);
      const late = await mcp.call("send_request", { text: request(slow.port, "<a/>", "", "# @timeout 200ms\n") });
      assert.match(late.text, /^timeout: /);
    });

    test("the server closes the connection of a cancelled call, while others go on", async () => {
      const slow = await service(result, {}, 200, 5000);
      const closed = new Promise((done) => services[0]?.on("connection", (socket) => socket.on("close", done)));
      const mcp = await client({ args: ["--allow-send", "*"] });
      const controller = new AbortController();
      const cancelled = mcp.call("send_request", { text: request(slow.port) }, { signal: controller.signal });
      cancelled.catch(() => {});
      while (slow.received.length === 0) await sleep(20);
      assert.equal((await mcp.call("list_operations", { wsdl: "calc.wsdl" })).structured["total"], 3);
      controller.abort();
      await assert.rejects(cancelled);
      const isClosed = await Promise.race([closed.then(() => true), sleep(2000, false)]);
      assert.ok(isClosed);
    });

    test("the tool sends nothing if a call is cancelled while the user is asked", async () => {
      const { port, received } = await service(result);
      let asked: () => void = () => {};
      const isAsked = new Promise<void>((done) => {
        asked = done;
      });
      const mcp = await client({
        answer: async () => {
          asked();
          await sleep(300);
          return confirmed();
        },
      });
      const controller = new AbortController();
      const call = mcp.call("send_request", { text: request(port) }, { signal: controller.signal });
      call.catch(() => {});
      await isAsked;
      controller.abort();
      await assert.rejects(call);
      await sleep(600);
      assert.equal(received.length, 0);
    });
  });

  suite("bounds of results", () => {
    test("a body is cut at 20,000 characters, and read from there", async () => {
      const body = envelope(`<t:r xmlns:t="urn:t">${"0123456789".repeat(3000)}</t:r>`);
      const { port } = await service(body);
      const mcp = await client({ args: ["--allow-send", "*"] });
      const { structured } = await mcp.call("send_request", { text: request(port) });
      const first = String(structured["body"]);
      assert.deepEqual([first.length, structured["truncated"], structured["bytes"]], [20_000, true, body.length]);
      const rest = (await mcp.call("read_response", { offset: 20_000 })).structured;
      assert.deepEqual([first + String(rest["body"]), rest["total"], rest["truncated"]], [body, body.length, false]);
      const beyond = (await mcp.call("read_response", { offset: 1_000_000 })).structured;
      assert.deepEqual([beyond["body"], beyond["truncated"]], ["", false]);
    });

    test("a result has at most 60,000 characters, whatever the service sends", async () => {
      const body = envelope(
        `<soap:Fault><faultcode>${"c".repeat(50_000)}</faultcode><faultstring>${'"\\'.repeat(40_000)}</faultstring></soap:Fault>`,
      );
      const { port } = await service(body, { "X-Long": '\u00e9\\"'.repeat(2_000), "X-Other": '"'.repeat(9_000) });
      const mcp = await client({ args: ["--allow-send", "*"] });
      const { structured, text } = await mcp.call("send_request", { text: request(port) });
      assert.equal(structured["truncated"], true);
      assert.ok(text.length <= 60_000, String(text.length));
      const values = await mcp.call("read_response", { path: "//text(), //text(), //text()" });
      assert.ok(values.text.length <= 60_000, values.text.slice(0, 200));
    });

    test("200 operations and 100 findings are listed, with their total", async () => {
      const operation = (name: string) => `<operation name="${name}"><input message="t:M"/></operation>`;
      const names = Array.from({ length: 450 }, (_, index) => `Operation${index}`);
      const large = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><message name="M"/><portType name="P">${names.map(operation).join("")}</portType></definitions>`;
      const cwd = folderOf({ "large.wsdl": large });
      const mcp = await client({ cwd });
      const seen: unknown[] = [];
      for (let offset = 0; offset < 450; offset = seen.length) {
        const { structured, text } = await mcp.call("list_operations", { wsdl: "large.wsdl", offset });
        const operations = structured["operations"] as readonly { readonly operation: string }[];
        assert.ok(operations.length > 0 && operations.length <= 200 && text.length <= 60_000);
        assert.equal(structured["total"], 450);
        seen.push(...operations.map((one) => one.operation));
      }
      assert.deepEqual(seen, names);
      const text = request(1, "<a b=c/>".repeat(300));
      const { structured } = await mcp.call("check_request", { text });
      assert.deepEqual([(structured["findings"] as unknown[]).length, structured["truncated"]], [100, true]);
      assert.ok(Number(structured["total"]) > 100);
    });
  });

  suite("--root", () => {
    test("--root is used instead of the client's roots", async () => {
      const [own, other] = [folderOf({ "own.wsdl": wsdl }), folderOf({ "other.wsdl": wsdl })];
      const mcp = await client({ args: ["--root", own, "--root", other], roots: () => ["file:///"] });
      assert.equal((await mcp.call("list_operations", { wsdl: "own.wsdl" })).structured["total"], 3);
      assert.equal((await mcp.call("list_operations", { wsdl: join(other, "other.wsdl") })).structured["total"], 3);
      writeFileSync(join(own, "new.wsdl"), wsdl);
      assert.equal((await mcp.call("list_operations", { wsdl: "new.wsdl" })).structured["total"], 3);
    });
  });
});
