import assert from "node:assert/strict";
import type { ClientCapabilities } from "vscode-languageserver/node";
import type { KeyRead, OutgoingResult, ReadKeysParams } from "../../../server/src/protocol/protocol.ts";
import { request } from "../../support/findings.ts";
import { certificatesOf } from "../../support/keyFiles.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

const usesKey = request({ "Content-Length": "875" }, "<a>{{$certificate me}}</a>");
const certificates = certificatesOf("me.pem").map((der) => Buffer.from(der).toString("base64"));
const known: KeyRead = { kind: "key", certificates, algorithm: { kind: "rsa", bits: 2048 } };
const why = "The passphrase of the key me is missing.";
const locked: KeyRead = { kind: "refused", why, locked: true };

suite("keys over LSP", () => {
  let server: TestServer;
  let asked: ReadKeysParams[];
  let answer: (params: ReadKeysParams) => KeyRead;
  setup(async () => {
    asked = [];
    answer = () => known;
    server = await startTestServer(
      pulling,
      {},
      {
        readKey: (name, params) => {
          assert.equal(name, "me");
          if (!asked.includes(params)) asked.push(params);
          return answer(params);
        },
      },
    );
  });

  async function pulled(uri: string): Promise<readonly string[]> {
    return (await server.diagnostics(uri))
      .map(({ message }) => String(message))
      .filter((text) => / key |Content-Length/.test(text));
  }

  const outgoing = (uri: string) => server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 0 });
  const name = (...names: readonly string[]) => server.notify("soaphttp/keys", { names });

  async function bodyOf(uri: string): Promise<string> {
    const result = await outgoing(uri);
    assert.ok(result.kind === "message", JSON.stringify(result));
    return Buffer.from(result.message.body, "base64").toString();
  }

  test("keys are read when a document uses them, and their certificates are inserted", async () => {
    await name("me");
    server.open(request());
    assert.deepEqual(asked, []);
    const { uri } = server.open(usesKey);
    assert.deepEqual(await pulled(uri), []);
    assert.deepEqual(asked, [{ names: ["me"], ask: false }]);
    assert.equal(await bodyOf(uri), `<a>${certificates[0]}</a>`);
  });

  test("keys are asked about again when a request is sent, because their files may have changed", async () => {
    await name("me");
    const { uri } = server.open(usesKey);
    await pulled(uri);
    const [other = ""] = certificatesOf("ec256.sec1.pem").map((der) => Buffer.from(der).toString("base64"));
    answer = () => ({ kind: "key", certificates: [other], algorithm: { kind: "ec", curve: "P-256" } });
    assert.equal(await bodyOf(uri), `<a>${other}</a>`);
  });

  test("keys are missing if they aren't named, and found when they are", async () => {
    await name("you");
    const { uri } = server.open(usesKey);
    assert.match((await pulled(uri)).join("\n"), /There is no key me\./);
    await name("me");
    assert.deepEqual(await pulled(uri), []);
  });

  test("missing keys aren't reported while the client hasn't named any", async () => {
    const { uri } = server.open(usesKey);
    assert.doesNotMatch((await pulled(uri)).join(), / key me/);
    assert.deepEqual(asked, []);
  });

  test("keys without a passphrase are a problem, and the user is asked only when the request is sent", async () => {
    answer = ({ ask }) => (ask ? known : locked);
    await name("me");
    const { uri } = server.open(usesKey);
    assert.match((await pulled(uri)).join("\n"), /The passphrase of the key me is missing\./);
    assert.ok(asked.every(({ ask }) => !ask));
    assert.equal(await bodyOf(uri), `<a>${certificates[0]}</a>`);
    assert.ok(asked.some(({ ask }) => ask));
  });

  test("passphrases aren't asked for again if the user enters nothing", async () => {
    answer = () => locked;
    await name("me");
    const { uri } = server.open(usesKey);
    const result = await outgoing(uri);
    assert.ok(result.kind === "unsendable", JSON.stringify(result));
    assert.ok(result.problems.some(({ message }) => message.includes(why)));
    assert.equal(asked.filter(({ ask }) => ask).length, 1);
  });

  test("passphrases are asked for only if the request that is sent uses the keys", async () => {
    answer = () => locked;
    await name("me");
    const { uri } = server.open(`${request()}\n\n###\n\n${usesKey}`);
    await pulled(uri);
    assert.equal((await outgoing(uri)).kind, "message");
    assert.ok(asked.every(({ ask }) => !ask));
  });
});
