import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  analyze,
  diagnose,
  messagesOf,
  outgoingOf,
  type Sending,
} from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around, bodyText, sentAround } from "../../support/resolver.ts";

const secext = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const type = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest";

const placeholders = {
  password: "{{$wsse.digest password}}",
  nonce: "<wsse:Nonce>{{$wsse.nonce}}</wsse:Nonce>",
  created: "<wsu:Created>{{$wsse.created}}</wsu:Created>",
};

/** A request with a UsernameToken; `before`: definitions. */
function withToken(parts: Partial<typeof placeholders> = {}, before = "@password = pa&ss"): string {
  const { password, nonce, created } = { ...placeholders, ...parts };
  const token = `<wsse:UsernameToken><wsse:Username>u</wsse:Username><wsse:Password Type="${type}">${password}</wsse:Password>${nonce}${created}</wsse:UsernameToken>`;
  const header = `<wsse:Security s:mustUnderstand="true" xmlns:wsse="${secext}" xmlns:wsu="${utility}">${token}</wsse:Security>`;
  const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body/></s:Envelope>`;
  return `${before}\n\n${request({ "Content-Length": "{{$contentLength}}" }, envelope)}`;
}

function sent(text: string, sending: Partial<Sending> = {}) {
  const { outgoing, errors, secrets } = sentAround(text, {}, sending);
  assert.deepEqual(errors, []);
  const body = bodyText(outgoing);
  const of = (name: string) => new RegExp(`<ws(?:se|u):${name}[^>]*>(.*)</ws(?:se|u):${name}>`).exec(body)?.[1];
  return { digest: of("Password"), nonce: of("Nonce"), created: of("Created"), secrets, outgoing };
}

function digest(nonce: string | undefined, created: string | undefined, password: string): string {
  const hash = createHash("sha1").update(Buffer.from(nonce ?? "", "base64"));
  return hash.update(`${created ?? ""}${password}`).digest("base64");
}

/** The messages of the errors before sending, and those with which it isn't sent. */
function refused(text: string): readonly string[] {
  const analysis = analyze(text, undefined, around({}));
  const [request] = messagesOf(analysis);
  const made = request && outgoingOf(analysis, request, { ...fixedSending, secret: () => "x" });
  assert.equal(made?.kind, "unsendable");
  const before = diagnose(analysis).filter(({ severity }) => severity === "error");
  const after = made?.kind === "unsendable" ? made.problems : [];
  assert.deepEqual(
    after.map(({ message }) => message),
    before.map(({ message }) => message),
  );
  return after.map(({ message }) => message);
}

suite("$wsse.digest", () => {
  test("the digest is the hash of the decoded nonce, the time and the password of its UsernameToken", () => {
    const { digest: found, nonce, created } = sent(withToken());
    assert.equal(nonce, fixedSending.nonce());
    assert.equal(created, "2026-03-01T12:34:56Z");
    assert.equal(found, digest(nonce, created, "pa&ss"));
  });

  test("the digest differs in a second sending", () => {
    const other = sent(withToken(), { nonce: () => "enhrvsQhfLUYlFEGDMbwGA==", now: new Date("2027-01-01T00:00:00Z") });
    assert.equal(other.digest, digest("enhrvsQhfLUYlFEGDMbwGA==", "2027-01-01T00:00:00Z", "pa&ss"));
  });

  test("the digest uses typed values, with references and CDATA, and in any order", () => {
    // UsernameToken Profile 1.0 doesn't let whitespace be removed from Created.
    const created = "<wsu:Created>2026-01-02T03:04:05&#x5a;</wsu:Created>";
    const nonce = "<wsse:Nonce>\n <![CDATA[enhrvsQhfLUYlFEG]]>DMbwGA==\n</wsse:Nonce>";
    const expected = digest("enhrvsQhfLUYlFEGDMbwGA==", "2026-01-02T03:04:05Z", "pa&ss");
    assert.equal(sent(withToken({ nonce, created })).digest, expected);
    assert.equal(sent(withToken({ nonce: created, created: nonce })).digest, expected);
  });

  test("the digest uses variables in Nonce and Created with the values that are sent", () => {
    const before = "@password = p\n@made = {{$wsse.nonce}}";
    let count = 0;
    const created = "<wsu:Created>{{$guid}}&lt;{{$timestamp}}</wsu:Created>";
    const message = sent(withToken({ nonce: "<wsse:Nonce>{{made}}</wsse:Nonce>", created }, before), {
      guid: () => `guid ${++count}`,
    });
    assert.equal(message.created, "guid 1&lt;1772368496");
    assert.equal(message.digest, digest(fixedSending.nonce(), "guid 1<1772368496", "p"));
  });

  test("the digest leaves out what is missing", () => {
    assert.equal(sent(withToken({ nonce: "" })).digest, digest("", "2026-03-01T12:34:56Z", "pa&ss"));
    assert.equal(sent(withToken({ created: "" })).digest, digest(fixedSending.nonce(), "", "pa&ss"));
    assert.equal(sent(withToken({ nonce: "", created: "" })).digest, digest("", "", "pa&ss"));
  });

  test("the digest takes the password as text in double quotes, in UTF-8", () => {
    const { digest: found, secrets } = sent(withToken({ password: '{{$wsse.digest "pä\\"ß}} \\n"}}' }));
    assert.equal(found, digest(fixedSending.nonce(), "2026-03-01T12:34:56Z", 'pä"ß}} \\n'));
    assert.deepEqual(secrets, ['pä"ß}} \\n']);
  });

  test("the digest keeps the password as a secret, wherever it comes from", () => {
    const asked = sent(withToken({}, "@password = {{$secret pin}}"), { secret: () => "s3cret" });
    assert.equal(asked.digest, digest(fixedSending.nonce(), "2026-03-01T12:34:56Z", "s3cret"));
    assert.deepEqual(asked.secrets, ["s3cret"]);
    assert.deepEqual(sent(withToken()).secrets, ["pa&ss"]);
  });

  test("the digest has a known length, so a typed Content-Length is checked, even with an unknown password", () => {
    const before = "@password = {{$secret pin}}";
    const { outgoing } = sent(withToken({}, before), { secret: () => "s3cret" });
    const count = (length: number) => withToken({}, before).replace("{{$contentLength}}", String(length));
    const codes = (text: string) => diagnose(analyze(text)).map(({ code }) => code);
    assert.deepEqual(codes(count(outgoing.body.length)), []);
    assert.deepEqual(codes(count(outgoing.body.length + 1)), ["content-length-mismatch"]);
  });

  test("the digest is allowed only in a UsernameToken", () => {
    const why =
      "{{$wsse.digest password}} has no value. Write it into the Password of a UsernameToken, whose Nonce and Created are a part of the digest.";
    assert.deepEqual(refused(`@password = p\n\n${request({ "X-A": "{{$wsse.digest password}}" })}`), [why]);
    const elsewhere = withToken({ password: "x" }).replace(
      "<s:Body/>",
      `<s:Body><a>${placeholders.password}</a></s:Body>`,
    );
    assert.deepEqual(refused(elsewhere), [why]);
    const defined = withToken({ password: "{{d}}" }, "@password = p\n@d = {{$wsse.digest password}}");
    assert.deepEqual(refused(defined), [why]);
  });

  test("the digest isn't computed without a password, with other arguments, or with a Nonce that isn't Base64", () => {
    assert.deepEqual(refused(withToken({ password: "{{$wsse.digest}}" })), [
      "{{$wsse.digest}} has no value. Use {{$wsse.digest password}}.",
    ]);
    assert.deepEqual(refused(withToken({ password: "{{$wsse.digest nobody}}" })), [
      "The variable nobody isn't defined. Searched in: this file.",
    ]);
    assert.deepEqual(refused(withToken({ nonce: "<wsse:Nonce>no base64!</wsse:Nonce>" })), [
      "{{$wsse.digest password}} has no value. The Nonce of its UsernameToken isn't Base64.",
    ]);
  });
});
