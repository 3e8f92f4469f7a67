import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, fixesOf } from "../../../server/src/service/languageService.ts";
import { expectRule, request } from "../../support/findings.ts";
import { findingsAround } from "../../support/resolver.ts";

const secext = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const types = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0";
const namespaces = `xmlns:wsse="${secext}" xmlns:wsu="${utility}"`;

/** A request with a header block of WS-Security. */
function secured(content: string, start = `wsse:Security ${namespaces} s:mustUnderstand="true"`): string {
  const name = start.replaceAll(/[«»]/g, "").split(" ")[0];
  const block = `<${start}>${content}</${name}>`;
  return request(
    { "Content-Length": "{{$contentLength}}" },
    `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${block}</s:Header><s:Body/></s:Envelope>`,
  );
}

const token = (password: string, rest = "", name = "wsse:UsernameToken") =>
  `<${name}><wsse:Username>u</wsse:Username>${password}${rest}</wsse:UsernameToken>`;
const digest = `<wsse:Password Type="${types}#PasswordDigest">weYI3nXd8LjMNVksCKFV8t3rgHh3Rw==</wsse:Password>`;
const text = `<wsse:Password Type="${types}#PasswordText">p</wsse:Password>`;
const nonce = "<wsse:Nonce>AAECAwQFBgcICQoLDA0ODw==</wsse:Nonce>";
const created = "<wsu:Created>2026-01-02T03:04:05Z</wsu:Created>";

/** The text after each fix of the only finding. */
function fixed(source: string): readonly string[] {
  const analysis = analyze(source);
  const [finding, ...others] = diagnose(analysis);
  assert.deepEqual(others, []);
  return (finding ? fixesOf(analysis, finding) : []).map(({ edits }) => applyEdits(source, edits));
}

suite("wsse-digest-incomplete", () => {
  const incomplete = (source: string) => expectRule("wsse-digest-incomplete", secured(source));

  test("the rule warns about a digest without Nonce or Created", () => {
    const [finding] = incomplete(token(digest, nonce, "«wsse:UsernameToken»"));
    assert.equal(finding?.severity, "warning");
    assert.match(finding?.message ?? "", /has no Created\./);
    assert.match(incomplete(token(digest, "", "«wsse:UsernameToken»"))[0]?.message ?? "", /has no Nonce, Created\./);
    incomplete(
      token('<wsse:Password Type="x:{{t}}">{{$wsse.digest "p"}}</wsse:Password>', "", "«wsse:UsernameToken»").replace(
        "{{t}}",
        "{{$guid}}",
      ),
    );
  });

  test("the rule allows complete digests, and passwords as text without them", () => {
    incomplete(token(digest, nonce + created));
    incomplete(token(text));
    incomplete(token(""));
  });

  test("the fix inserts what is missing, with its namespace and indentation", () => {
    const computed = digest.replace("weYI3nXd8LjMNVksCKFV8t3rgHh3Rw==", '{{$wsse.digest "p"}}');
    const encoding = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
    const ownNonce = `<wsse:Nonce EncodingType="${encoding}">{{$wsse.nonce}}</wsse:Nonce>`;
    const ownCreated = "<wsu:Created>{{$wsse.created}}</wsu:Created>";
    assert.deepEqual(fixed(secured(token(computed))), [secured(token(computed, ownNonce + ownCreated))]);
    assert.deepEqual(fixed(secured(token(computed, nonce))), [secured(token(computed, nonce + ownCreated))]);
    const alone = `wsse:Security xmlns:wsse="${secext}" s:mustUnderstand="true"`;
    const declared = ownCreated.replace("Created>", `Created xmlns:wsu="${utility}">`);
    assert.deepEqual(fixed(secured(token(`\n  ${computed}`, `\n  ${nonce}\n`), alone)), [
      secured(token(`\n  ${computed}`, `\n  ${nonce}\n  ${declared}\n`), alone),
    ]);
  });

  test("a typed digest has no fix, since it would no longer match", () => {
    assert.deepEqual(fixed(secured(token(digest))), []);
  });
});

suite("wsse-password-type", () => {
  const typed = (source: string) => expectRule("wsse-password-type", secured(source));

  test("the rule warns about a missing or unknown Type", () => {
    typed(token("<«wsse:Password»>p</wsse:Password>"));
    typed(token('<wsse:Password Type="«PasswordText»">p</wsse:Password>'));
    typed(token('<wsse:Password «Type»="">p</wsse:Password>'));
    typed(token(`<«wsse:Password» wsse:Type="${types}#PasswordText">p</wsse:Password>`));
    typed(token(`<wsse:Password Type="«${types}#passwordText»">p</wsse:Password>`));
  });

  test("the rule allows both types, and variables", () => {
    typed(token(text));
    typed(token(digest, nonce + created));
    typed(token('<wsse:Password Type="{{$guid}}">p</wsse:Password>'));
  });

  test("the fix inserts or changes the Type, for a digest first that of a digest", () => {
    const [first] = fixed(secured(token("<wsse:Password>p</wsse:Password>")));
    assert.ok(first?.includes(`<wsse:Password Type="${types}#PasswordText">p<`));
    const [other] = fixed(
      secured(token('<wsse:Password Type="wsse:PasswordDigest">x</wsse:Password>', nonce + created)),
    );
    assert.ok(other?.includes(`<wsse:Password Type="${types}#PasswordDigest">x<`));
  });
});

suite("wsse-expired", () => {
  const timestamp = (from: string, until: string) =>
    `<wsu:Timestamp><wsu:Created>${from}</wsu:Created><wsu:Expires>${until}</wsu:Expires></wsu:Timestamp>`;
  const at = (now: string, source: string) =>
    findingsAround(secured(source), { now: () => new Date(now) }).map(({ code, message }) => `${code}: ${message}`);

  test("the rule warns about Expires before Created, in any zone", () => {
    const expired = (from: string, until: string) => expectRule("wsse-expired", secured(timestamp(from, until)));
    expired("2026-01-02T03:04:05Z", "«2026-01-02T03:04:04Z»");
    expired("2026-01-02T03:04:05.5Z", "«2026-01-02T03:04:05.4»");
    expired("2026-01-02T03:04:05+01:00", " «2026-01-02T03:04:05+02:00» ");
    expired("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z");
    expired("{{$wsu.created}}", "{{$wsu.expires -5 m}}");
    expired("yesterday", "today");
  });

  test("the rule warns about Expires in the past, by the host's clock", () => {
    const source = timestamp("{{$wsu.created}}", "2026-01-02T03:04:05Z");
    assert.deepEqual(at("2026-01-02T03:04:05Z", source), []);
    assert.deepEqual(at("2026-01-02T03:04:06Z", source), [
      "wsse-expired: Expires is in the past, so services refuse the message.",
    ]);
  });

  test("the fix replaces both with the time of sending", () => {
    const [after] = fixed(secured(timestamp("2026-01-02T03:04:05Z", "2025-01-02T03:04:05Z")));
    assert.ok(after?.includes(timestamp("{{$wsu.created}}", "{{$wsu.expires 5 m}}")));
  });
});

suite("wsse-namespace", () => {
  const wrong = [
    secext.replace("http:", "https:"),
    secext.replace(".xsd", ""),
    secext.replace("secext", "Secext"),
    secext.replace("200401", "200402"),
    `${secext}#`,
    "http://schemas.xmlsoap.org/ws/2002/12/secext",
    utility.replace("2004/01", "2004"),
    utility.replace("1.0", "1.1"),
    "http://schemas.xmlsoap.org/ws/2002/07/utility",
  ];
  for (const namespace of wrong) {
    test(`the rule warns about ${namespace}, and its fix changes it`, () => {
      const source = secured("", `x:A xmlns:x="«${namespace}»"`);
      expectRule("wsse-namespace", source);
      const meant = namespace.includes("utility") ? utility : secext;
      assert.deepEqual(fixed(source.replaceAll(/[«»]/g, "")), [secured("", `x:A xmlns:x="${meant}"`)]);
    });
  }

  test("the rule allows the namespaces of WS-Security, its profiles and other standards", () => {
    const others = [
      "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd",
      types,
      "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512",
      "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
      "http://example.org/utility",
    ];
    for (const one of others) expectRule("wsse-namespace", secured("", `x:A xmlns:x="${one}"`));
  });
});

suite("wsse-must-understand", () => {
  test("the rule reports that the header block has no mustUnderstand, and its fix inserts it", () => {
    const source = secured("", `«wsse:Security» ${namespaces}`);
    const [finding] = expectRule("wsse-must-understand", source);
    assert.equal(finding?.severity, "information");
    const [after] = fixed(source.replaceAll(/[«»]/g, ""));
    assert.ok(after?.includes(`<wsse:Security s:mustUnderstand="true" xmlns`), after);
  });

  test("the rule allows mustUnderstand with any value, and says nothing of other header blocks", () => {
    expectRule("wsse-must-understand", secured("", `wsse:Security ${namespaces} s:mustUnderstand="false"`));
    expectRule("wsse-must-understand", secured("", `wsse:Other ${namespaces}`));
  });
});
