import assert from "node:assert/strict";
import { GivenValues } from "../../../../server/src/contract/write/givenValues.ts";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { contractOf } from "../../../support/contracts.ts";

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="day" type="xs:date"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** A WSDL 1.1 with one operation of an HTTP binding. */
function wsdl(verb: string, location: string, input: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"><types>${schema}</types>
    <message name="Ids"><part name="id" type="xs:int"/><part name="day" type="xs:date"/></message>
    <message name="Order"><part name="order" element="t:order"/></message>
    <portType name="P"><operation name="Do"><input message="t:${input.includes("mimeXml") ? "Order" : "Ids"}"/></operation></portType>
    <binding name="B" type="t:P"><http:binding verb="${verb}"/>
      <operation name="Do"><http:operation location="${location}"/><input>${input}</input></operation></binding>
    <service name="S"><port name="P" binding="t:B"><http:address location="http://h/api/"/></port></service>
  </definitions>`;
}

/** A WSDL 2.0 with one operation of an HTTP binding. */
function wsdl2(method: string, location: string, serialization = ""): string {
  return `<description xmlns="http://www.w3.org/ns/wsdl" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:whttp="http://www.w3.org/ns/wsdl/http"><types>${schema}</types>
    <interface name="I"><operation name="Do" pattern="http://www.w3.org/ns/wsdl/in-only"><input element="t:order"/></operation></interface>
    <binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/http">
      <operation ref="t:Do" whttp:method="${method}" whttp:location="${location}"${serialization}/></binding>
    <service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://h/api/"/></service>
  </description>`;
}

const form = ' whttp:inputSerialization="application/x-www-form-urlencoded"';
const order = `<t:order xmlns:t="urn:t">\n  <t:id>1</t:id>\n  <t:day>2024-01-15</t:day>\n</t:order>`;

function requestOf(text: string, given?: GivenValues): string {
  const contract = contractOf(text);
  const options = { extent: "parameters", wsdl: undefined, contentLength: "calculated" } as const;
  return contract.requests([0], given ? { ...options, given } : options);
}

suite("a request of an HTTP binding", () => {
  const cases: readonly (readonly [title: string, text: string, line: string, body: string])[] = [
    ["has parameters in the query", wsdl("GET", "/do", "<http:urlEncoded/>"), "GET /api/do?id=1&day=2024-01-15", ""],
    ["adds to a query", wsdl("GET", "do?v=2", "<http:urlEncoded/>"), "GET /api/do?v=2&id=1&day=2024-01-15", ""],
    [
      "has parameters in the path",
      wsdl("GET", "orders/(id)/on/(day)", "<http:urlReplacement/>"),
      "GET /api/orders/1/on/2024-01-15",
      "",
    ],
    [
      "has a form",
      wsdl("POST", "/do", '<mime:content type="application/x-www-form-urlencoded"/>'),
      "POST /api/do",
      "id=1&day=2024-01-15",
    ],
    [
      "has a form also for http:urlEncoded",
      wsdl("POST", "/do", "<http:urlEncoded/>"),
      "POST /api/do",
      "id=1&day=2024-01-15",
    ],
    [
      "has a path and an empty form",
      wsdl("POST", "/do/(id)/(day)", "<http:urlReplacement/>"),
      "POST /api/do/1/2024-01-15",
      "",
    ],
    [
      "without parts is empty",
      wsdl("POST", "/do", '<mime:content type="text/xml" part="none"/>').replace(/<part name="(id|day)".*?\/>/g, ""),
      "POST /api/do",
      "",
    ],
    [
      "without an input is empty",
      wsdl("POST", "/do", "").replace(/<input.*?\/>|<input.*?<\/input>/g, ""),
      "POST /api/do",
      "",
    ],
    ["has XML", wsdl("POST", "/do", '<mime:mimeXml part="order"/>'), "POST /api/do", order],
    ["of WSDL 2.0 has children in path and query", wsdl2("GET", "do/{id}"), "GET /api/do/1?day=2024-01-15", ""],
    ["of WSDL 2.0 has XML", wsdl2("POST", "do"), "POST /api/do", order],
    ["of WSDL 2.0 has a form", wsdl2("POST", "do/{id}", form), "POST /api/do/1", "day=2024-01-15"],
  ];
  for (const [title, text, line, body] of cases) {
    test(title, () => {
      const request = requestOf(text);
      const [head = "", ...rest] = request.trimEnd().split("\n\n");
      assert.ok(head.includes(`\n${line} HTTP/1.1\nHost: h`), request);
      // Nothing else in it determines the operation.
      assert.match(head, /\n# @operation S\/[PE]\/Do\n/);
      assert.equal(rest.join("\n\n"), body);
      assert.deepEqual(
        diagnose(analyze(request)).map(({ code, message }) => `${code}: ${message}`),
        [],
        request,
      );
    });
  }

  const nested = (text: string) =>
    text
      .replace(
        'name="day" type="xs:date"/>',
        'name="at"><xs:complexType><xs:sequence><xs:element name="day" type="xs:date"/></xs:sequence><xs:attribute name="z" type="xs:int"/></xs:complexType></xs:element>',
      )
      .replace(
        "</xs:sequence></xs:complexType></xs:element>\n",
        '</xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element>\n',
      );
  const given: readonly (readonly [
    text: string,
    paths: readonly string[],
    contained: RegExp,
    untaken: string | undefined,
  ])[] = [
    [wsdl("GET", "/do", "<http:urlEncoded/>"), ["id", "day"], /\/do\?id=7&day=7 /, undefined],
    [wsdl("POST", "/do/(id)", "<http:urlReplacement/>"), ["id"], /\/do\/7 /, undefined],
    [wsdl("POST", "/do/(id)", "<http:urlReplacement/>"), ["id", "day"], /\/do\/7 /, "day"],
    [wsdl2("GET", "do/{id}"), ["id", "day"], /do\/7\?day=7 /, undefined],
    [wsdl2("POST", "do/{id}", form), ["id", "day"], /\nday=7$/, undefined],
    [wsdl2("POST", "do/{id}"), ["id", "day"], /<t:id>7<[\s\S]*<t:day>7</, undefined],
    [nested(wsdl2("POST", "do")), ["id", "at.day", "at.@z", "@n"], /n="7"[\s\S]*z="7"[\s\S]*<t:day>7</, undefined],
    [nested(wsdl2("GET", "do")), ["id", "at.day"], /do\?id=7 /, "at.day"],
    [nested(wsdl2("GET", "do")), ["id", "at.@z"], /do\?id=7 /, "at.@z"],
    [nested(wsdl2("POST", "do", form)), ["id", "@n"], /\nid=7$/, "@n"],
  ];
  for (const [text, paths, contained, untaken] of given)
    test(`the request contains ${contained} for values of ${paths.join(" and ")}, and has no place for ${untaken ?? "none"}`, () => {
      const values = GivenValues.of(paths.map((path) => ({ path, value: "7" })));
      assert.match(requestOf(text, values).trimEnd(), contained);
      assert.equal(values.untaken?.path, untaken);
    });

  test("the request suggests the names of parameters", () => {
    const values = GivenValues.of([{ path: "di", value: "7" }]);
    requestOf(nested(wsdl2("GET", "do")), values);
    assert.deepEqual(values.untaken?.names.toSorted(), ["@n", "at", "id"]);
  });
});
