import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { toBase64 } from "../../../server/src/text/base64.ts";
import { wsdl } from "../../support/calculator/wsdl.mjs";
import { assertion, escaped, project, properties, soapStep, step, transfer } from "../../support/soapuiProjects.ts";
import { folderOf, soaphttp } from "./built.ts";

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const calc = "http://example.org/calc";
const bytes = (text: string) => new TextEncoder().encode(text);
const message = (content: string) =>
  `<soap:Envelope xmlns:soap="${soap11}" xmlns:m="${calc}"><soap:Header/><soap:Body>${content}</soap:Body></soap:Envelope>`;
const login = message("<m:Login><m:user>${#Project#user}</m:user><m:password>demo</m:password></m:Login>");
const add = message("<m:Add><m:a>1</m:a><m:b>${Rows#b}</m:b></m:Add>");

const attachment = `<con:attachment><con:name>a.txt</con:name><con:contentType>text/plain</con:contentType><con:contentId>a.txt</con:contentId><con:data>${toBase64(zipSync({ "a.txt": bytes("hi") }))}</con:data></con:attachment>`;
const rows = `<row>&lt;a>&lt;con:entry xmlns:con="http://eviware.com/soapui/config">2&lt;/con:entry>&lt;/a></row>`;
const wsse =
  "<con:credentials><con:username>ann</con:username><con:password>pin</con:password><con:authType>Preemptive</con:authType></con:credentials>";

/** A project with a step of each kind, and nothing wrong in its requests. */
const everything = project(
  `<con:interface type="wsdl" name="CalcSoap" soapVersion="1_1" definition="http://localhost/calc?wsdl"><con:definitionCache type="TEXT" rootPart="http://localhost/calc?wsdl"><con:part><con:url>http://localhost/calc?wsdl</con:url><con:content>${escaped(wsdl({ "1.1": "http://localhost:8000/calc" }))}</con:content></con:part></con:definitionCache><con:endpoints><con:endpoint>http://localhost:8000/calc</con:endpoint></con:endpoints><con:operation name="Add" action="${calc}/Add"><con:call name="Sample"><con:endpoint>http://localhost:8000/calc</con:endpoint><con:request compression="gzip">${toBase64(gzipSync(bytes(message("<m:Add><m:a>1</m:a><m:b>2</m:b></m:Add>"))))}</con:request></con:call></con:operation><con:operation name="Login" action="${calc}/Login"/></con:interface>
  <con:interface type="rest" name="Pets"><con:endpoints><con:endpoint>http://localhost:8000</con:endpoint></con:endpoints><con:resource name="Pet" path="/pet"><con:method name="Post" method="POST"/></con:resource></con:interface>
  <con:testSuite name="Suite"><con:testCase name="Case" keepSession="true"><con:description>About ### it</con:description>
  ${soapStep("Log in", { body: login, inner: assertion("SOAP Response") + assertion("SOAP Fault Assertion") + assertion("Schema Compliance") + assertion("Simple Contains", { token: "a\nb", ignoreCase: "true", useRegEx: "false" }) + assertion("XPath Match", { path: "declare namespace n='urn:none'; //n:a", content: "1" }) + assertion("Response SLA Assertion", { SLA: "200" }) }).replace("<con:operation>Add<", "<con:operation>Login<")}
  ${step("groovy", "Script", "<script>### a\n@b = 1\nPOST / HTTP/1.1\n\n# @expect x</script>")}
  ${step("transfer", "Move", transfer({ name: "token", sourceStep: "Log in", sourceType: "Response", sourcePath: "//*:token", targetStep: "Add", targetType: "Request", targetPath: "//*:a" }))}
  ${step("datasource", "Rows", `<con:dataSource type="Grid"><con:configuration>${rows}</con:configuration></con:dataSource><con:property>b</con:property>`)}
  ${soapStep("Add", { body: add, inner: assertion("Valid HTTP Status Codes", { codes: "200,500" }) })}
  ${step("datasourceloop", "Loop", "<dataSourceStep>Rows</dataSourceStep><targetStep>Add</targetStep>")}
  ${step("delay", "Delay", "<delay>10</delay>")}
  ${soapStep("Secured", { body: add.replace("${Rows#b}", "2"), inner: wsse, attributes: 'wssPasswordType="PasswordDigest" timeout="3000"' })}
  ${soapStep("With a file", { body: add.replace("${Rows#b}", "2"), inner: attachment })}
  ${soapStep("Off", { body: add.replace("${Rows#b}", "2") }, ' disabled="true"')}
  <con:testStep type="restrequest" name="Pet"><con:config service="Pets" resourcePath="/pet" methodName="Post"><con:restRequest name="Pet" mediaType="application/json"><con:request>{"a": "{{x}}"}</con:request>${assertion("JsonPath Match", { path: "$.a", content: "1" })}</con:restRequest></con:config></con:testStep>
  <con:testStep type="httprequest" name="Plain"><con:config method="GET" name="Plain"><con:endpoint>http://localhost:8000/a</con:endpoint></con:config></con:testStep>
  <con:setupScript>log.info 1</con:setupScript></con:testCase></con:testSuite>
  <con:mockService name="Mock" path="/mock"><con:mockOperation name="Add" operation="Add"><con:response name="R" httpResponseStatus="200"><con:responseContent>${escaped(message("<m:AddResponse><m:result>1</m:result></m:AddResponse>"))}</con:responseContent></con:response></con:mockOperation></con:mockService>
  ${properties({ user: "demo" })}`,
);

suite("soaphttp import of a SoapUI project", () => {
  test("the import writes requests that soaphttp check accepts", async () => {
    const cwd = folderOf({ "calc-soapui-project.xml": everything });
    const imported = await soaphttp(["import", "calc-soapui-project.xml"], { cwd });
    assert.deepEqual([imported.code, imported.error], [0, ""]);
    const checked = await soaphttp(["check", "."], { cwd: join(cwd, "Calculator") });
    assert.deepEqual([checked.code, checked.out], [0, "3 files, no problems.\n"]);
  });

  test("soaphttp check reports the values that only SoapUI computes", async () => {
    const script = project(
      `<con:testSuite name="Suite"><con:testCase name="Case">${soapStep("Add", { body: "<a>${=1 + 1}</a>" })}</con:testCase></con:testSuite>`,
    );
    const cwd = folderOf({ "p.xml": script });
    await soaphttp(["import", "p.xml"], { cwd });
    const { out, code } = await soaphttp(["check", "Calculator"], { cwd });
    assert.equal(code, 1);
    assert.match(out, /error variable-undefined /);
  });

  test("the import imports the same bytes each time", async () => {
    const cwd = folderOf({ "p.xml": everything });
    const json = async () => {
      const { out } = await soaphttp(["import", "--format", "json", "p.xml"], { cwd });
      return out.replaceAll("Calculator-2", "Calculator");
    };
    assert.equal(await json(), await json());
  });
});
