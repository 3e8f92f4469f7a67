import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { folderOf, soaphttp } from "./built.ts";

/* `# @receive`: a service calls back what the header X-To says, with the method of X-Method, before or after it responds. */

let service: Server;
/** The Cookie header of each request, the last one last. */
const cookies: (string | undefined)[] = [];
/** What the callbacks got: the status and the body. */
const responses: string[] = [];

function order(name: string, to: string, headers = ""): string {
  const { port } = service.address() as AddressInfo;
  return `# @name ${name}\n# @expect status 200\nGET /${name} HTTP/1.1\nHost: 127.0.0.1:${port}\nX-To: ${to}\n${headers}\n###\n`;
}

const receive = (directives: string, body = "thanks") =>
  `${directives}\nHTTP/1.1 201 Created\nContent-Type: text/plain\nContent-Length: ${body.length}\n\n${body}\n\n###\n`;

suite("soaphttp with @receive", () => {
  suiteSetup(async () => {
    service = createServer(async ({ headers, url = "" }, response) => {
      cookies.push(headers.cookie);
      const callBack = async () => {
        const body = `<r><id>${url.slice(1)}</id></r>`;
        const page = headers["x-page"] ? { Origin: "http://example.com" } : {};
        const fields = { "Content-Type": "text/xml", "Set-Cookie": "login=stranger", ...page };
        const init = { method: String(headers["x-method"] ?? "POST"), headers: fields, body };
        const got = await fetch(String(headers["x-to"]), init);
        responses.push(`${got.status} ${await got.text()}`);
      };
      const isLater = headers["x-later"] !== undefined;
      if (headers["x-to"] && !isLater) await callBack();
      response.end("ok", () => {
        if (isLater) setTimeout(callBack, 50);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  });

  suiteTeardown(() => void service.close());

  setup(() => {
    responses.length = 0;
  });

  for (const [when, header] of [
    ["before", ""],
    ["after", "X-Later: 1\n"],
  ] as const)
    test(`a callback that comes ${when} the response gets the response below @receive, and is tested`, async () => {
      const done = receive(
        "# @name done\n# @receive POST /callback within 30 s\n# @expect //id = one\n# @set id = //id",
      );
      const text =
        order("one", "{{callback.address}}", header) +
        done +
        order("{{id}}", "", "X-Id: {{done.request.body.//id}} {{done.response.status}}\n").replace(
          "# @name {{id}}\n",
          "",
        );
      const cwd = folderOf({ "a.soaphttp": text });
      assert.equal((await soaphttp(["check", "a.soaphttp"], { cwd })).code, 0);
      const { code, out, error } = await soaphttp(["test", "a.soaphttp"], { cwd });
      assert.deepEqual([code, error], [0, ""], out);
      assert.match(out, /✓ done/);
      assert.match(out, /3 passed in 1 file/);
      assert.deepEqual(responses, ["201 thanks"]);
    });

  test("an expectation is about the request that came in, and a report shows both", async () => {
    const text = order("one", "{{callback.address}}") + receive("# @receive POST /callback\n# @expect //id = two");
    const { code, out } = await soaphttp(["test", "--reporter", "json", "a.soaphttp"], {
      cwd: folderOf({ "a.soaphttp": text }),
    });
    const tests = JSON.parse(out).tests as { name: string; line: number; request?: string; response?: string }[];
    assert.equal(code, 1, out);
    assert.match(
      JSON.stringify(tests[1]),
      /"POST \/callback".*"expected":"two".*"actual":"one".*HTTP\/1\.1 201.*POST \/callback HTTP\/1\.1/,
    );
  });

  test("the report of a missing callback lists the requests that arrived instead", async () => {
    const text =
      order("one", "http://{{callback.host}}/other?token=x") +
      order("two", "{{callback.address}}", "X-Method: PUT\n") +
      receive("# @receive POST /callback within 200 ms");
    const { code, out } = await soaphttp(["test", "a.soaphttp"], { cwd: folderOf({ "a.soaphttp": text }) });
    assert.match(
      out,
      /No request for \/callback arrived within 0\.2 s\. These arrived: POST \/other, PUT \/callback\./,
    );
    assert.equal(code, 3);
    assert.deepEqual(responses, ["404 ", "404 "]);
  });

  test("the request of a web page doesn't count as a callback, and a failure shows only the beginning of long requests", async () => {
    const text =
      order("one", "{{callback.address}}", "X-Page: 1\n") +
      order("two", "{{callback.address}}", `X-Method: ${"A".repeat(5000)}\n`) +
      receive("# @receive POST /callback within 200 ms");
    const { out } = await soaphttp(["test", "a.soaphttp"], { cwd: folderOf({ "a.soaphttp": text }) });
    assert.match(out, /arrived within 0\.2 s\. These arrived: POST \/callback, A{200}\./);
    assert.deepEqual(responses, ["404 ", "404 "]);
  });

  test("each row has a callback address of its own, also when rows run side by side", async () => {
    const text = `# @data ./rows.csv parallel\n###\n${order("{{n}}", "{{callback.address}}", "X-Later: 1\n").replace("# @name {{n}}", "# @title order")}${receive("# @receive POST /callback\n# @expect //id = {{n}}")}`;
    const cwd = folderOf({ "a.soaphttp": text, "rows.csv": "n\na\nb\nc\nd\n" });
    const { code, out } = await soaphttp(["test", "--jobs", "4", "a.soaphttp"], { cwd });
    assert.equal(code, 0, out);
    assert.match(out, /8 passed/);
  });

  test("files share the port of --listen one after the other, and a port that is taken is an error", async () => {
    const text =
      order("one", "{{callback.address}}", "X-Later: 1\n") + receive("# @receive POST /callback\n# @expect //id = one");
    const cwd = folderOf({ "a.soaphttp": text, "b.soaphttp": text, "c.soaphttp": text });
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const listen = `127.0.0.1:${(free.address() as AddressInfo).port}`;
    const taken = await soaphttp(["test", "--listen", listen, "a.soaphttp"], { cwd });
    assert.match(
      taken.out,
      /not sent[\s\S]*Port \d+ is in use\. Specify another one with --listen, or 0 for a free one\./,
    );
    assert.equal(taken.code, 2);
    await new Promise((resolve) => free.close(resolve));
    const { code, out } = await soaphttp(["test", "--listen", listen, "."], { cwd });
    assert.equal(code, 0, out);
    assert.match(out, /6 passed in 3 files/);
    assert.match((await soaphttp(["test", "--listen", "8080", "."], { cwd })).error, /Use HOST:PORT/);
  });

  test("files, rows and environments share the port of --listen one after the other", async () => {
    const text =
      order("one", "{{callback.address}}") + receive("# @name done\n# @receive POST /callback\n# @expect //id = one");
    const login = `# @before once\n${order("login", "")}`;
    const cwd = folderOf({
      "a.soaphttp": text,
      "b.soaphttp": text,
      "rows.csv": "n\n1\n2\n",
      "rows.soaphttp": `# @data ./rows.csv\n###\n${login}${text}`,
      "http-client.env.json": '{"x": {"a": "1"}, "y": {"a": "1"}}',
    });
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const listen = ["--listen", `127.0.0.1:${(free.address() as AddressInfo).port}`];
    await new Promise((resolve) => free.close(resolve));
    for (const args of [
      ["send", ...listen, "a.soaphttp", "b.soaphttp"],
      ["test", ...listen, "rows.soaphttp"],
      ["compare", "-e", "x", "-e", "y", ...listen, "a.soaphttp"],
    ]) {
      const { code, out, error } = await soaphttp(args, { cwd });
      assert.equal(code, 0, args[0] + out + error);
    }
  });

  test("soaphttp send shows the callback, also if only the request above it is chosen", async () => {
    const text = order("one", "{{callback.address}}") + receive("# @name done\n# @receive POST /callback");
    const cwd = folderOf({ "a.soaphttp": text });
    for (const operand of ["a.soaphttp", "a.soaphttp#one", "a.soaphttp#done"]) {
      const { code, out, error } = await soaphttp(["send", operand], { cwd });
      assert.equal(code, 0, out + error);
      assert.match(out, /POST \/callback HTTP\/1\.1[\s\S]*<id>one<\/id>/);
    }
    assert.deepEqual(responses, ["201 thanks", "201 thanks", "201 thanks"]);
  });

  test("a cookie of a request that comes in isn't sent to services", async () => {
    const text =
      order("one", "{{callback.address}}") +
      receive("# @name done\n# @receive POST /callback") +
      order("two", "").replace("# @name", "# @cookies\n# @needs done\n# @name");
    const cwd = folderOf({ "a.soaphttp": text });
    for (const command of ["send", "test"]) {
      const { code, out, error } = await soaphttp([command, "a.soaphttp"], { cwd });
      assert.equal(code, 0, out + error);
      assert.equal(cookies.at(-1), undefined, command);
    }
  });

  test("@receive accepts the response that a mock service of a WSDL sends to wsa:ReplyTo", async () => {
    const soap = "http://www.w3.org/2003/05/soap-envelope";
    const header = "<w:MessageID>urn:a</w:MessageID><w:ReplyTo><w:Address>{{callback.address}}</w:Address></w:ReplyTo>";
    const add = '<Add xmlns="http://example.org/calc"><a>1</a><b>2</b></Add>';
    const text = [
      "# @mock ./calc.wsdl\n###\n# @expect status 202\nPOST /calc12 HTTP/1.1\nHost: {{mock.calc}}",
      "Content-Type: application/soap+xml; charset=utf-8\nContent-Length: {{$contentLength}}\n",
      `<s:Envelope xmlns:s="${soap}" xmlns:w="http://www.w3.org/2005/08/addressing"><s:Header>${header}</s:Header><s:Body>${add}</s:Body></s:Envelope>\n`,
      `###\n${receive('# @receive POST /reply\n# @expect //*:RelatesTo = "urn:a"\n# @expect //*:AddResponse exists')}`,
    ].join("\n");
    const calculator = readFileSync(join(process.cwd(), "samples", "calculator.wsdl"), "utf8");
    const cwd = folderOf({ "a.soaphttp": text, "calc.wsdl": calculator });
    const { code, out, error } = await soaphttp(["test", "--as-written", "a.soaphttp"], { cwd });
    assert.equal(code, 0, out + error);
  });

  test("--bail ends the wait for a callback", async () => {
    const text =
      order("one", "").replace("status 200", "status 404") +
      order("two", "") +
      receive("# @receive POST /callback within 1 min");
    const { code, error } = await soaphttp(["test", "--bail", "a.soaphttp"], { cwd: folderOf({ "a.soaphttp": text }) });
    assert.match(error, /Stopped after the first test/);
    assert.equal(code, 1);
  });
});
