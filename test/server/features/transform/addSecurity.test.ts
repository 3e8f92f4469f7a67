import assert from "node:assert/strict";
import {
  addSecurity,
  securityChoices,
  signableParts,
} from "../../../../server/src/features/transform/security/addSecurity.ts";
import type { SecurityAnswers, SecurityKind } from "../../../../server/src/protocol/protocol.ts";
import { analyze, applyEdits, diagnose, messageOf } from "../../../../server/src/service/languageService.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";
import { signedMessage, testKeys } from "../../../support/signing.ts";

const soap = 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"';

const typed = `<soap:Envelope ${soap}>
  <soap:Body>
    <a xmlns="urn:a"/>
  </soap:Body>
</soap:Envelope>`;

/** Envelopes as people and programs write them. */
const envelopes: Readonly<Record<string, string>> = {
  "no Header": typed,
  "an empty Header": typed.replace("  <soap:Body>", "  <soap:Header/>\n  <soap:Body>"),
  "a Header with tags on one line": typed.replace("  <soap:Body>", "  <soap:Header></soap:Header>\n  <soap:Body>"),
  "another header block": typed.replace(
    "  <soap:Body>",
    '  <soap:Header>\n    <To xmlns="urn:t">x</To>\n  </soap:Header>\n  <soap:Body>',
  ),
  "one line": typed.replace(/\n\s*/g, ""),
  "line breaks of Windows": typed.replaceAll("\n", "\r\n"),
  "another prefix": typed.replaceAll("soap:", "S:").replace("xmlns:soap", "xmlns:S"),
  "a default namespace": typed.replaceAll("soap:", "").replace("xmlns:soap", "xmlns"),
};

const kinds = [
  "usernameText",
  "usernameDigest",
  "timestamp",
  "signature",
  "basic",
  "bearer",
  "digest",
  "ntlm",
  "negotiate",
] as const;

function added(text: string, kind: SecurityKind, answers: SecurityAnswers = {}): string | undefined {
  const edits = addSecurity(messageIn(text), kind, answers);
  return edits && applyEdits(text, edits);
}

function messageIn(text: string) {
  const analysis = analyze(text, undefined, around({ keys: testKeys }));
  const [placed] = analysis.document.segments;
  const message = placed && messageOf(analysis, placed.segment);
  assert.ok(message);
  return message;
}

const messagesOf = (text: string) =>
  diagnose(analyze(text, undefined, around({ keys: testKeys }))).map(({ code, message }) => `${code}: ${message}`);

suite("adding security to a request", () => {
  test("credentials in Authorization replace an # @auth directive", () => {
    const result = added(`# @auth digest ann secret\n${request11()}`, "basic", { user: "ann" });
    assert.match(result ?? "", /^(?:@.*\n)+POST .*\n(?:.+\n)*Authorization: Basic /);
  });

  for (const [name, body] of Object.entries(envelopes)) {
    test(`each kind leaves no finding in an envelope with ${name}`, () => {
      for (const kind of kinds) {
        const text = request11({}, body).replaceAll(/\r?\n/g, body.includes("\r\n") ? "\r\n" : "\n");
        assert.deepEqual(messagesOf(text), []);
        const result = added(text, kind, { user: "ann" });
        assert.ok(result !== undefined, kind);
        assert.deepEqual(messagesOf(result), [], `${kind}\n${result}`);
      }
    });
  }

  test("a signature signs the Body and a new Timestamp, which get ids", async () => {
    const { body, errors } = await signedMessage(added(request11({}, typed), "signature") ?? "");
    assert.deepEqual(errors, []);
    assert.match(body, /<ds:Reference URI="#Body">.*<ds:Reference URI="#TS">/);
  });

  test("all kinds of WS-Security can be added one after the other, in each order", async () => {
    const ofHeader = ["usernameDigest", "timestamp", "signature"] as const;
    for (const first of ofHeader) {
      for (const second of ofHeader.filter((one) => one !== first)) {
        let text = request11({}, typed);
        for (const kind of new Set([first, second, ...ofHeader])) text = added(text, kind) ?? text;
        assert.deepEqual(messagesOf(text), [], text);
        const { body } = await signedMessage(text, { secret: () => "x" });
        assert.match(body, /URI="#(?:TS|Timestamp)"/);
        assert.equal(text.match(/<wsse:Security /g)?.length, 1);
      }
    }
  });

  test("a signature names the chosen parts, unless they are the usual ones", () => {
    const signed = (parts: readonly string[]) =>
      /\{\{\$signature.*\}\}/.exec(added(request11({}, typed), "signature", { key: "ec256", parts }) ?? "")?.[0];
    assert.equal(signed(["Body", "Timestamp"]), "{{$signature ec256}}");
    assert.equal(signed(["Body"]), "{{$signature ec256}}");
    assert.equal(signed(["Timestamp"]), '{{$signature ec256 parts="Timestamp"}}');
    assert.equal(
      signed(["Body", "Timestamp", "BinarySecurityToken"]),
      '{{$signature ec256 parts="Body Timestamp BinarySecurityToken"}}',
    );
    const withTimestamp = added(request11({}, typed), "timestamp") ?? "";
    assert.match(added(withTimestamp, "signature", { parts: ["Body"] }) ?? "", /\$signature me parts="Body"/);
  });

  test("the parts to sign are the Body, tokens and header blocks; those with the same name by their ids", () => {
    const header = '<soap:Header><x:To xmlns:x="u" Id="a"/><y:To xmlns:y="v" Id="b"/><z:To xmlns:z="w"/></soap:Header>';
    const { parts } = {
      parts: signableParts(messageIn(request11({}, typed.replace("  <soap:Body>", `${header}<soap:Body>`)))),
    };
    const names = parts.map(({ name, isUsual }) => (isUsual ? `${name} ✓` : name));
    assert.deepEqual(names, ["Body ✓", "#a", "#b", "Timestamp ✓", "BinarySecurityToken"]);
  });

  test("the text is indented as the envelope", () => {
    for (const level of ["  ", "    ", "\t"]) {
      const text = added(request11({}, typed.replaceAll("  ", level)), "timestamp") ?? "";
      assert.ok(text.includes(`\n${level}<soap:Header>\n${level}${level}<wsse:Security `), text);
      assert.ok(text.includes(`\n${level.repeat(3)}<wsu:Timestamp>\n${level.repeat(4)}<wsu:Created>`), text);
      assert.ok(text.includes(`\n${level}</soap:Header>\n${level}<soap:Body>`), text);
    }
  });

  test("a user and a password are defined as variables, unless they are already", () => {
    const text = request11({}, typed);
    assert.match(
      added(text, "basic", { user: "ann" }) ?? "",
      /^@user = ann\n@password = \{\{\$secret password\}\}\nPOST/,
    );
    assert.match(added(text, "basic") ?? "", /^@user = \{\{\$secret user\}\}\n/);
    const own = `@user = eve\n@password = x\n${text}`;
    assert.equal(added(own, "digest"), own.replace("POST", "# @auth digest user password\nPOST"));
    const asks = (given: string) => securityChoices(messageIn(given)).find(({ kind }) => kind === "basic")?.asks;
    assert.deepEqual([asks(text), asks(own)], [["user"], []]);
  });

  test("HTTP credentials replace each other", () => {
    const text = request11({ Authorization: "Bearer x" }, typed);
    const basic = added(text, "basic") ?? "";
    assert.match(basic, /Authorization: Basic \{\{\$basic user password\}\}/);
    const digest = added(basic, "digest") ?? "";
    assert.doesNotMatch(digest, /Authorization/);
    assert.match(digest, /\n# @auth digest user password\nPOST/);
    const ntlm = added(digest, "ntlm") ?? "";
    assert.match(ntlm, /\n# @auth ntlm user password\nPOST/);
    assert.doesNotMatch(ntlm, /digest/);
    const kerberos = added(ntlm, "negotiate") ?? "";
    assert.match(kerberos, /\n# @auth negotiate\nPOST/);
    const bearer = added(text, "bearer") ?? "";
    assert.match(bearer, /^@token = \{\{\$secret token\}\}\nPOST/);
    assert.match(bearer, /\nAuthorization: Bearer \{\{token\}\}\n/);
    for (const text of [basic, digest, ntlm, bearer]) assert.deepEqual(messagesOf(text), []);
  });

  test("a kind that the request has, or that has no place there, isn't offered", () => {
    const offered = (text: string) => securityChoices(messageIn(text)).map(({ kind }) => kind);
    const text = request11({}, typed);
    assert.deepEqual(offered(text).toSorted(), [...kinds].toSorted());
    for (const kind of kinds) assert.ok(!offered(added(text, kind) ?? "").includes(kind), kind);
    const noSoap = ["basic", "bearer", "digest", "ntlm", "negotiate"];
    assert.deepEqual(offered("GET /s HTTP/1.1\nHost: h\n"), noSoap);
    assert.deepEqual(offered(request11({}, "<soap:Envelope><")), noSoap);
    assert.deepEqual(offered(request11({}, "< body.xml")), noSoap);
  });

  test("a typed Content-Length stays correct, and is a variable where the length is unknown before sending", () => {
    const text = request11({ "Content-Length": String(typed.length) }, typed);
    assert.match(added(text, "timestamp") ?? "", /Content-Length: \d+/);
    assert.match(added(text, "usernameText") ?? "", /Content-Length: \{\{\$contentLength\}\}/);
    assert.match(added(text, "basic") ?? "", new RegExp(`Content-Length: ${typed.length}\n`));
    for (const kind of kinds) assert.deepEqual(messagesOf(added(text, kind) ?? ""), [], kind);
  });
});
