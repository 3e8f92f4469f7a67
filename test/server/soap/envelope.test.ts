import assert from "node:assert/strict";
import { readEnvelope } from "../../../server/src/soap/envelope.ts";
import { knownPrefixes, namespaceOfPrefix, versionMeant, versionOfMediaType } from "../../../server/src/soap/facts.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { namespace11, namespace12 } from "./soapMessages.ts";

const read = (text: string) => readEnvelope(parseXml(text));

suite("an envelope", () => {
  test("an envelope has the version of its namespace, and its parts", () => {
    const text = `<e:Envelope xmlns:e="${namespace12}"><e:Header><a e:role="r" e:mustUnderstand="1" e:relay="0" role="x"/><b/></e:Header><e:Body><e:Fault/></e:Body></e:Envelope>`;
    const envelope = read(text);
    assert.equal(envelope?.version, "1.2");
    assert.equal(envelope.header?.name, "e:Header");
    assert.equal(envelope.body?.name, "e:Body");
    assert.equal(envelope.fault?.name, "e:Fault");
    assert.deepEqual(
      envelope.headerBlocks.map(({ element, role, mustUnderstand, relay }) => [
        element.name,
        role?.name,
        mustUnderstand?.name,
        relay?.name,
      ]),
      [
        ["a", "e:role", "e:mustUnderstand", "e:relay"],
        ["b", undefined, undefined, undefined],
      ],
    );
    const { start, end } = envelope.namespaceSpan ?? { start: 0, end: 0 };
    assert.equal(text.slice(start, end), namespace12);
  });
  test("an envelope of SOAP 1.1 has an actor as the role", () => {
    const envelope = read(
      `<Envelope xmlns="${namespace11}"><Header><a xmlns:e="${namespace11}" e:actor="r" e:role="x"/></Header></Envelope>`,
    );
    assert.equal(envelope?.version, "1.1");
    assert.equal(envelope.headerBlocks[0]?.role?.name, "e:actor");
    assert.equal(envelope.body, undefined);
  });
  test("an envelope only has parts in its own namespace", () => {
    const envelope = read(`<e:Envelope xmlns:e="${namespace12}"><Header/><Body/></e:Envelope>`);
    assert.deepEqual([envelope?.header, envelope?.body], [undefined, undefined]);
  });
  test("an envelope in another namespace has no version", () => {
    assert.equal(read('<e:Envelope xmlns:e="urn:x"><e:Body/></e:Envelope>')?.version, undefined);
    assert.equal(read('<e:Envelope xmlns:e="urn:x"><e:Body/></e:Envelope>')?.body?.name, "e:Body");
  });
  test("an envelope with an undeclared prefix has the parts with the same prefix", () => {
    const envelope = read("<e:Envelope><f:Body/><e:Body/></e:Envelope>");
    assert.equal(envelope?.namespace, undefined);
    assert.equal(envelope?.body?.name, "e:Body");
  });
  test("an envelope has the local name Envelope", () => {
    assert.equal(read("<a/>"), undefined);
    assert.equal(read(""), undefined);
  });
});

suite("known namespaces and media types", () => {
  test("the table finds the namespace of a prefix, by SOAP version for SOAP's own", () => {
    assert.equal(namespaceOfPrefix("soap", "1.1"), namespace11);
    assert.equal(namespaceOfPrefix("soapenv"), namespace12);
    assert.equal(namespaceOfPrefix("xsi"), "http://www.w3.org/2001/XMLSchema-instance");
    assert.equal(namespaceOfPrefix("toString"), undefined);
    for (const prefix of knownPrefixes()) assert.ok(namespaceOfPrefix(prefix), prefix);
  });
  test("the table finds the SOAP version of a media type, and the intended version of a wrong namespace", () => {
    assert.equal(versionOfMediaType("text/xml"), "1.1");
    assert.equal(versionOfMediaType("application/xml"), undefined);
    assert.equal(versionMeant("http://www.w3.org/2001/12/soap-envelope"), "1.2");
    assert.equal(versionMeant("https://schemas.xmlsoap.org/soap/envelope"), "1.1");
    assert.equal(versionMeant("urn:x"), undefined);
  });
});
