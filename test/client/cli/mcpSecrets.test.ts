import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { folderOf, programs } from "./built.ts";
import { closeAll, confirmed, mcpClient } from "./mcpClient.ts";

/** By the place where each comes from; long enough to be found in all forms. */
const secrets = {
  typed: "Secret-Of-The-User ümläut 1",
  environment: 'process&env<value>"2"',
  dotenv: "dotenv/value+with=signs 3",
  private: "private.environment:value 4",
  header: "Basic dXNlcjpwYXNzd29yZC1pbi1maWxlLTU=",
  element: "element-password-in-file-6",
  query: "query-token-in-file-7",
};

/** The forms in which a secret could be read. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const xml = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [
    ...[secret, xml, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), encodeURI(secret)],
    ...[bytes.toString("hex"), bytes.toString("hex").toUpperCase(), bytes.toString("latin1")],
    ...[bytes.toString("base64"), bytes.toString("base64url")],
    ...[Buffer.from(secret, "latin1").toString("base64"), Buffer.from(secret, "utf16le").toString("base64")],
    Buffer.from(`user:${secret}`).toString("base64"),
    [...secret].map((one) => `&#${one.codePointAt(0)};`).join(""),
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ];
}

function assertHidden(what: string, text: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of new Set([...formsOf(secret), JSON.stringify(secret).slice(1, -1)])) {
      assert.ok(!text.includes(form), `${name} is in ${what}: ${form}`);
    }
  }
}

const servers: Server[] = [];

/** A service that sends everything back that it has received, and all forms of all secrets. */
async function echo(status = 200): Promise<number> {
  const all = Object.values(secrets).flatMap(formsOf);
  const server = createServer(async (head, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of head) pieces.push(piece as Buffer);
    const texts = all.map((one) => `<v>${one.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</v>`).join("\n");
    const fault = `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${secrets.private} ${secrets.dotenv}</faultstring><detail>${texts}</detail></soap:Fault>`;
    const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${fault}</soap:Body></soap:Envelope>`;
    response.writeHead(status, {
      "Content-Type": "text/xml; charset=utf-8",
      "Set-Cookie": "session=session-of-the-service-8",
      "X-Echo": String(head.headers["authorization"]),
      "X-Private": Buffer.from(secrets.private).toString("base64"),
      "WWW-Authenticate": `Basic realm="${secrets.private}"`,
    });
    response.end(`${body}<!-- ${Buffer.concat(pieces).toString("latin1").replaceAll("--", "- -")} -->`);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return (server.address() as AddressInfo).port;
}

function files(port: number) {
  const body = [
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>',
    `<w:Security xmlns:w="urn:w"><w:Password>${secrets.element}</w:Password><w:Nonce><![CDATA[${secrets.element}]]></w:Nonce></w:Security>`,
    "</soap:Header><soap:Body><a><b>{{$secret user}}</b><b>{{$processEnv OWN_VARIABLE}}</b><b>{{$dotenv OWN}}</b><b>{{own}}</b></a></soap:Body></soap:Envelope>",
  ].join("");
  const head = (length: string) =>
    `# @name one\n# @timeout {{own}}\nPOST /calc?token=${secrets.query} HTTP/1.1\nHost: localhost:${port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nAuthorization: ${secrets.header}\nX-Own: {{own}}\nContent-Length: ${length}\n`;
  return {
    "good.soaphttp": `${head("{{$contentLength}}").replace("# @timeout {{own}}\n", "")}\n${body}\n`,
    // Our own rules quote invalid text.
    "bad.soaphttp": `${head("7")}X {{own}}: ${secrets.header}\n\n${body.replace("</a>", "")}\n`,
    "http-client.env.json": JSON.stringify({ dev: { shared: "1" } }),
    "http-client.private.env.json": JSON.stringify({ dev: { own: secrets.private } }),
    ".env": `OWN='${secrets.dotenv}'\n`,
  };
}

suite("soaphttp mcp shows no secret", () => {
  suiteSetup(programs);
  teardown(async () => {
    await closeAll();
    for (const one of servers.splice(0)) one.close().closeAllConnections();
  });

  const env = { SOAPHTTP_SECRET_USER: secrets.typed, OWN_VARIABLE: secrets.environment };

  test("in results, questions and progress", async () => {
    const port = await echo();
    const mcp = await mcpClient({ cwd: folderOf(files(port)), args: ["-e", "dev"], env, answer: confirmed });
    const progress: unknown[] = [];
    const sent = await mcp.call("send_request", { file: "good.soaphttp" }, { onprogress: (one) => progress.push(one) });
    assert.equal(sent.structured["sent"], true, sent.text);
    assert.equal(sent.structured["status"], 200);
    assertHidden("the result", sent.text);
    assertHidden("the structured result", JSON.stringify(sent.structured));
    assert.doesNotMatch(sent.text, /session-of-the-service/);
    assert.match(sent.text, /\[redacted\]/);
    assert.equal(mcp.questions.length, 1);
    assertHidden("the question", mcp.questions.join());
    assert.match(
      mcp.questions[0] ?? "",
      /^Send this request\?\n\nPOST http:\/\/localhost:\d+\/calc\?token=%5Bredacted%5D\n/,
    );
    assert.ok(progress.length > 0);
    assertHidden("the progress", JSON.stringify(progress));
  });

  test("in what an XPath makes of a response", async () => {
    const port = await echo();
    const mcp = await mcpClient({ cwd: folderOf(files(port)), args: ["-e", "dev", "--allow-send", "*"], env });
    await mcp.call("send_request", { file: "good.soaphttp" });
    for (const path of [
      "//text()",
      "//*:v",
      "string-join(//*:v)",
      "//*:v ! translate(., ' ', '')",
      "//*:faultstring ! reverse(string-to-codepoints(.))",
      "//comment()",
      "serialize(/)",
    ]) {
      const read = await mcp.call("read_response", { path });
      assertHidden(path, read.text);
      assert.doesNotMatch(read.text, /52,32,101,117,108,97,118/, "the last characters backwards");
    }
    for (const offset of [0, 7, 500]) assertHidden("the body", (await mcp.call("read_response", { offset })).text);
  });

  test("in findings, fixes and errors", async () => {
    const port = await echo();
    const mcp = await mcpClient({ cwd: folderOf(files(port)), args: ["-e", "dev", "--allow-send", "*"], env });
    const checked = await mcp.call("check_request", { file: "bad.soaphttp" });
    assert.ok(Number(checked.structured["errors"]) > 1, checked.text);
    assert.equal(checked.structured["fixed"], undefined, "a text with secrets");
    assertHidden("the findings", checked.text);
    const refused = await mcp.call("send_request", { file: "bad.soaphttp" });
    assert.equal(refused.structured["sent"], false);
    assertHidden("the refusal", refused.text);
    for (const one of servers.splice(0)) one.close().closeAllConnections();
    const failed = await mcp.call("send_request", { file: "good.soaphttp" });
    assert.match(failed.text, /^refused: /);
    assertHidden("the failure", failed.text);
  });

  test("in a host that is a secret, and says which variable a missing one needs", async () => {
    const text = `GET /x HTTP/1.1\nHost: {{own}}\n`;
    const cwd = folderOf({
      "http-client.env.json": "{}",
      "http-client.private.env.json": JSON.stringify({ dev: { own: "secret-host.invalid" } }),
    });
    const mcp = await mcpClient({ cwd, args: ["-e", "dev"], answer: confirmed });
    const progress: unknown[] = [];
    const { text: failure } = await mcp.call("send_request", { text }, { onprogress: (one) => progress.push(one) });
    assert.match(failure, /^dns: /);
    assert.doesNotMatch(`${failure}${mcp.questions.join()}${JSON.stringify(progress)}`, /secret-host/);
    const silent = await mcpClient({ cwd, args: ["-e", "dev"] });
    const refused = await silent.call("send_request", { text });
    assert.match(refused.text, /^Not sent: \[redacted\] is not allowed.*--allow-send \[redacted\]/);
    const missing = await mcp.call("send_request", { text: "GET /{{$secret api key}} HTTP/1.1\nHost: localhost:1\n" });
    assert.match(missing.text, /environment variable SOAPHTTP_SECRET_API_KEY/);
  });
});
