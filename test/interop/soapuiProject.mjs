// A SoapUI project whose test case has a step for each assertion, one that holds and one that doesn't.

const soap = "http://schemas.xmlsoap.org/soap/envelope/";

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function assertion(type, values = {}) {
  const rows = Object.entries(values).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return `<con:assertion type="${type}" name="${type}"><con:configuration>${rows.join("")}</con:configuration></con:assertion>`;
}

/**
 * The steps: the operation that they call, their assertion, and whether it holds in SoapUI.
 * @returns {readonly { name: string, operation: string, b: number, assertion: string, holds: boolean, needsContract?: boolean }[]}
 */
export function soapuiCases({ result }) {
  const path = result.startsWith("c:") ? `//c:AddResponse/${result}` : `//c:AddResponse/${result}`;
  const declared = `declare namespace c='urn:calc';\n${path}`;
  const xpath = (content, more = {}) =>
    assertion("XPath Match", { path: declared, content, allowWildcards: "false", ...more });
  const contains = (type, token, more = {}) =>
    assertion(type, { token, ignoreCase: "false", useRegEx: "false", ...more });
  const add = (name, holds, text, more = {}) => ({ name, operation: "Add", b: 25, assertion: text, holds, ...more });
  const divide = (name, holds, text) => ({ name, operation: "Divide", b: 0, assertion: text, holds });
  return [
    // XPathContainsAssertion compares texts.
    add("xpath-equal", true, xpath("42")),
    add("xpath-as-text", false, xpath("42.0")),
    add("xpath-other-value", false, xpath("43")),
    add("xpath-wildcard", true, xpath("4*", { allowWildcards: "true" })),
    add("xpath-wildcard-elsewhere", false, xpath("*3", { allowWildcards: "true" })),
    add("xpath-no-wildcard", false, xpath("4*")),
    add("xpath-nothing-found", false, assertion("XPath Match", { path: "//none", content: "" })),
    add(
      "xpath-count",
      true,
      assertion("XPath Match", { path: `declare namespace s='${soap}'; count(//s:Body)`, content: "1" }),
    ),
    add("xpath-comparison", true, assertion("XPath Match", { path: `${declared} > 41`, content: "true" })),
    add(
      "xpath-other-prefix",
      true,
      assertion("XPath Match", { path: "declare namespace x='urn:calc'; count(//x:AddResponse)", content: "1" }),
    ),
    // SoapResponseAssertion
    add("soap-response", true, assertion("SOAP Response")),
    // NotSoapFaultAssertion has the type "SOAP Fault Assertion", SoapFaultAssertion has "Not SOAP Fault Assertion".
    add("no-fault", true, assertion("SOAP Fault Assertion")),
    divide("no-fault-but-one", false, assertion("SOAP Fault Assertion")),
    divide("fault", true, assertion("Not SOAP Fault Assertion")),
    add("fault-but-none", false, assertion("Not SOAP Fault Assertion")),
    // SchemaComplianceAssertion
    add("schema", true, assertion("Schema Compliance"), { needsContract: true }),
    // ValidHttpStatusCodesAssertion, InvalidHttpStatusCodesAssertion
    add("status", true, assertion("Valid HTTP Status Codes", { codes: "200" })),
    add("status-of-several", true, assertion("Valid HTTP Status Codes", { codes: "201, 200" })),
    add("status-other", false, assertion("Valid HTTP Status Codes", { codes: "201,500" })),
    add("status-not", true, assertion("Invalid HTTP Status Codes", { codes: "500,404" })),
    add("status-not-but-it-is", false, assertion("Invalid HTTP Status Codes", { codes: "404,200" })),
    // SimpleContainsAssertion, SimpleNotContainsAssertion of SoapUI 5.7: a regular expression is found, with DOTALL.
    add("contains", true, contains("Simple Contains", "AddResponse")),
    add("contains-other-case", false, contains("Simple Contains", "ADDRESPONSE")),
    add("contains-any-case", true, contains("Simple Contains", "ADDRESPONSE", { ignoreCase: "true" })),
    add("contains-regex", true, contains("Simple Contains", "(?s).*>4\\d<.*", { useRegEx: "true" })),
    add("contains-regex-of-a-part", true, contains("Simple Contains", ">4\\d<", { useRegEx: "true" })),
    add("contains-regex-of-lines", true, contains("Simple Contains", "Envelope.*>4\\d<", { useRegEx: "true" })),
    add(
      "contains-regex-any-case",
      true,
      contains("Simple Contains", "ADD.*E>", { useRegEx: "true", ignoreCase: "true" }),
    ),
    add("contains-regex-nowhere", false, contains("Simple Contains", ">5\\d<", { useRegEx: "true" })),
    add("contains-not", true, contains("Simple NotContains", "Fault>")),
    add("contains-not-but-it-does", false, contains("Simple NotContains", "AddResponse")),
    add("contains-not-regex-of-a-part", false, contains("Simple NotContains", ">4\\d<", { useRegEx: "true" })),
    add("contains-not-regex", false, contains("Simple NotContains", "(?s).*>4\\d<.*", { useRegEx: "true" })),
    // ResponseSLAAssertion
    add("time", true, assertion("Response SLA Assertion", { SLA: "30000" })),
    add("time-exceeded", false, assertion("Response SLA Assertion", { SLA: "0" })),
    // ReadyAPI
    add("header", true, assertion("HTTP Header Exists", { Header: "Content-Type" })),
    add("header-missing", false, assertion("HTTP Header Exists", { Header: "X-Missing" })),
    add(
      "header-value",
      true,
      assertion("HTTP Header Equals", { Header: "Content-Type", Value: "text/xml; charset=utf-8" }),
    ),
    add("header-other-value", false, assertion("HTTP Header Equals", { Header: "Content-Type", Value: "text/plain" })),
  ];
}

function step({ prefix = "" }, address, { name, operation, b, assertion: own }) {
  const numbers = `<${prefix}a>17</${prefix}a><${prefix}b>${b}</${prefix}b>`;
  const body = `<s:Envelope xmlns:s="${soap}"><s:Body><c:${operation} xmlns:c="urn:calc">${numbers}</c:${operation}></s:Body></s:Envelope>`;
  return `<con:testStep type="request" name="${name}"><con:config><con:interface>Calc</con:interface><con:operation>${operation}</con:operation><con:request name="${name}"><con:encoding>UTF-8</con:encoding><con:endpoint>${address}</con:endpoint><con:request><![CDATA[${body}]]></con:request>${own}</con:request></con:config></con:testStep>`;
}

/**
 * The text of the project.
 * @param {{ address: string, facts: object, definition: string | undefined }} service
 */
export function soapuiProject({ address, facts, definition }) {
  const part =
    definition &&
    `<con:part><con:url>http://calc.test/calc?wsdl</con:url><con:content>${escaped(definition)}</con:content></con:part>`;
  const cache = part
    ? `<con:definitionCache type="TEXT" rootPart="http://calc.test/calc?wsdl">${part}</con:definitionCache>`
    : "";
  const operations = ["Add", "Divide"].map((name) => `<con:operation name="${name}" action="urn:calc#${name}"/>`);
  const steps = soapuiCases(facts)
    .filter(({ needsContract }) => !needsContract || definition)
    .map((one) => step(facts, address, one));
  return `<?xml version="1.0" encoding="UTF-8"?>
<con:soapui-project name="Calc" xmlns:con="http://eviware.com/soapui/config"><con:interface type="wsdl" name="Calc" soapVersion="1_1">${cache}<con:endpoints><con:endpoint>${address}</con:endpoint></con:endpoints>${operations.join("")}</con:interface><con:testSuite name="Suite"><con:testCase name="Case">${steps.join("")}</con:testCase></con:testSuite></con:soapui-project>
`;
}

/**
 * The text of a project with REST steps: three interfaces of one name (SoapUI takes the first one that has the method at the path of the
 * step), expansions in paths, a base path without a slash, values with percent signs, and a JSONPath
 * without `$`.
 */
export function restProject(address) {
  const resource = (path, method, base = "") =>
    `<con:interface type="rest" name="Rest" basePath="${base}"><con:endpoints><con:endpoint>${address}</con:endpoint></con:endpoints><con:resource path="${path}"><con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style></con:parameter><con:parameter><con:name>q</con:name><con:style>QUERY</con:style></con:parameter></con:parameters><con:method name="M" method="${method}"/></con:resource></con:interface>`;
  const shop = "/${#Project#context}";
  const expects =
    assertion("HTTP Header Equals", { Header: "X-Trace", Value: "${#Project#trace}" }) +
    assertion("JsonPath Match", { path: "data.id", content: "7 8" });
  const step = (name, path, content, parameters = {}) => {
    const entries = Object.entries(parameters).map(([key, value]) => `<con:entry key="${key}" value="${value}"/>`);
    return `<con:testStep type="restrequest" name="${name}"><con:config service="Rest" methodName="M" resourcePath="${path}"><con:restRequest name="${name}" mediaType="application/json"><con:endpoint>\${#Project#ep}</con:endpoint><con:request>${escaped(content)}</con:request>${expects}<con:parameters>${entries.join("")}</con:parameters></con:restRequest></con:config></con:testStep>`;
  };
  const transfer = `<con:testStep type="transfer" name="Move"><con:config><con:transfers><con:name>id</con:name><con:sourceType>Response</con:sourceType><con:sourceStep>Get</con:sourceStep><con:sourcePath>data.id</con:sourcePath><con:type>JSONPATH</con:type><con:targetType>id</con:targetType><con:targetStep>#TestCase#</con:targetStep></con:transfers></con:config></con:testStep>`;
  const steps = [
    step("Get", `${shop}/x`, ""),
    transfer,
    step("Post", `${shop}/y/{id}`, '{"a":1}', { id: "1 2" }),
    step("Put", "base/v1/y/{id}", "{}", { id: "${#TestCase#id}" }),
    step("Encoded", `${shop}/x`, "", { q: "%7Bq%7D" }),
  ];
  const property = ([name, value]) =>
    `<con:property><con:name>${name}</con:name><con:value>${value}</con:value></con:property>`;
  const properties = (values) => `<con:properties>${Object.entries(values).map(property).join("")}</con:properties>`;
  const interfaces = [
    resource(`${shop}/x`, "GET"),
    resource(`${shop}/y/{id}`, "POST"),
    resource("/y/{id}", "PUT", "base/v1"),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<con:soapui-project name="Rest" xmlns:con="http://eviware.com/soapui/config">${interfaces.join("")}<con:testSuite name="Suite"><con:testCase name="Case">${steps.join("")}${properties({ id: "" })}</con:testCase></con:testSuite>${properties({ ep: address, context: "shop", trace: "a" })}</con:soapui-project>
`;
}
