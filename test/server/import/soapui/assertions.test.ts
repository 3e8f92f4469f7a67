import assert from "node:assert/strict";
import {
  addBody,
  assertion,
  bodyOf,
  calcSoap,
  caseFile,
  caseProject,
  imported,
  outcomes,
  preambleOf,
  project,
  properties,
  soapStep,
  suiteOf,
  textOf,
} from "../../../support/soapuiProjects.ts";

function become(assertions: string, lines: readonly string[], more = ""): void {
  assert.deepEqual(preambleOf({ inner: assertions }, more), lines);
}

const xpath = (path: string, content: string, more: Readonly<Record<string, string>> = {}) =>
  assertion("XPath Match", { path, content, allowWildcards: "false", ...more });
const json = (type: string, path: string, content: string, more: Readonly<Record<string, string>> = {}) =>
  assertion(type, { path, content, ...more });
const contains = (token: string, more: Readonly<Record<string, string>> = {}, type = "Simple Contains") =>
  assertion(type, { token, ignoreCase: "false", useRegEx: "false", ...more });

suite("assertions of SoapUI", () => {
  test("SOAP Response becomes the expectation of a Body in an Envelope", () => {
    become(assertion("SOAP Response"), ["# @expect /soap:Envelope/soap:Body exists"]);
  });

  test("the types of Faults become the opposite of what their names say", () => {
    become(assertion("SOAP Fault Assertion"), ["# @expect no fault"]);
    become(assertion("Not SOAP Fault Assertion"), ["# @expect fault"]);
  });

  test("Schema Compliance becomes the expectation contract where the project has the definition", () => {
    become(assertion("Schema Compliance"), ["# @expect contract"]);
    const steps = soapStep("Add", { inner: assertion("Schema Compliance") });
    const result = imported(project(calcSoap({ cache: false }) + suiteOf(steps)));
    assert.ok(textOf(result, caseFile).includes("# | assertion Schema Compliance\n"));
    assert.deepEqual(outcomes(result, "CalcSoap"), ["wsdl definition: dropped"]);
  });

  test("Valid and Invalid HTTP Status Codes become expectations of the status", () => {
    become(assertion("Valid HTTP Status Codes", { codes: "200" }), ["# @expect status 200"]);
    become(assertion("Valid HTTP Status Codes", { codes: "200, 500" }), ['# @expect status matches "^(200|500)$"']);
    become(assertion("Valid HTTP Status Codes", { codes: " ," }), [
      "# | assertion Valid HTTP Status Codes",
      "# | codes:  ,",
    ]);
    become(assertion("Invalid HTTP Status Codes", { codes: "500,404" }), [
      "# @expect status != 500",
      "# @expect status != 404",
    ]);
    become(
      assertion("Valid HTTP Status Codes", { codes: "${#Project#code}" }),
      ["# @expect status {{code}}"],
      properties({ code: "200" }),
    );
  });

  test("Response SLA becomes a limit of the time", () => {
    become(assertion("Response SLA Assertion", { SLA: "200" }), ["# @expect time <= 200 ms"]);
    become(
      assertion("Response SLA Assertion", { SLA: "${#Project#sla}" }),
      ["# @expect time <= {{sla}} ms"],
      properties({ sla: "900" }),
    );
  });

  test("HTTP Header Exists becomes the expectation of a header", () => {
    become(assertion("HTTP Header Exists", { Header: "Content-Type" }), ["# @expect header Content-Type exists"]);
  });

  test("HTTP Header Equals becomes the expectation of a header's value", () => {
    const values = { Header: "Content-Type", HeaderValue: 'text/xml; a="b"' };
    const expected = ['# @expect header Content-Type = "text/xml; a=\\"b\\""'];
    become(assertion("HTTP Header Equals", values), expected);
    become(
      assertion("HTTPHeaderEqualsAssertion", { headerName: "Content-Type", expectedValue: values.HeaderValue }),
      expected,
    );
    for (const x of ["1", "a&amp;b"]) {
      become(
        assertion("HTTP Header Equals", { Header: "X", Value: "${#Project#x}" }),
        ['# @expect header X = "{{x}}"'],
        properties({ x }),
      );
    }
    become(assertion("HTTP Header Equals", { Header: "X Y", Value: "1" }), [
      "# | assertion HTTP Header Equals",
      "# | Header: X Y",
      "# | Value: 1",
    ]);
  });

  suite("XPath Match", () => {
    test("XPath Match compares text, so that 5.50 is not 5.5", () => {
      become(xpath("//m:result", "5.50"), ['# @expect //m:result = "5.50"']);
      become(xpath("//m:result", 'say "no"'), ['# @expect //m:result = "say \\"no\\""']);
    });

    test("XPath Match uses the prefix of the request for a declared namespace", () => {
      become(xpath("declare namespace ns1='urn:calc';\n//ns1:a/ns1:*[1]", "2"), ['# @expect //m:a/m:*[1] = "2"']);
    });

    test("XPath Match uses the namespace itself where the request has no prefix for it", () => {
      become(xpath("declare namespace x='urn:other'; //x:a[@x:id='x:y']", "2"), [
        `# @expect //Q{urn:other}a[@Q{urn:other}id='x:y'] = "2"`,
      ]);
    });

    test("XPath Match gives names without a prefix the default namespace that is declared", () => {
      become(xpath("declare default element namespace 'urn:calc'; //a[b and @c]/text()", "2"), [
        '# @expect //m:a[m:b and @c]/text() = "2"',
      ]);
    });

    test("XPath Match puts a comparison in parentheses", () => {
      become(xpath("count(//m:a) > 1", "true"), ['# @expect (count(//m:a) > 1) = "true"']);
      become(xpath("//m:a = '1' and //m:b", "true"), [`# @expect (//m:a = '1' and //m:b) = "true"`]);
      become(xpath("count(//m:a[m:b = 1])", "3"), ['# @expect count(//m:a[m:b = 1]) = "3"']);
    });

    test("XPath Match turns wildcards into a pattern", () => {
      become(xpath("//m:a", "5.*", { allowWildcards: "true" }), ['# @expect //m:a matches "^5\\..*$"']);
      become(xpath("//m:a", "5.5", { allowWildcards: "true" }), ['# @expect //m:a = "5.5"']);
    });

    test("XPath Match inserts properties in the expected text, and their values in the path", () => {
      become(
        xpath("//m:a[. = '${#Project#x}']", "${#Project#x}!"),
        [`# @expect //m:a[. = '1'] = "{{x}}!"`],
        properties({ x: "1" }),
      );
    });

    test("XPath Match is a comment if it compares XML", () => {
      become(xpath("//m:a", "<m:b xmlns:m='urn:calc'/>"), [
        "# | assertion XPath Match",
        "# | path: //m:a",
        "# | content: <m:b xmlns:m='urn:calc'/>",
        "# | allowWildcards: false",
      ]);
    });
  });

  suite("Contains and Not Contains", () => {
    test("Contains looks for text", () => {
      become(contains("tok"), ['# @expect body contains "tok"']);
      become(contains("tok", {}, "Simple NotContains"), ['# @expect body not contains "tok"']);
    });

    test("Contains looks for text in any case", () => {
      become(contains("a.b", { ignoreCase: "true" }), ['# @expect body matches "(?is)a\\.b"']);
      become(contains("a.b", { ignoreCase: "true" }, "Simple NotContains"), [
        '# @expect body not matches "(?is)a\\.b"',
      ]);
    });

    test("Contains looks for several lines", () => {
      become(contains("a\nb"), ['# @expect body matches "a\\nb"']);
    });

    test("Contains finds a regular expression whose dot matches line breaks", () => {
      become(contains("5\\.5", { useRegEx: "true" }), ['# @expect body matches "(?s)5\\.5"']);
      become(contains(".*ok.*", { useRegEx: "true" }), ['# @expect body matches "(?s).*ok.*"']);
      become(contains("(?s)<a>.*</a>", { useRegEx: "true" }), ['# @expect body matches "(?s)<a>.*</a>"']);
      become(contains("^a|b$", { useRegEx: "true" }), ['# @expect body matches "(?s)^a|b$"']);
      become(contains("no", { useRegEx: "true" }, "Simple NotContains"), ['# @expect body not matches "(?s)no"']);
    });

    test("Contains finds a regular expression in any case", () => {
      become(contains("(?i)ok", { useRegEx: "true" }), ['# @expect body matches "(?is)ok"']);
      become(contains("ok", { useRegEx: "true", ignoreCase: "true" }), ['# @expect body matches "(?is)ok"']);
    });

    test("Contains becomes a comment if its regular expression can't be matched in linear time", () => {
      become(contains("(?!a)b", { useRegEx: "true" }), [
        "# | assertion Simple Contains",
        "# | token: (?!a)b",
        "# | ignoreCase: false",
        "# | useRegEx: true",
      ]);
    });
  });

  test("JsonPath Match, Existence, Count and RegEx become expectations with a JSONPath", () => {
    become(json("JsonPath Match", "$.a", "5"), ['# @expect $.a = "5"']);
    become(json("JsonPath Match", "a[0].b", "x*", { allowWildcards: "true" }), ['# @expect $.a[0].b matches "^x.*$"']);
    become(json("JsonPath Existence Match", "$.a", "true"), ["# @expect $.a exists"]);
    become(json("JsonPath Existence Match", "$.a", "false"), ["# @expect $.a absent"]);
    become(json("JsonPath Count", "$.items[*]", "3"), ["# @expect $.items[*] count 3"]);
    become(json("JsonPath Count", "$.items", "3"), ["# @expect $.items[*] count 3"]);
    become(json("JsonPath RegEx Match", "$.a", "true", { regEx: "\\d+" }), ['# @expect $.a matches "^(\\d+)$"']);
    become(json("JsonPath Match", "$.a[?(@.b == 1)]", "5"), [
      "# | assertion JsonPath Match",
      "# | path: $.a[?(@.b == 1)]",
      "# | content: 5",
    ]);
  });

  test("Message Content becomes an expectation for each row that is enabled", () => {
    const row = (path: string, operator: string, value: string, enabled = true) =>
      `<con:elements><con:xpath>${path}</con:xpath><con:element>a</con:element><con:operator>${operator}</con:operator><con:enabled>${enabled}</con:enabled><con:expectedValue>${value}</con:expectedValue></con:elements>`;
    const rows = [
      row("//m:a", "=", "5.50"),
      row("//m:b", "exists", ""),
      row("//m:c", "&gt;", "3"),
      row("//m:d", "=", "1", false),
    ];
    become(
      `<con:assertion type="MessageContentAssertion"><con:configuration>${rows.join("")}</con:configuration></con:assertion>`,
      ['# @expect //m:a = "5.50"', "# @expect //m:b exists", "# @expect //m:c > 3"],
    );
  });

  test("scripts, XQuery and other assertions become comments with their whole text", () => {
    become(assertion("GroovyScriptAssertion", { scriptText: "### a\n# @expect status 500\nassert true" }), [
      "# | assertion GroovyScriptAssertion",
      "# | ### a",
      "# | # @expect status 500",
      "# | assert true",
    ]);
    for (const type of [
      "XQuery Match",
      "WS-A Response Assertion",
      "WSS Status Assertion",
      "Sensitive Information Exposure",
    ]) {
      become(assertion(type, { path: "x" }), [`# | assertion ${type}`, "# | path: x"]);
    }
  });

  test("disabled assertions become comments", () => {
    become(assertion("SOAP Fault Assertion", {}, ' disabled="true"'), ["# | disabled assertion SOAP Fault Assertion"]);
  });

  test("each assertion has an entry in the summary, at the path of its step", () => {
    const inner = [
      xpath("//m:a", "1"),
      assertion("XQuery Match"),
      contains("x"),
      assertion("Not SOAP Fault Assertion"),
    ];
    const result = imported(caseProject(soapStep("Add", { inner: inner.join("") })));
    assert.deepEqual(outcomes(result, "Suite", "Case", "Add"), [
      "step request: translated",
      "request request: translated",
      "assertion XPath Match: translated",
      "assertion XQuery Match: kept",
      "assertion Simple Contains: translated",
      "assertion Not SOAP Fault Assertion: translated",
    ]);
    assert.equal(bodyOf({ inner: inner.join("") }), addBody);
  });
});
