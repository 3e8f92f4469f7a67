import assert from "node:assert/strict";
import { builtIns, directives } from "../../../server/src/features/support/formatFacts.ts";
import { addressOf } from "../../../server/src/features/support/sources.ts";
import {
  headerFact,
  headerValueFacts,
  mediaTypeParameters,
  methodFact,
  methods,
  partHeaderFact,
  partHeaders,
  requestHeaders,
  responseHeaders,
  statusClass,
  statusFact,
} from "../../../server/src/http/facts.ts";
import { analyze, diagnose } from "../../../server/src/languageService.ts";
import * as data from "../../../server/src/soap/documentation.json";
import {
  elementFact,
  faultCodeFact,
  faultCodeFacts,
  knownAttributes,
  knownChildren,
  knownElements,
  knownNamespaces,
  knownUris,
  uriFact,
} from "../../../server/src/soap/documentation.ts";
import { envelopeNamespaces, faultCodes, knownPrefixes, namespaceOfPrefix } from "../../../server/src/soap/facts.ts";

const statuses = Array.from({ length: 900 }, (_, code) => statusFact(code) ?? []).flat();
const values = ["accept", "authorization", "connection", "expect", "accept-encoding", "content-transfer-encoding"];
const everything = [
  ...methods,
  ...requestHeaders,
  ...responseHeaders,
  ...partHeaders,
  ...values.flatMap(headerValueFacts),
  ...mediaTypeParameters,
  ...statuses,
  ...knownElements,
  ...knownAttributes,
  ...knownNamespaces,
  ...knownUris,
  ...[...Object.values(envelopeNamespaces)].flatMap(faultCodeFacts),
  ...directives,
  ...builtIns,
];

/** Sources that have no page of their own, or one that may move. */
const withoutPage =
  /^(the \.soaphttp format|MS-NTHT|SAML|WS-Trust|WS-Secure|WS-Reliable|WS-BaseN|WS-Security 1\.1|WS-Addressing, submission|WSDL 1\.1 Binding|W3C Describing)/;

suite("facts", () => {
  test("each has a meaning, which is a sentence, and a source that can be read", () => {
    assert.ok(everything.length > 200, `only ${everything.length}`);
    for (const one of everything) {
      assert.match(one.meaning(), /^\S.*[.?]$/, `${JSON.stringify(one)}: ${one.meaning()}`);
      for (const source of one.source.split("; ")) {
        assert.ok(addressOf(source)?.startsWith("https://") || withoutPage.test(source), `no address: ${source}`);
      }
    }
  });

  test("names are found in any case where HTTP has them so", () => {
    assert.equal(headerFact("content-LENGTH")?.name, "Content-Length");
    assert.equal(headerFact("soapaction")?.name, "SOAPAction");
    assert.equal(headerFact("X-Unknown"), undefined);
    assert.equal(headerFact("constructor"), undefined);
    assert.equal(methodFact("post")?.name, "POST");
  });

  test("Content-Type means another thing in a part of a multipart body", () => {
    assert.notEqual(partHeaderFact("Content-Type"), headerFact("Content-Type"));
    assert.equal(partHeaderFact("content-id")?.name, "Content-ID");
  });

  test("sources lead to their section", () => {
    assert.equal(addressOf("RFC 9110 section 8.6"), "https://www.rfc-editor.org/rfc/rfc9110#section-8.6");
    assert.equal(addressOf("RFC 3902"), "https://www.rfc-editor.org/rfc/rfc3902");
    assert.equal(addressOf("SOAP 1.2 part 1 section 5.4.6"), "https://www.w3.org/TR/soap12-part1/#faultcodes");
    assert.equal(addressOf("SOAP 1.2 part 1 section 5.2"), "https://www.w3.org/TR/soap12-part1/");
    assert.equal(addressOf("hearsay"), undefined);
    assert.equal(addressOf("constructor"), undefined);
  });

  test("the first digit of a status code has a meaning of its own", () => {
    assert.match(statusClass(299) ?? "", /Success/);
    assert.equal(statusClass(99), undefined);
    assert.equal(statusClass(600), undefined);
    assert.equal(statusFact(299), undefined);
  });

  test("every fault code that the rules know is explained", () => {
    for (const version of ["1.1", "1.2"] as const) {
      for (const code of faultCodes[version]) assert.ok(faultCodeFact(envelopeNamespaces[version], code), code);
    }
    assert.equal(faultCodeFact(envelopeNamespaces["1.1"], "Client.Authentication")?.name, "Client");
    assert.equal(faultCodeFact(envelopeNamespaces["1.2"], "Sender.Own"), undefined);
  });

  test("what a known prefix stands for is a known namespace", () => {
    const unknown = knownPrefixes().filter((prefix) => uriFact(namespaceOfPrefix(prefix) ?? "") === undefined);
    assert.deepEqual(unknown, []);
  });

  test("each child of a known element is known", () => {
    for (const one of knownElements) {
      assert.equal(knownChildren(one).length, one.children.length, one.local);
    }
  });

  test("each prefix in the data is one of its namespaces", () => {
    const names = data.elements.flatMap((one) => [one.name, ...("children" in one ? (one.children ?? []) : [])]);
    const attributes = data.attributes.flatMap((one) => [one.name, ...("on" in one && one.on ? [one.on] : [])]);
    const prefixes = [...names, ...attributes].flatMap((name) => /^(.+):/.exec(name)?.[1] ?? []);
    assert.ok(prefixes.length > 80, `only ${prefixes.length}`);
    assert.deepEqual(
      [...new Set(prefixes)].filter((prefix) => data.namespaces.every((one) => !one.prefixes.includes(prefix))),
      [],
    );
  });

  test("an element means what its parent makes of it", () => {
    const of12 = (local: string) => ({ namespace: envelopeNamespaces["1.2"], local });
    assert.match(elementFact(of12("Value"), of12("Subcode"))?.source ?? "", /5\.4\.1\.3$/);
    assert.match(elementFact(of12("Value"), of12("Code"))?.source ?? "", /5\.4\.1\.1$/);
    const fault11 = { namespace: envelopeNamespaces["1.1"], local: "Fault" };
    assert.equal(elementFact({ namespace: "", local: "faultcode" }, fault11)?.local, "faultcode");
    assert.equal(elementFact({ namespace: "", local: "faultcode" }, of12("Fault")), undefined);
    assert.equal(elementFact({ namespace: "", local: "faultcode" }), undefined);
    assert.equal(elementFact({ namespace: undefined, local: "Body" }), undefined);
  });

  test("the header blocks are elements that are header blocks", () => {
    assert.deepEqual(
      knownElements.filter(({ headerBlock }) => headerBlock).map(({ local }) => local),
      ["Action", "To", "MessageID", "ReplyTo", "FaultTo", "From", "Security"],
    );
  });

  test("the directives are those that the rules take", () => {
    const text = directives.map(({ name }) => `# @${name} x\n`).join("");
    const unknown = diagnose(analyze(`${text}GET / HTTP/1.1\nHost: h\n`)).filter(
      ({ code }) => code === "directive-unknown",
    );
    assert.deepEqual(unknown, []);
  });
});
