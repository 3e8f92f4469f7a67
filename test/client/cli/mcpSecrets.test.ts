import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { folderOf } from "./built.ts";
import { closeAll, confirmed, declined, mcpClient } from "./mcpClient.ts";

/** Secrets by the place where each comes from. They are long enough to be found in all forms. */
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
  teardown(async () => {
    await closeAll();
    for (const one of servers.splice(0)) one.close().closeAllConnections();
  });

  const env = { SOAPHTTP_SECRET_USER: secrets.typed, OWN_VARIABLE: secrets.environment };

  test("a request with an OAuth 2 token isn't sent, and its token isn't requested", async () => {
    const port = await echo();
    const api = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": `http://localhost:${port}/token` };
    const Security = { Auth: { api: { ...api, "Client ID": "me", "Client Secret": secrets.private } } };
    const text = `GET /calc?wsdl HTTP/1.1\nHost: localhost:${port}\nAuthorization: Bearer {{$auth.token("api")}}\n`;
    const cwd = folderOf({
      "http-client.private.env.json": JSON.stringify({ dev: { Security } }),
      "a.soaphttp": text,
    });
    const mcp = await mcpClient({ cwd, args: ["-e", "dev"], env, answer: confirmed });
    const { text: told } = await mcp.call("send_request", { file: "a.soaphttp" });
    assert.match(told, /The request needs the token api, which tools don't request\. Ask the user to send it\./);
    assertHidden("the result", told);
    assert.equal(mcp.questions.length, 0);
  });

  test("results, questions and progress show no secret", async () => {
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
      /^Send this request\?\n\nThe request sends the private variable own, the secret user, the environment variable OWN_VARIABLE and the value OWN of \.env to localhost:\d+\.\n\nPOST http:\/\/localhost:\d+\/calc\?token=%5Bredacted%5D\n/,
    );
    assert.ok(progress.length > 0);
    assertHidden("the progress", JSON.stringify(progress));
  });

  suite("the question before sending", () => {
    const value = "value-of-a-secret-9";
    const cwd = () =>
      folderOf({
        ".env": `KEY=${value}\n`,
        "http-client.private.env.json": JSON.stringify({ dev: { own: value } }),
      });
    /** The question about a text; the user declines. */
    const questionAbout = async (text: string, args: readonly string[] = []) => {
      const env = { SOAPHTTP_SECRET_TOK: value, LEAK: value };
      const mcp = await mcpClient({ cwd: cwd(), args: ["-e", "dev", ...args], env, answer: declined });
      const { text: result } = await mcp.call("send_request", { text });
      return { result, question: mcp.questions[0] ?? "" };
    };
    const head = 'Host: 127.0.0.1:9000\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\n';
    const length = "Content-Length: {{$contentLength}}\n";
    const body = (content: string) =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a">${content}</a></s:Body></s:Envelope>`;

    for (const [source, phrase] of [
      ["$secret tok", "the secret tok"],
      ["$processEnv LEAK", "the environment variable LEAK"],
      ["$dotenv KEY", "the value KEY of .env"],
      ["own", "the private variable own"],
      ["inner", "the secret tok and the environment variable LEAK"],
    ] as const) {
      const variables = "@inner = {{$secret tok}}{{$processEnv LEAK}}\n\n";
      for (const [place, text] of [
        ["a header", `POST /s HTTP/1.1\n${head}X-A: {{${source}}}\n${length}\n${body("")}`],
        ["the target", `POST /s?a={{${source}}} HTTP/1.1\n${head}${length}\n${body("")}`],
        ["the end of a long body", `POST /s HTTP/1.1\n${head}${length}\n${body(`${"x".repeat(3000)}{{${source}}}`)}`],
      ] as const) {
        test(`the question before sending names ${phrase} in ${place} ({{${source}}}), above the request`, async () => {
          const { question, result } = await questionAbout(`${variables}${text}\n`, ["--allow-env", "LEAK"]);
          assert.ok(
            question.startsWith(`Send this request?\n\nThe request sends ${phrase} to 127.0.0.1:9000.\n\nPOST `),
            `${result} ${question}`,
          );
          assert.ok(!question.includes(value));
        });
      }
    }

    test("the user isn't asked for a text that reads an environment variable which the user hasn't listed", async () => {
      const text = `POST /s HTTP/1.1\n${head}X-A: {{$processEnv LEAK}}\n${length}\n${body("")}\n`;
      for (const args of [[], ["--allow-send", "*"], ["--allow-env", "OTHER"]]) {
        const { question, result } = await questionAbout(text, args);
        assert.equal(question, "");
        assert.match(
          result,
          /^Not sent: [\s\S]*The environment variable LEAK is not allowed\. Ask the user to start the server with --allow-env LEAK\./,
        );
      }
    });
  });

  test("the result of an XPath in a response shows no secret", async () => {
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

  test("findings, fixes and errors show no secret", async () => {
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

  test("an error doesn't show a secret host, and names the variable that a missing secret needs", async () => {
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
