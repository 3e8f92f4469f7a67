import assert from "node:assert/strict";
import { findingsIn, request } from "../../support/findings.ts";
import { messagesAround } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

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

const usual = `wsse:Security ${namespaces} s:mustUnderstand="true"`;
const inToken = (content: string) =>
  `<wsse:UsernameToken><wsse:Username>u</wsse:Username>${content}</wsse:UsernameToken>`;
const digest = `<wsse:Password Type="${types}#PasswordDigest">weYI3nXd8LjMNVksCKFV8t3rgHh3Rw==</wsse:Password>`;
const computed = digest.replace("weYI3nXd8LjMNVksCKFV8t3rgHh3Rw==", '{{$wsse.digest "p"}}');
const text = `<wsse:Password Type="${types}#PasswordText">p</wsse:Password>`;
const nonce = "<wsse:Nonce>AAECAwQFBgcICQoLDA0ODw==</wsse:Nonce>";
const created = "<wsu:Created>2026-01-02T03:04:05Z</wsu:Created>";
const encoding = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
const ownNonce = `<wsse:Nonce EncodingType="${encoding}">{{$wsse.nonce}}</wsse:Nonce>`;
const ownCreated = "<wsu:Created>{{$wsse.created}}</wsu:Created>";

rulesIn((content) => secured(inToken(content).replace("<wsse:UsernameToken", "<«wsse:UsernameToken»")))`
  wsse-digest-incomplete
    a digest without Created | ${digest}${nonce}
      says The password digest has no Created. Many services refuse it, because it could be sent again by others.
      → no fix
    a digest with neither | ${digest}
      says The password digest has no Nonce, Created. Many services refuse it, because it could be sent again by others.
      → no fix
    a computed digest whose Type is a variable | <wsse:Password Type="x:{{$guid}}">{{$wsse.digest "p"}}</wsse:Password>
`;

rulesIn((content) => secured(content))`
  wsse-digest-incomplete
    a computed digest with neither | ${inToken(computed).replace("wsse:UsernameToken", "«wsse:UsernameToken»")}
      → Insert wsse:Nonce, wsu:Created | ${inToken(computed + ownNonce + ownCreated)}
    a computed digest without Created | ${inToken(computed + nonce).replace("wsse:UsernameToken", "«wsse:UsernameToken»")}
      → Insert wsu:Created | ${inToken(computed + nonce + ownCreated)}
`;

rulesIn((content) => secured(content, usual.replace(` xmlns:wsu="${utility}"`, "")))`
  wsse-digest-incomplete
    a digest in lines, without the namespace of Created | ${inToken(`\n  ${computed}\n  ${nonce}\n`).replace("wsse:UsernameToken", "«wsse:UsernameToken»")}
      → Insert wsu:Created | ${inToken(`\n  ${computed}\n  ${nonce}\n  ${ownCreated.replace("Created>", `Created xmlns:wsu="${utility}">`)}\n`)}
`;

rulesIn((content) => secured(inToken(content)))`
  wsse-digest-incomplete
    no password |
    a complete digest | ${digest}${nonce}${created}
    a password as text | ${text}

  wsse-password-type
    a missing Type | <«wsse:Password»>p</wsse:Password>
      → Insert Type="…#PasswordText" | ${text}
    an unknown Type | <wsse:Password Type="«PasswordText»">p</wsse:Password>
    an empty Type | <wsse:Password «Type»="">p</wsse:Password>
    a Type with a prefix | <«wsse:Password» wsse:Type="${types}#PasswordText">p</wsse:Password>
    a Type in the wrong case | <wsse:Password Type="«${types}#passwordText»">p</wsse:Password>
    a Type of a digest without its namespace | <wsse:Password Type="«wsse:PasswordDigest»">x</wsse:Password>${nonce}${created}
      → Change to #PasswordDigest | <wsse:Password Type="${types}#PasswordDigest">x</wsse:Password>${nonce}${created}
    the Type of text | ${text}
    the Type of a digest | ${digest}${nonce}${created}
    a variable | <wsse:Password Type="{{$guid}}">p</wsse:Password>
`;

const from = "2026-01-02T03:04:05Z";

rulesIn((times) => secured(`<wsu:Timestamp>${times}</wsu:Timestamp>`))`
  wsse-expired
    Expires before Created | <wsu:Created>${from}</wsu:Created><wsu:Expires>«2026-01-02T03:04:04Z»</wsu:Expires>
      → Replace with the time of sending | <wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>{{$wsu.expires 5 m}}</wsu:Expires>
    Expires a fraction of a second before | <wsu:Created>2026-01-02T03:04:05.5Z</wsu:Created><wsu:Expires>«2026-01-02T03:04:05.4»</wsu:Expires>
    Expires before Created in another zone | <wsu:Created>2026-01-02T03:04:05+01:00</wsu:Created><wsu:Expires> «2026-01-02T03:04:05+02:00» </wsu:Expires>
    Expires at the time of Created | <wsu:Created>${from}</wsu:Created><wsu:Expires>${from}</wsu:Expires>
    times of sending | <wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>{{$wsu.expires -5 m}}</wsu:Expires>
    times that can't be read | <wsu:Created>yesterday</wsu:Created><wsu:Expires>today</wsu:Expires>
`;

rulesIn((namespace) => secured("", `x:A xmlns:x="${namespace}"`))`
  wsse-namespace
    https | «${secext.replace("http:", "https:")}»
      → Change to ${secext} | ${secext}
    a missing end | «${secext.replace(".xsd", "")}»
      → Change to ${secext} | ${secext}
    another case | «${secext.replace("secext", "Secext")}»
      → Change to ${secext} | ${secext}
    another number | «${secext.replace("200401", "200402")}»
      → Change to ${secext} | ${secext}
    a fragment | «${secext}#»
      → Change to ${secext} | ${secext}
    the draft of 2002 | «http://schemas.xmlsoap.org/ws/2002/12/secext»
      → Change to ${secext} | ${secext}
    another path of the utility namespace | «${utility.replace("2004/01", "2004")}»
      → Change to ${utility} | ${utility}
    another version of the utility namespace | «${utility.replace("1.0", "1.1")}»
      → Change to ${utility} | ${utility}
    the draft of the utility namespace | «http://schemas.xmlsoap.org/ws/2002/07/utility»
      → Change to ${utility} | ${utility}
    WS-Security 1.1 | http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd
    the profile of username tokens | ${types}
    WS-SecureConversation | http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512
    WS-SecurityPolicy | http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702
    any other namespace | http://example.org/utility
`;

rulesIn((start) => secured("", start))`
  wsse-must-understand
    a header block without mustUnderstand | «wsse:Security» ${namespaces}
      → Insert s:mustUnderstand="true" | wsse:Security s:mustUnderstand="true" ${namespaces}
    mustUnderstand with any value | wsse:Security ${namespaces} s:mustUnderstand="false"
    other header blocks | wsse:Other ${namespaces}
`;

suite("rules of WS-Security", () => {
  test("the severities are those of mistakes that services may accept", () => {
    const severity = (source: string) => findingsIn(source).map((finding) => finding.severity);
    assert.deepEqual(severity(secured(inToken(digest))), ["warning"]);
    assert.deepEqual(severity(secured("", `wsse:Security ${namespaces}`)), ["information"]);
  });

  test("the rules offer a single fix for a wrong namespace and an incomplete digest", () => {
    const titles = (source: string) => findingsIn(source).flatMap(({ fixes }) => fixes?.().map(({ title }) => title));
    assert.deepEqual(titles(secured("", `x:A xmlns:x="${secext}#"`)), [`Change to ${secext}`]);
    assert.deepEqual(titles(secured(inToken(computed + nonce))), ["Insert wsu:Created"]);
  });

  test("wsse-expired compares Expires with the host's clock", () => {
    const source = secured(
      `<wsu:Timestamp><wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>${from}</wsu:Expires></wsu:Timestamp>`,
    );
    const at = (now: string) => messagesAround(source, { now: () => new Date(now) });
    assert.deepEqual(at("2026-01-02T03:04:05Z"), []);
    assert.deepEqual(at("2026-01-02T03:04:06Z"), ["Expires is in the past, so services refuse the message."]);
  });
});
