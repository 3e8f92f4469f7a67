import assert from "node:assert/strict";
import { envelope, imported, outcomes, project, properties, textOf } from "../../../support/soapuiProjects.ts";

interface ResponseParts {
  readonly content?: string;
  readonly attributes?: string;
  readonly inner?: string;
}

const answer = envelope("<m:AddResponse><m:r>5</m:r></m:AddResponse>");

function response(
  name: string,
  { content = answer, attributes = 'httpResponseStatus="200"', inner = "" }: ResponseParts = {},
) {
  return `<con:response name="${name}" encoding="UTF-8" ${attributes}>${inner}<con:responseContent><![CDATA[${content}]]></con:responseContent></con:response>`;
}

function operation(responses: string, dispatch = "<con:dispatchStyle>SEQUENCE</con:dispatchStyle>"): string {
  return `<con:mockOperation name="Add" interface="CalcSoap" operation="Add">${dispatch}${responses}</con:mockOperation>`;
}

function service(content: string): string {
  return project(`<con:mockService name="Calc Mock" port="8088" path="/mockCalc">${content}</con:mockService>`);
}

const mockOf = (content: string) => textOf(imported(service(content)), "mocks/Calc Mock.soapmock");

suite("mock services of SoapUI become .soapmock files", () => {
  test("a mock response has its path, operation, status and headers", () => {
    const header = "<con:header><con:name>X-A</con:name><con:value>1</con:value></con:header>";
    const text = mockOf(operation(response("Fault", { attributes: 'httpResponseStatus="500"', inner: header })));
    assert.equal(
      text,
      `### Fault
# @name Fault
# @when path /mockCalc
# @when operation Add
HTTP/1.1 500 Internal Server Error
Content-Type: text/xml; charset=UTF-8
X-A: 1
Content-Length: {{$contentLength}}

${answer}
`,
    );
  });

  test("a sequence sends each response once, and the last one from then on", () => {
    const result = imported(service(operation(response("One") + response("Two") + response("Three"))));
    const text = textOf(result, "mocks/Calc Mock.soapmock");
    assert.deepEqual(
      text.split(/^(?=###)/m).map((segment) => segment.includes("# @times 1\n")),
      [true, true, false],
    );
    assert.deepEqual(outcomes(result, "Calc Mock", "Add", "Three"), ["mock response: partly"]);
  });

  test("conditions on the request are imported", () => {
    const query = (path: string, match: string, name: string) =>
      `<con:query><con:name>q</con:name><con:disabled>false</con:disabled><con:query>${path}</con:query><con:match>${match}</con:match><con:response>${name}</con:response></con:query>`;
    const dispatch = `<con:dispatchStyle>QUERY_MATCH</con:dispatchStyle><con:defaultResponse>Other</con:defaultResponse><con:dispatchConfig>${query("declare namespace m='urn:calc'; //m:a", "2", "Two")}</con:dispatchConfig>`;
    const text = mockOf(operation(response("Other") + response("Two"), dispatch));
    assert.deepEqual(text.match(/^(?:###|# @when) .*/gm), [
      "### Two",
      "# @when path /mockCalc",
      "# @when operation Add",
      '# @when //Q{urn:calc}a = "2"',
      "### Other",
      "# @when path /mockCalc",
      "# @when operation Add",
    ]);
    const byName = "<con:dispatchStyle>XPATH</con:dispatchStyle><con:dispatchPath>//*:name</con:dispatchPath>";
    assert.match(mockOf(operation(response("One") + response("Two"), byName)), /# @when \/\/\*:name = "One"\n/);
  });

  test("a script becomes a comment", () => {
    const dispatch =
      '<con:dispatchStyle>SCRIPT</con:dispatchStyle><con:dispatchPath>return "Two"</con:dispatchPath><con:defaultResponse>Two</con:defaultResponse>';
    const result = imported(
      service(`${operation(response("One") + response("Two"), dispatch)}<con:onRequestScript>x</con:onRequestScript>`),
    );
    const text = textOf(result, "mocks/Calc Mock.soapmock");
    assert.match(text, /# \| dispatch script\n# \| return "Two"\n/);
    assert.match(text, /# \| onRequestScript of Calc Mock\n# \| x\n/);
    assert.deepEqual(outcomes(result, "Calc Mock", "Add", "One"), ["mock response: partly"]);
  });

  test("properties and a delay are imported", () => {
    const settings =
      '<con:settings><con:setting id="com.eviware.soapui.impl.wsdl.mock.WsdlMockResponse@response-delay">500</con:setting></con:settings>';
    const text = mockOf(
      `${properties({ x: "1" })}${operation(response("One", { inner: settings, content: "<a>${#MockService#x}</a>" }))}`,
    );
    assert.match(text, /@mock_x = 1\n/);
    assert.match(text, /# @delay 500 ms\n/);
    assert.match(text, /<a>\{\{mock_x\}\}<\/a>/);
  });

  test("REST mock services have the method and the path", () => {
    const text = textOf(
      imported(
        project(
          `<con:restMockService name="Pets" path="/v1"><con:restMockAction name="/pet" method="GET" resourcePath="/pet/{id}"><con:response name="R" httpResponseStatus="404" mediaType="application/json"><con:responseContent>{}</con:responseContent></con:response></con:restMockAction></con:restMockService>`,
        ),
      ),
      "mocks/Pets.soapmock",
    );
    assert.match(
      text,
      /# @when method GET\n# @when path \/v1\/pet\/\*\nHTTP\/1.1 404 Not Found\nContent-Type: application\/json\n/,
    );
  });

  test("mock operations without a response are dropped, and the summary says so", () => {
    const result = imported(service(operation("")));
    assert.deepEqual(outcomes(result, "Calc Mock", "Add"), ["mock mockOperation: dropped"]);
  });
});
