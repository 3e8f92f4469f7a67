// A real service sends its responses to wsa:ReplyTo and its Faults to wsa:FaultTo, where `# @receive` waits for them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteServer } from "./processes.mjs";
import { folder, program, run } from "./soaphttp.mjs";
import { emptyFolder, jaxWsCommand, prepareJaxWsAddressed, stacks } from "./stacks.mjs";

const divide = (port, b) => `# @name divide
# @expect status 202
POST / HTTP/1.1
Host: 127.0.0.1:${port}
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:calc/Divide"
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="http://www.w3.org/2005/08/addressing">
  <s:Header>
    <a:To>http://127.0.0.1:${port}/</a:To>
    <a:Action>urn:calc/Divide</a:Action>
    <a:MessageID>urn:uuid:6b29fc40-ca47-1067-b31d-00dd010662da</a:MessageID>
    <a:ReplyTo><a:Address>http://{{callback.host}}/reply</a:Address></a:ReplyTo>
    <a:FaultTo><a:Address>http://{{callback.host}}/fault</a:Address></a:FaultTo>
  </s:Header>
  <s:Body><c:Divide xmlns:c="urn:calc"><a>6</a><b>${b}</b></c:Divide></s:Body>
</s:Envelope>

###
`;

const response = "HTTP/1.1 202 Accepted\nContent-Length: 0\n";

suite("responses and Faults of JAX-WS RI that are sent elsewhere", () => {
  const server = suiteServer("JAX-WS RI", stacks.jaxWs.packages, async (port) => {
    await program();
    const classes = emptyFolder(folder, "addressed");
    prepareJaxWsAddressed(classes);
    return jaxWsCommand("Addressed", port, classes);
  });

  for (const [what, b, directives] of [
    ["a response comes to wsa:ReplyTo", 2, "# @receive POST /reply\n# @expect //return = 3\n# @expect no fault"],
    ["a Fault comes to wsa:FaultTo", 0, "# @receive POST /fault\n# @expect fault"],
  ])
    test(what, async () => {
      const own = emptyFolder(folder, `callbacks-${b}`);
      const related = "# @expect //*:RelatesTo = {{divide.request.body.//*:MessageID}}";
      writeFileSync(join(own, "a.soaphttp"), `${divide(server.port, b)}${directives}\n${related}\n${response}`);
      const { code, out, error } = await run(["test", "--no-wsdl", "a.soaphttp"], {}, own);
      assert.equal(code, 0, `${out}${error}`);
    }).timeout(60_000);
});
