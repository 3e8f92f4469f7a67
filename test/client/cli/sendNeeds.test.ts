import assert from "node:assert/strict";
import { request11 } from "../../support/findings.ts";
import { closedPort, type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const session = (text: string) =>
  `<s:Envelope xmlns:s="${soap}"><s:Body><Session xmlns="urn:s">${text}</Session></s:Body></s:Envelope>`;

/** The names of the requests in the headers `X-Name`, in the order in which they were received. */
const received = ({ connections }: RawService) => connections.map(({ text }) => /X-Name: (.*)\r/.exec(text)?.[1] ?? "");

suite("soaphttp send with requests that need others", () => {
  /** Starts a service that sends this status and a session to the request `login`, and the session to others. */
  async function serve(status = "200 OK"): Promise<RawService> {
    return startResponding(({ head }) => {
      const body = session("17");
      const line = head.includes("X-Name: login") ? status : "200 OK";
      const fields = `Content-Type: text/xml\r\nContent-Length: ${body.length}\r\nSet-Cookie: id=5\r\n`;
      return `HTTP/1.1 ${line}\r\n${fields}\r\n${body}`;
    });
  }
  const named = (name: string, { port }: { readonly port: number }, directives = "", fields = {}) =>
    `# @name ${name}\n${directives}${request11({ Host: `127.0.0.1:${port}`, "X-Name": name, ...fields })}`;
  const file = (...requests: readonly string[]) => folderOf({ "a.soaphttp": requests.join("\n\n###\n") });
  const token = { "X-Session": "{{login.response.body.//*:Session}}" };

  test("a request whose value another one provides is sent after that one, whose status line is on standard error", async () => {
    const service = await serve();
    const cwd = file(named("add", service, "", token), named("login", service), named("other", service));
    const { code, out, error } = await soaphttp(["send", "--format", "json", "a.soaphttp#add"], { cwd });
    assert.equal(error, "login: HTTP/1.1 200 OK\n");
    assert.equal(code, 0);
    assert.deepEqual(received(service), ["login", "add"]);
    assert.match(service.connections[1]?.text ?? "", /^X-Session: 17\r$/m);
    assert.deepEqual(
      JSON.parse(out).map(({ name }: { readonly name: string }) => name),
      ["add"],
    );
  });

  test("`# @needs`, `# @set` and needs of needed requests are followed in order, with one store of cookies", async () => {
    const service = await serve();
    const cwd = file(
      named("add", service, "# @cookies\n", { "X-Session": "{{session}}" }),
      named("login", service, "# @needs hello\n# @set session = //*:Session\n"),
      named("hello", service),
    );
    assert.equal((await soaphttp(["send", "a.soaphttp#add"], { cwd })).code, 0);
    assert.deepEqual(received(service), ["hello", "login", "add"]);
    assert.match(service.connections[2]?.text ?? "", /^X-Session: 17\r$/m);
    assert.match(service.connections[2]?.text ?? "", /^Cookie: id=5\r$/m);
  });

  test("the requests of a file are sent once each, and shown in the order of the file", async () => {
    const service = await serve();
    const cwd = file(
      named("add", service, "", token),
      named("login", service),
      named("sum", service, "# @needs login\n"),
    );
    const { code, out } = await soaphttp(["send", "--format", "json", "a.soaphttp"], { cwd });
    assert.equal(code, 0);
    assert.deepEqual(received(service), ["login", "add", "sum"]);
    assert.deepEqual(
      JSON.parse(out).map(({ name }: { readonly name: string }) => name),
      ["add", "login", "sum"],
    );
  });

  test("a request isn't sent if a request that it needs fails, and other requests are still sent", async () => {
    const service = await serve("401 Unauthorized");
    const cwd = file(named("add", service, "# @needs login\n"), named("login", service), named("other", service));
    const { code, out, error } = await soaphttp(["send", "a.soaphttp#add", "a.soaphttp#other"], { cwd });
    assert.equal(
      error,
      "login: HTTP/1.1 401 Unauthorized\nsoaphttp: a.soaphttp:3 is not sent: it needs login, which did not succeed (status 2xx: Found 401, expected 2xx).\n",
    );
    assert.equal(code, 1);
    assert.deepEqual(received(service), ["login", "other"]);
    assert.doesNotMatch(out, /a\.soaphttp:3/);
  });

  test("a request that was sent before isn't sent again for requests that need it, whether it succeeded or not", async () => {
    for (const [status, names] of [
      ["200 OK", ["login", "add", "sum"]],
      ["500 Internal Server Error", ["login"]],
    ] as const) {
      const service = await serve(status);
      const cwd = file(
        named("login", service),
        named("add", service, "", token),
        named("sum", service, "# @needs login\n"),
      );
      const { code, error } = await soaphttp(["send", "a.soaphttp"], { cwd });
      assert.equal(code, names.length === 3 ? 0 : 1);
      assert.deepEqual(received(service), names);
      assert.equal(error.split("which did not succeed").length, names.length === 3 ? 1 : 3);
    }
  });

  test("a needed request whose expectation doesn't hold, without a response or with errors has failed", async () => {
    const service = await serve();
    const closed = { port: await closedPort() };
    const cases = [
      [named("login", service, "# @expect status 201\n"), 1, /login, which did not succeed \(status 201: .*200.*\)/],
      [named("login", service, "# @set x = //*:Missing\n"), 1, /did not succeed \(set x = .*Missing finds nothing\)/],
      [named("login", closed), 3, /login, which did not succeed \(.*refused.*\)/],
      [named("login", service, "", { "Content-Length": "1" }), 2, /a\.soaphttp:\d+ is not sent: it has errors/],
      [named("login", service, "# @note Really?\n"), 2, /a\.soaphttp:\d+ is not sent: it requires confirmation/],
    ] as const;
    for (const [login, expected, why] of cases) {
      const cwd = file(named("add", service, "# @needs login\n"), login);
      const { code, error, out } = await soaphttp(["send", "--format", "json", "a.soaphttp#add"], { cwd });
      assert.match(error, why);
      assert.equal(code, expected, error);
      assert.deepEqual(code === 2 ? out : JSON.parse(out), code === 2 ? "" : []);
    }
    assert.deepEqual(received(service), ["login", "login"]);
  });

  test("nothing is sent if the request itself has errors, or if requests need each other", async () => {
    const service = await serve();
    const bad = file(named("add", service, "# @needs login\n", { "Content-Length": "1" }), named("login", service));
    const cycle = file(named("add", service, "# @needs login\n"), named("login", service, "# @needs add\n"));
    assert.match((await soaphttp(["send", "a.soaphttp#add"], { cwd: bad })).error, /is not sent: it has errors/);
    const { code, error } = await soaphttp(["send", "a.soaphttp#add"], { cwd: cycle });
    assert.match(error, /^soaphttp: a\.soaphttp:3: These requests need each other, .*add/);
    assert.equal(code, 2);
    assert.deepEqual(received(service), []);
  });

  test("a request in another file isn't found, and each file has responses of its own", async () => {
    const service = await serve();
    const cwd = folderOf({
      "login.soaphttp": named("login", service),
      "a.soaphttp": named("add", service, "", token),
      "b.soaphttp": `${named("add", service, "", token)}\n\n###\n${named("login", service)}`,
    });
    const { code, error } = await soaphttp(["send", "login.soaphttp#login", "a.soaphttp#add"], { cwd });
    assert.match(error, /login/);
    assert.equal(code, 2);
    assert.equal((await soaphttp(["send", "login.soaphttp", "b.soaphttp#add"], { cwd })).code, 0);
    assert.deepEqual(received(service), ["login", "login", "add"]);
  });

  test("`--only` sends nothing first, so a missing value is an error", async () => {
    const service = await serve();
    const cwd = file(named("add", service, "", token), named("login", service));
    const { code, error } = await soaphttp(["send", "--only", "a.soaphttp#add"], { cwd });
    assert.match(error, /login/);
    assert.equal(code, 2);
    assert.deepEqual(received(service), []);
  });
});
