import assert from "node:assert/strict";
import { envelope12, request } from "../../../support/findings.ts";
import { type RawService, startResponding } from "../../../support/transport/rawService.ts";
import { type Ran, soaphttp } from "../built.ts";

const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\nConnection: close\r\n\r\n${envelope12}`;
const redirect = (status: string, location: string) =>
  `HTTP/1.1 ${status}\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

suite("soaphttp send --follow", () => {
  async function serve(status: string, location: string): Promise<RawService> {
    return startResponding(({ target }) => {
      return target === "/s" ? redirect(status, location) : answer;
    });
  }
  const send = (service: RawService, args: readonly string[], directives = ""): Promise<Ran> =>
    soaphttp(["send", ...args, "-"], {
      input: `${directives}${request({ Host: `127.0.0.1:${service.port}`, Authorization: "Basic dTpw" })}`,
    });
  const base64 = (text = "") => Buffer.from(text).toString("base64");
  const lines = ({ out }: Ran) => out.split("\n").slice(0, 4);

  test("the command follows no redirect by default, and says so", async () => {
    const service = await serve("302 Found", "/moved");
    for (const args of [[], ["--follow", "never"]]) {
      const ran = await send(service, args);
      assert.equal(ran.code, 1);
      assert.match(
        ran.out,
        /\n302 Found · .*\nThe redirect to \/moved was not followed\. Use --follow same-origin to follow it\.\n/,
      );
    }
    assert.equal(service.connections.length, 2);
  });

  test("the command doesn't follow a redirect without Location", async () => {
    const service = await startResponding("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    const ran = await send(service, ["--follow", "always"]);
    assert.equal(ran.code, 1, ran.out);
    assert.match(ran.out, /\n302 Found · .*\nThe redirect can't be followed: it has no Location header\.\n/);
  });

  test("the command shows each redirect and its changes to the request", async () => {
    const service = await serve("302 Found", "/moved");
    const ran = await send(service, ["--follow", "same-origin"]);
    assert.equal(ran.code, 0, ran.out);
    const origin = `http://127.0.0.1:${service.port}`;
    const [heading, hop, status, change] = lines(ran);
    assert.equal(heading, `<stdin>:1 POST ${origin}/s`);
    assert.equal(hop, `302 Found → GET ${origin}/moved`);
    assert.match(status ?? "", /^200 OK · /);
    assert.equal(change, "Not as typed: request line “POST /s HTTP/1.1” was sent as “GET /moved HTTP/1.1”");
    assert.match(service.connections[1]?.text ?? "", /^GET \/moved HTTP\/1\.1\r\n/);
  });

  test("the command repeats the bytes for 307", async () => {
    const service = await serve("307 Temporary Redirect", "/moved");
    assert.equal((await send(service, ["--follow", "always"])).code, 0);
    const [first, second] = service.connections.map(({ text }) => text);
    assert.equal(second, first?.replace("POST /s ", "POST /moved "));
  });

  test("the command follows a redirect to another origin only with always, without Authorization", async () => {
    const other = await serve("200 OK", "/");
    const service = await serve("307 Temporary Redirect", `http://127.0.0.1:${other.port}/moved`);
    const stays = await send(service, ["--follow", "same-origin"]);
    assert.equal(stays.code, 1);
    assert.match(stays.out, /\nThe redirect to http:\S+ was not followed\. Use --follow always to follow it\.\n/);
    assert.equal(other.connections.length, 0);
    assert.equal((await send(service, ["--follow", "always"])).code, 0);
    assert.match(other.connections[0]?.text ?? "", /^POST \/moved HTTP\/1\.1\r\n/);
    assert.doesNotMatch(other.connections[0]?.text ?? "", /Authorization/);
  });

  test("the command sends no secret to another origin, names the secret, and says how to send it by hand", async () => {
    const other = await serve("200 OK", "/");
    const env = { SOAPHTTP_SECRET_TOK: "secret-of-tok", LEAK: "secret-of-leak" };
    const sentTo = async (
      status: string,
      headers: Readonly<Record<string, string>>,
      body = envelope12,
      args: readonly string[] = [],
    ) => {
      const service = await serve(status, `http://127.0.0.1:${other.port}/moved`);
      const own = { Host: `127.0.0.1:${service.port}`, "Content-Length": "{{$contentLength}}" };
      const input = request({ ...own, ...headers }, body);
      return soaphttp(["send", "--follow", "always", ...args, "-"], { input, env });
    };
    const inHeader = { "X-Custom": "{{$secret tok}} {{$processEnv LEAK}}" };
    for (const status of ["302 Found", "307 Temporary Redirect"]) {
      const ran = await sentTo(status, inHeader);
      assert.match(
        ran.out,
        /\nNot as typed: X-Custom was not sent to another origin: it contains the secret tok and the environment variable LEAK\n/,
      );
    }
    const inBody = envelope12.replace("<s:Body/>", "<s:Body><a>{{$secret tok}}</a></s:Body>");
    const ran = await sentTo("307 Temporary Redirect", {}, inBody);
    const why = `The redirect to http://127.0.0.1:${other.port}/moved can't be followed: it is another origin, and the body contains the secret tok. To send the request there, change its address.`;
    assert.ok(ran.out.includes(`\n${why}\n`), ran.out);
    const [{ response }] = JSON.parse((await sentTo("307 Temporary Redirect", {}, inBody, ["-f", "json"])).out);
    assert.deepEqual([response.status, response.unfollowed], [307, why]);
    assert.equal(other.connections.length, 2);
    for (const { text } of other.connections) assert.doesNotMatch(text, /secret-of|X-Custom/);
  });

  test("the command suggests the option for the redirect that was not followed", async () => {
    const other = await serve("307 Temporary Redirect", "http://127.0.0.1:1/");
    const first = await startResponding(({ target }) => {
      return redirect("307 Temporary Redirect", target === "/s" ? "/t" : `http://127.0.0.1:${other.port}/s`);
    });
    const ran = await send(first, ["--follow", "same-origin"]);
    assert.match(ran.out, /\nThe redirect to http:\S+ was not followed\. Use --follow always to follow it\.\n/);
  });

  test("the command reports a Location that is not an http address, and suggests nothing for an empty one", async () => {
    const ran = await send(await serve("302 Found", "mailto:a@b.example"), []);
    assert.equal(ran.code, 1);
    assert.match(
      ran.out,
      /\nThe redirect to mailto:a@b\.example can't be followed: it isn't an http or https address\.\n/,
    );
    const nowhere = await send(await serve("302 Found", ""), []);
    assert.doesNotMatch(nowhere.out, /--follow/);
  });

  test("the command respects # @no-redirect", async () => {
    const service = await serve("302 Found", "/moved");
    const ran = await send(service, ["--follow", "always"], "# @no-redirect\n");
    assert.equal(ran.code, 1);
    assert.match(ran.out, /\nThe redirect to \/moved was not followed because of # @no-redirect\.\n/);
    assert.equal(service.connections.length, 1);
  });

  test("the command ends a redirect loop", async () => {
    const service = await serve("302 Found", "/s");
    const ran = await send(service, ["--follow", "always"]);
    assert.equal(ran.code, 3);
    assert.match(ran.out, /too many redirects\n/);
    assert.doesNotMatch(ran.out, /soaphttp\.followRedirects/);
  });

  test("the command lists each redirect with its bytes in json", async () => {
    const service = await serve("302 Found", "/moved");
    const ran = await send(service, ["--follow", "always", "-f", "json"]);
    const [one] = JSON.parse(ran.out) as readonly {
      readonly redirects: readonly unknown[];
      readonly sent: string;
      readonly request: { readonly url: string };
      readonly response: { readonly url: string };
    }[];
    const origin = `http://127.0.0.1:${service.port}`;
    assert.deepEqual([one?.request.url, one?.response.url], [`${origin}/s`, `${origin}/moved`]);
    const [hop, ...more] = one?.redirects ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual(hop, {
      method: "POST",
      url: `${origin}/s`,
      status: 302,
      location: "/moved",
      sent: base64(service.connections[0]?.text),
      bytes: base64(redirect("302 Found", "/moved")),
    });
    assert.equal(one?.sent, base64(service.connections[1]?.text));
  });
});
