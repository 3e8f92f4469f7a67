import assert from "node:assert/strict";
import { wsdl } from "../../support/calculator/wsdl.mjs";
import { startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const calc = "http://example.org/calc";

async function ran(payload: string, directives: string, args: readonly string[] = []) {
  const service = await startRawService(async (connection) => {
    await connection.request();
    const body = `<s:Envelope xmlns:s="${soap}"><s:Body>${payload}</s:Body></s:Envelope>`;
    connection.end(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  const request = `# @name add
${directives}# @expect contract
POST /calc HTTP/1.1
Host: 127.0.0.1:${service.port}
Content-Type: text/xml; charset=utf-8
SOAPAction: "${calc}/Add"
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="${soap}"><s:Body><Add xmlns="${calc}"><a>one</a><b>2</b></Add></s:Body></s:Envelope>
`;
  const address = `http://127.0.0.1:${service.port}/calc`;
  const cwd = folderOf({ "tests/a.soaphttp": request, "calc.wsdl": wsdl({ "1.1": address }) });
  const result = await soaphttp(["test", ...args, "tests"], { cwd });
  return result;
}

const valid = `<AddResponse xmlns="${calc}"><result>5</result></AddResponse>`;

suite("# @expect contract", () => {
  test("the expectation holds if the response is valid by a WSDL of the folder", async () => {
    const { code, out } = await ran(valid, "# @ignore schema-value\n");
    assert.match(out, /✓ add/);
    assert.equal(code, 0);
  });

  test("the expectation isn't evaluated if the request isn't sent, because it is invalid by the WSDL", async () => {
    const { code, out } = await ran(valid, "");
    assert.match(
      out,
      /✗ add not sent.*\n.*one isn't a valid xs:double.*\n.*It is not sent: it has errors; use --as-written/,
    );
    assert.equal(code, 2);
    const asWritten = await ran(valid, "", ["--as-written"]);
    assert.match(asWritten.out, /✓ add/);
    assert.equal(asWritten.code, 0);
  });

  test("the report shows each problem on a line of its own", async () => {
    const { code, out } = await ran(
      `<AddResponse xmlns="${calc}"><result>five</result><rest/></AddResponse>`,
      "# @ignore schema-value\n# @wsdl ../calc.wsdl\n",
    );
    assert.match(out, /✗ contract\n +1:\d+: .*five.*\n +1:\d+: .*<rest>/);
    assert.equal(code, 1);
  });

  test("the report says what to do where no WSDL has the operation", async () => {
    const without = await ran(valid, "", ["--no-wsdl"]);
    assert.match(without.out, /No WSDL has the operation of this request\. Name the WSDL with # @wsdl/);
    const refused = await ran(valid, "# @wsdl http://127.0.0.2:9/calc?wsdl\n");
    assert.match(refused.out, /http:\/\/127\.0\.0\.2:9\/calc\?wsdl: .*Use --allow-outside to read it\./);
    assert.equal(refused.code, 1);
  });
});
