import assert from "node:assert/strict";
import { sourceUrl } from "../../../server/src/features/support/sources.ts";
import { directivesOf } from "../../../server/src/format/directives.ts";
import {
  headerFact,
  headerValueFact,
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
import { builtIns } from "../../../server/src/variables/builtIns.ts";

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
  ...directivesOf("request"),
  ...directivesOf("response"),
  ...builtIns,
];

/** Sources without a page of their own, or with one that may move. */
const withoutPage =
  /^(the \.soap(?:http|mock) format|MS-NTHT|SAML|WS-Trust|WS-Secure|WS-Reliable|WS-BaseN|WS-Security 1\.1|WS-Addressing, submission|WSDL 1\.1 Binding|W3C Describing)/;

suite("documentation of HTTP and SOAP", () => {
  test("the value of a header is documented in any case", () => {
    assert.equal(headerValueFact("Authorization", "bASIC")?.name, "Basic");
    assert.equal(headerValueFact("Connection", "CLOSE")?.name, "close");
    assert.equal(headerValueFact("Connection", "gzip"), undefined);
  });

  test("each fact has sentences, and a source with an address", () => {
    assert.ok(everything.length > 200, `only ${everything.length}`);
    for (const fact of everything) {
      assert.match(fact.meaning(), /^\S.*[.?]$/, `${JSON.stringify(fact)}: ${fact.meaning()}`);
      for (const source of fact.source.split("; ")) {
        assert.ok(sourceUrl(source)?.startsWith("https://") || withoutPage.test(source), `no address: ${source}`);
      }
    }
  });

  test("a fact is found by a name in any case, as in HTTP", () => {
    assert.equal(headerFact("content-LENGTH")?.name, "Content-Length");
    assert.equal(headerFact("soapaction")?.name, "SOAPAction");
    assert.equal(headerFact("X-Unknown"), undefined);
    assert.equal(headerFact("constructor"), undefined);
    assert.equal(methodFact("post")?.name, "POST");
  });

  test("the facts have other texts for Content-Type in a part of a multipart body", () => {
    assert.notEqual(partHeaderFact("Content-Type"), headerFact("Content-Type"));
    assert.equal(partHeaderFact("content-id")?.name, "Content-ID");
  });

  test("facts link to the section of the source", () => {
    assert.equal(sourceUrl("RFC 9110 section 8.6"), "https://www.rfc-editor.org/rfc/rfc9110#section-8.6");
    assert.equal(sourceUrl("RFC 3902"), "https://www.rfc-editor.org/rfc/rfc3902");
    assert.equal(sourceUrl("SOAP 1.2 part 1 section 5.4.6"), "https://www.w3.org/TR/soap12-part1/#faultcodes");
    assert.equal(sourceUrl("SOAP 1.2 part 1 section 5.2"), "https://www.w3.org/TR/soap12-part1/");
    assert.equal(sourceUrl("hearsay"), undefined);
    assert.equal(sourceUrl("constructor"), undefined);
  });

  test("the documentation explains the class of an unknown status code", () => {
    assert.match(statusClass(299) ?? "", /Success/);
    assert.equal(statusClass(99), undefined);
    assert.equal(statusClass(600), undefined);
    assert.equal(statusFact(299), undefined);
  });

  test("the documentation explains every fault code of the rules", () => {
    for (const version of ["1.1", "1.2"] as const) {
      for (const code of faultCodes[version]) assert.ok(faultCodeFact(envelopeNamespaces[version], code), code);
    }
    assert.equal(faultCodeFact(envelopeNamespaces["1.1"], "Client.Authentication")?.name, "Client");
    assert.equal(faultCodeFact(envelopeNamespaces["1.2"], "Sender.Own"), undefined);
  });

  test("the documentation explains the namespace of each known prefix", () => {
    const unknown = knownPrefixes().filter((prefix) => uriFact(namespaceOfPrefix(prefix) ?? "") === undefined);
    assert.deepEqual(unknown, []);
  });

  test("the documentation explains each child of a known element", () => {
    for (const element of knownElements) {
      assert.equal(knownChildren(element).length, element.children.length, element.local);
    }
  });

  test("the documentation uses only prefixes that its namespaces declare", () => {
    const names = data.elements.flatMap((one) => [one.name, ...("children" in one ? (one.children ?? []) : [])]);
    const attributes = data.attributes.flatMap((one) => [one.name, ...("on" in one && one.on ? [one.on] : [])]);
    const prefixes = [...names, ...attributes].flatMap((name) => /^(.+):/.exec(name)?.[1] ?? []);
    assert.ok(prefixes.length > 80, `only ${prefixes.length}`);
    assert.deepEqual(
      [...new Set(prefixes)].filter((prefix) => data.namespaces.every((one) => !one.prefixes.includes(prefix))),
      [],
    );
  });

  test("the documentation depends on the parent of an element", () => {
    const of12 = (local: string) => ({ namespace: envelopeNamespaces["1.2"], local });
    assert.match(elementFact(of12("Value"), of12("Subcode"))?.source ?? "", /5\.4\.1\.3$/);
    assert.match(elementFact(of12("Value"), of12("Code"))?.source ?? "", /5\.4\.1\.1$/);
    const fault11 = { namespace: envelopeNamespaces["1.1"], local: "Fault" };
    assert.equal(elementFact({ namespace: "", local: "faultcode" }, fault11)?.local, "faultcode");
    assert.equal(elementFact({ namespace: "", local: "faultcode" }, of12("Fault")), undefined);
    assert.equal(elementFact({ namespace: "", local: "faultcode" }), undefined);
    assert.equal(elementFact({ namespace: undefined, local: "Body" }), undefined);
  });

  test("the documentation marks the header blocks", () => {
    assert.deepEqual(
      knownElements.filter(({ headerBlock }) => headerBlock).map(({ local }) => local),
      ["Action", "To", "MessageID", "ReplyTo", "FaultTo", "From", "Security"],
    );
  });
});
