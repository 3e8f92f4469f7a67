import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { request11 } from "../../support/findings.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope = (content: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${content}</s:Body></s:Envelope>`;

/** The values of the header `X-Page` in the requests, in the order in which they were received. */
const pages = ({ connections }: RawService) => connections.map(({ text }) => /X-Page: (.*)\r/.exec(text)?.[1] ?? "");

/** The names of the requests in the headers `X-Name`, in the order in which they were received. */
const names = ({ connections }: RawService) => connections.map(({ text }) => /X-Name: (.*)\r/.exec(text)?.[1] ?? "");

suite("requests that renew others", () => {
  let service: RawService;
  let session = 0;
  /** A service whose first session has expired. */
  async function expiring(start = ""): Promise<string> {
    session = 0;
    service = await startResponding(({ head }) => {
      if (head.includes("X-Name: login")) session++;
      const isGood = /X-Session: (.*)\r/.exec(head)?.[1] === "session-2";
      const body = envelope(
        head.includes("X-Name: login")
          ? `<Session>session-${session}</Session>`
          : isGood
            ? "<Page>1</Page>"
            : "<Expired/>",
      );
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    const of = (name: string, fields = {}) =>
      request11({ Host: `127.0.0.1:${service.port}`, "X-Name": name, "X-Guid": "{{$guid}}", ...fields });
    const list = of("list", { "X-Session": "{{login.response.body.//*:Session}}" });
    const directives = "# @name list\n# @renew login when //*:Expired exists\n# @expect //*:Page = 1\n";
    return folderOf({ "a.soaphttp": `${start}# @name login\n${of("login")}\n\n###\n${directives}${list}` });
  }

  test("With # @seed, each sending has its own random values, the same with each command and name of the file", async () => {
    const runs: string[][] = [];
    for (const args of [
      ["send", "a.soaphttp#list"],
      ["send", "./a.soaphttp#list"],
      ["test", "a.soaphttp"],
    ]) {
      const cwd = await expiring("# @seed 7\n###\n");
      assert.equal((await soaphttp(args, { cwd })).code, 0);
      runs.push(service.connections.map(({ text }) => /X-Guid: (.*)\r/.exec(text)?.[1] ?? ""));
    }
    assert.equal(new Set(runs[0]).size, 4, runs[0]?.join());
    assert.deepEqual([runs[1], runs[2]], [runs[0], runs[0]]);
  });

  test("soaphttp send renews another request once, and then sends its request again with the new value", async () => {
    const cwd = await expiring();
    const { code, out, error } = await soaphttp(["send", "a.soaphttp#list"], { cwd });
    assert.deepEqual(names(service), ["login", "list", "login", "list"]);
    assert.match(out, /<Page>1/);
    assert.equal(error, "login: HTTP/1.1 200 OK\nlist: HTTP/1.1 200 OK\nlogin: HTTP/1.1 200 OK\n");
    assert.equal(code, 0);
  });

  test("soaphttp test renews in the same way, and a replay takes the recordings in order", async () => {
    const cwd = await expiring();
    const { code, out } = await soaphttp(["test", "--record", "r", "a.soaphttp"], { cwd });
    assert.match(out, /✓ list .*sent 2 times/);
    assert.match(out, /^2 passed/m);
    assert.equal(code, 0);
    assert.deepEqual(names(service), ["login", "list", "login", "list"]);
    const replayed = await soaphttp(["test", "--replay", "r", "a.soaphttp"], { cwd });
    assert.match(replayed.out, /^2 passed/m);
  });
});

suite("requests that are sent until a condition holds", () => {
  let service: RawService;

  setup(async () => {
    service = await startResponding(({ head }) => {
      const page = /X-Page: (.*)\r/.exec(head)?.[1];
      const body = envelope(`<List xmlns="urn:l"><Page>${page}</Page><Pages>3</Pages></List>`);
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
  });
  function paging(times: number) {
    const fields = { Host: `127.0.0.1:${service.port}`, "X-Page": "{{page}}" };
    const directives = `# @name list\n# @set page = //*:Page + 1\n# @repeat ${times} until //*:Page = //*:Pages\n`;
    return folderOf({ "a.soaphttp": `@page = 1\n${directives}${request11(fields)}` });
  }

  test("soaphttp send shows the last response, and writes a line to standard error for each earlier response", async () => {
    const { code, out, error } = await soaphttp(["send", "--format", "json", "a.soaphttp"], { cwd: paging(20) });
    assert.deepEqual(pages(service), ["1", "2", "3"]);
    assert.equal(error, "list: HTTP/1.1 200 OK\nlist: HTTP/1.1 200 OK\n");
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).length, 1);
    assert.match(out, /"X-Page","value":"3"/);
  });

  test("soaphttp send stops at the maximum number of sendings, and says that the condition never held", async () => {
    const { code, error } = await soaphttp(["send", "a.soaphttp"], { cwd: paging(2) });
    assert.deepEqual(pages(service), ["1", "2"]);
    assert.match(error, /a\.soaphttp:5: .*Sent 2 times; \/\/\*:Page = \/\/\*:Pages never held\./);
    assert.equal(code, 1);
  });

  test("soaphttp test sends until the condition holds, and a replay takes the recordings in order", async () => {
    const cwd = paging(20);
    const { code, out } = await soaphttp(["test", "--record", "r", "a.soaphttp"], { cwd });
    assert.match(out, /✓ list .*sent 3 times/);
    assert.equal(code, 0);
    assert.deepEqual(pages(service), ["1", "2", "3"]);
    const replayed = await soaphttp(["test", "--replay", "r", "a.soaphttp"], { cwd });
    assert.match(replayed.out, /✓ list .*sent 3 times/);
    assert.equal(service.connections.length, 3);
  });

  test("soaphttp test fails at the maximum number of sendings", async () => {
    const { code, out } = await soaphttp(["test", "a.soaphttp"], { cwd: paging(2) });
    assert.match(out, /✗ \/\/\*:Page = \/\/\*:Pages\n +Sent 2 times; \/\/\*:Page = \/\/\*:Pages never held\./);
    assert.equal(code, 1);
  });
});

suite("paging, a session that ends, and a file that is saved", () => {
  let service: RawService;
  /** Three pages; the first session ends before the second one. The last page has a file. */
  async function pagingFile(): Promise<string> {
    let sessions = 0;
    const blob = gzipSync("the file").toString("base64");
    service = await startResponding(({ head, body }) => {
      const page = Number(/<Page>(\d+)</.exec(body.toString())?.[1] ?? 0);
      if (head.includes("X-Name: login")) sessions++;
      const list = `<List xmlns="urn:l"><Page>${page}</Page><Pages>3</Pages>${page === 3 ? `<Blob>${blob}</Blob>` : ""}</List>`;
      const ended = "<SessionExpired/>";
      const sent = envelope(head.includes("X-Name: login") ? "<Ok/>" : page > 1 && sessions < 2 ? ended : list);
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`;
    });
    const request = (name: string, content: string) => {
      const fields = `Host: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nX-Name: ${name}\n`;
      return `POST /s HTTP/1.1\n${fields}Content-Length: {{$contentLength}}\n\n${envelope(content)}\n`;
    };
    const directives = `# @name list
# @needs login
# @renew login when //*:SessionExpired exists
# @set page = //*:Page + 1
# @repeat 20 until //*:Page = //*:Pages
# @save ./last.bin = //*:Blob | decode base64 | decode gzip
`;
    const list = request("list", '<List xmlns="urn:l"><Page>{{page}}</Page></List>');
    return folderOf({
      "a.soaphttp": `# @name login\n${request("login", "<Login/>")}\n###\n@page = 1\n${directives}${list}`,
    });
  }

  test("soaphttp test sends the pages in order, logs in again once, and saves what the last page has", async () => {
    const cwd = await pagingFile();
    const { code, out, error } = await soaphttp(["test", "--record", "r", "a.soaphttp"], { cwd });
    const sent = service.connections.map(
      ({ text }) => `${/X-Name: (.*)\r/.exec(text)?.[1]} ${/<Page>(\d+)</.exec(text)?.[1] ?? ""}`,
    );
    assert.deepEqual(sent.join(","), "login ,list 1,list 2,login ,list 2,list 3");
    assert.deepEqual([error, code], ["Saved last.bin.\n", 0], out);
    assert.equal(readFileSync(join(cwd, "last.bin"), "utf8"), "the file");
    rmSync(join(cwd, "last.bin"));
    const replayed = await soaphttp(["test", "--replay", "r", "a.soaphttp"], { cwd });
    assert.deepEqual([replayed.code, existsSync(join(cwd, "last.bin"))], [0, false], replayed.out);
  });
});

suite("a request that is sent for each value of a response", () => {
  let service: RawService;
  /** A service whose list has these ids. It has no item with the id 4. */
  async function listing(ids: readonly string[], directives = ""): Promise<string> {
    service = await startResponding(({ head }) => {
      const id = /X-Id: (.*)\r/.exec(head)?.[1];
      const list = ids.map((one) => `<Id>${btoa(one)}</Id>`).join("");
      const body = envelope(id === undefined ? `<List>${list}</List>` : id === "4" ? "<None/>" : `<Item>${id}</Item>`);
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    const of = (name: string, fields = {}) =>
      request11({ Host: `127.0.0.1:${service.port}`, "X-Name": name, ...fields });
    const data = `# @name item\n# @data id = list.response.body.//*:Id | decode base64 | text\n${directives}`;
    return folderOf({ "a.soaphttp": `# @name list\n${of("list")}\n\n###\n${data}${of("item", { "X-Id": "{{id}}" })}` });
  }

  const ids = () => service.connections.map(({ text }) => /X-Id: (.*)\r/.exec(text)?.[1] ?? "list");

  test("soaphttp test reports each value as a row, and a replay finds the same rows", async () => {
    const cwd = await listing(["1", "4", "3"], "# @expect //*:Item = {{id}}\n");
    const { code, out } = await soaphttp(["test", "--record", "r", "a.soaphttp"], { cwd });
    assert.deepEqual(ids(), ["list", "1", "4", "3"]);
    assert.match(out, /✓ item \[1\]/);
    assert.match(out, /✗ item \[2\]/);
    assert.match(out, /✓ item \[3\]/);
    assert.equal(code, 1);
    const replayed = await soaphttp(["test", "--replay", "r", "a.soaphttp"], { cwd });
    assert.match(replayed.out, /✗ item \[2\]/);
    assert.equal(service.connections.length, 4);
  });

  test("soaphttp test skips a request without values, with the reason", async () => {
    const cwd = await listing([], "# @expect //*:Item = {{id}}\n");
    const { code, out } = await soaphttp(["test", "a.soaphttp"], { cwd });
    assert.match(out, /- item.*\n? *list\.response\.body\.\/\/\*:Id finds nothing, so there is nothing to send\./);
    assert.equal(code, 0);
    const sent = await soaphttp(["send", "a.soaphttp#item"], { cwd });
    assert.match(sent.error, /It is not sent|finds nothing, so there is nothing to send/);
    assert.deepEqual([sent.code, ids()], [2, ["list", "list"]]);
  });

  test("soaphttp send shows the last response, and writes a line to standard error for each earlier response", async () => {
    const cwd = await listing(["1", "2", "3"]);
    const { code, out, error } = await soaphttp(["send", "a.soaphttp#item"], { cwd });
    assert.deepEqual(ids(), ["list", "1", "2", "3"]);
    assert.match(out, /<Item>3/);
    assert.equal(error, "list: HTTP/1.1 200 OK\nitem: HTTP/1.1 200 OK\nitem: HTTP/1.1 200 OK\n");
    assert.equal(code, 0);
  });

  test("soaphttp send repeats the request for each value until its condition holds, and stops at the first value that fails", async () => {
    const cwd = await listing(["1", "4", "3"], "# @repeat 3 until //*:Item exists\n");
    const { code, error } = await soaphttp(["send", "a.soaphttp#item"], { cwd });
    assert.deepEqual(ids(), ["list", "1", "4", "4", "4"]);
    assert.match(error, /Sent 3 times; \/\/\*:Item exists never held\./);
    assert.equal(code, 1);
  });
});
