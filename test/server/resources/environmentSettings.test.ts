import assert from "node:assert/strict";
import type { TokenRequest } from "../../../server/src/protocol/protocol.ts";
import { analyze, messagesOf, outgoingOf } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around, sentAround } from "../../support/resolver.ts";

const envFile = "http-client.env.json";
const privateFile = "http-client.private.env.json";
const service = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": "https://login.test/token" };

type Auth = Readonly<Record<string, unknown>>;

const inFiles = (own: object, secret: object = {}) => ({
  "/w/a/b/http-client.env.json": JSON.stringify(own),
  "/w/a/b/http-client.private.env.json": JSON.stringify(secret),
});
const withAuth = (auth: Auth) => ({ Security: { Auth: { api: auth } } });

/** The request that a host is asked to send for a request with the token `api`. */
function asked(own: Auth, secret: Auth = {}, text = request({ Authorization: 'Bearer {{$auth.token("api")}}' })) {
  const files = inFiles({ dev: withAuth(own) }, { dev: withAuth(secret) });
  const analysis = analyze(text, undefined, around({ files, chosen: ["dev"] }));
  const [message] = messagesOf(analysis);
  assert.ok(message);
  const result = outgoingOf(analysis, message, { ...fixedSending, secret: () => undefined });
  assert.ok(result.kind === "secrets", JSON.stringify(result));
  return result.names;
}

function tokenRequest(own: Auth, secret: Auth = {}): TokenRequest {
  const [first] = asked(own, secret);
  assert.ok(typeof first === "object");
  return first;
}

suite("settings of JetBrains' HTTP Client in environments", () => {
  test("a token is requested with Basic, encoded as RFC 6749 says, and the private file adds the secret", () => {
    const { authorization = "", ...rest } = tokenRequest(
      { ...service, "Client ID": "my client", Scope: "read write" },
      { "Client Secret": "p:w&d" },
    );
    assert.equal(Buffer.from(authorization.slice("Basic ".length), "base64").toString(), "my+client:p%3Aw%26d");
    assert.deepEqual(rest, {
      name: "api",
      url: "https://login.test/token",
      body: "grant_type=client_credentials&scope=read+write",
      secrets: ["p:w&d"],
    });
  });

  for (const [how, expected] of [
    ["in body", "&client_id=me&client_secret=s%26t"],
    ["none", "&client_id=me"],
  ] as const) {
    test(`with Client Credentials "${how}", the client is in the body`, () => {
      const own = { ...service, "Client ID": "me", "Client Secret": "s&t", "Client Credentials": how };
      const { authorization, body } = tokenRequest(own);
      assert.deepEqual([authorization, body], [undefined, `grant_type=client_credentials${expected}`]);
    });
  }

  test("another word for Client Credentials has no effect", () => {
    const own = { ...service, "Client ID": "me", "Client Secret": "s&t" };
    assert.deepEqual(tokenRequest({ ...own, "Client Credentials": "Basic" }), tokenRequest(own));
  });

  test("the grant Password sends user and password, and custom parameters that aren't only for other requests", () => {
    const { body } = tokenRequest({
      ...service,
      "Grant Type": "Password",
      Username: "ann",
      Password: "a b",
      "Custom Request Parameters": {
        audience: "https://api.test",
        resource: ["a", "b"],
        nonce: { Value: "1", Use: "In Auth Request" },
        tenant: { Value: "t", Use: "In Token Request" },
      },
    });
    assert.equal(
      body,
      "grant_type=password&username=ann&password=a+b&audience=https%3A%2F%2Fapi.test&resource=a&resource=b&tenant=t",
    );
  });

  test("values use variables of the file and secrets, which are asked for first", () => {
    const own = { ...service, "Token URL": "https://{{login}}/", "Client ID": "me", "Client Secret": "{{$secret s}}" };
    const text = `@login = login.test\n${request({ Authorization: 'Bearer {{$auth.token("api")}}' })}`;
    assert.deepEqual(asked(own, {}, text), ["s"]);
    const sending = { ...fixedSending, secret: (name: string) => (name === "s" ? "s3cret" : "the-token") };
    const sent = sentAround(text, { files: inFiles({ dev: withAuth(own) }), chosen: ["dev"] }, sending);
    assert.match(sent.outgoing.head, /Authorization: Bearer the-token\r\n/);
    assert.ok(sent.secrets.includes("the-token"));
  });

  for (const [what, own, why] of [
    ["without a Token URL", { ...service, "Token URL": "" }, /Token URL of api is missing/],
    ["with another grant", { ...service, "Grant Type": "Implicit" }, /Grant Type "Client Credentials" or "Password"/],
    ["of another type", { ...service, Type: "Mock" }, /must be OAuth2/],
    ["with an undefined variable", { ...service, Scope: "{{nothing}}" }, /Scope of api has a variable without a value/],
    ["that needs a token", { ...service, Scope: '{{$auth.token("api")}}' }, /Scope of api can't use a token/],
  ] as const) {
    test(`a configuration ${what} is named at the reference`, () => {
      const resolver = around({ files: inFiles({ dev: withAuth(own) }), chosen: ["dev"] });
      const lookup = () => ({ kind: "undefined" }) as const;
      const value = resolver.builtIn('$auth.token("api")', fixedSending, lookup);
      assert.match(value.kind === "undefined" ? (value.why ?? "") : value.kind, why);
    });
  }

  test("an unknown configuration is reported with the configurations of the selected environments", () => {
    const resolver = around({ files: inFiles({ dev: withAuth(service), other: {} }), chosen: ["dev"] });
    const lookup = () => ({ kind: "undefined" }) as const;
    const value = resolver.builtIn('$auth.token("ipa")', undefined, lookup);
    assert.equal(
      value.kind === "undefined" && value.why,
      "No selected environment has ipa in Security, Auth. Available: api.",
    );
    assert.deepEqual(
      around({ files: inFiles({ dev: withAuth(service), other: {} }), chosen: ["other"] }).tokenNames,
      [],
    );
  });

  test("a client certificate is searched beside the file that names it, and a file of secrets isn't read", () => {
    const files = {
      [`/w/${envFile}`]: JSON.stringify({
        dev: { SSLConfiguration: { clientCertificate: { path: "keys/a.pem" }, clientCertificateKey: ".env" } },
        $shared: { SSLConfiguration: { clientCertificateKey: "b.key" } },
      }),
      [`/w/${privateFile}`]: "{}",
    };
    const [certificate, key] = around({ files: { ...files, "/w/.env": "A=b" }, chosen: ["dev"] }).certificateFiles;
    assert.deepEqual([certificate?.path, certificate?.uri], ["keys/a.pem", "file:///w/keys/a.pem"]);
    assert.equal(key?.read().kind, "refused");
  });
});
