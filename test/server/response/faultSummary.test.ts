import assert from "node:assert/strict";
import { presentFault } from "../../../server/src/response/faultSummary.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { captured } from "./captured.ts";

const envelope = (namespace: string, fault: string) =>
  parseXml(
    `<s:Envelope xmlns:s="${namespace}" xmlns:m="urn:m"><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`,
  );
const fault11 = (fault: string) => envelope("http://schemas.xmlsoap.org/soap/envelope/", fault);
const fault12 = (fault: string) => envelope("http://www.w3.org/2003/05/soap-envelope", fault);
/** The summary without the explanation of the code. */
const summary = (document: ReturnType<typeof parseXml>, languages: readonly string[] = []) =>
  presentFault(document, languages)?.summary.replace(/ · The (?:request|service) .*$/, "");

suite("the summary of a Fault", () => {
  test("the summary of SOAP 1.2 has code, subcodes, reason, node, role, detail and an explanation", () => {
    const fault = presentFault(
      fault12(
        "<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>m:Timeout</s:Value><s:Subcode><s:Value>m:Late</s:Value>" +
          "</s:Subcode></s:Subcode></s:Code><s:Reason><s:Text xml:lang='en'> too\n late </s:Text></s:Reason>" +
          "<s:Node>http://node</s:Node><s:Role>http://role</s:Role>" +
          "<s:Detail><m:max>P5M</m:max><m:more><m:x/></m:more></s:Detail>",
      ),
      [],
    );
    assert.equal(fault?.version, "1.2");
    assert.equal(
      fault?.summary,
      "Sender, m:Timeout, m:Late: too late · Node: http://node · Role: http://role · Detail: max: P5M · " +
        "The request is invalid. If sent again unchanged, it will fail again.",
    );
  });

  test("the summary of SOAP 1.1 splits only standard codes at the dot", () => {
    const code = (text: string) => fault11(`<faultcode>${text}</faultcode><faultstring>r</faultstring>`);
    assert.equal(summary(code("s:Client.Authentication")), "Client, Authentication: r");
    assert.equal(summary(code("m:Own.Code")), "m:Own.Code: r");
    assert.equal(summary(code("500")), "500: r");
  });

  test("the summary shows the reason in the user's language", () => {
    const document = fault12(
      "<s:Code><s:Value>m:c</s:Value></s:Code><s:Reason><s:Text xml:lang='en'>late</s:Text><s:Text xml:lang='de'>spät</s:Text></s:Reason>",
    );
    assert.equal(summary(document), "m:c: late");
    assert.equal(summary(document, ["de-AT", "en"]), "m:c: spät");
  });

  test("the summary shows the texts that are nested in the detail", () => {
    const detail = (content: string) => summary(fault11(`<faultstring>r</faultstring><detail>${content}</detail>`));
    assert.equal(
      detail(
        "<m:UPnPError><m:errorCode>401</m:errorCode><m:errorDescription>Invalid Action</m:errorDescription></m:UPnPError>",
      ),
      "r · Detail: UPnPError/errorCode: 401, UPnPError/errorDescription: Invalid Action",
    );
    assert.equal(
      detail("<m:Fault><m:HelpLink/><m:Inner><m:Message>No stock</m:Message></m:Inner></m:Fault>"),
      "r · Detail: Fault/Inner/Message: No stock",
    );
    assert.equal(detail("<m:Denied/><m:More><m:x/></m:More>"), "r · Detail: Denied, More/x");
    assert.equal(detail("only text"), "r · Detail: only text");
  });

  test("the summary names the errors of the request if the service reports an error of its own", () => {
    const document = fault11("<faultcode>s:Server</faultcode><faultstring>r</faultstring>");
    const own = "The service reports an error of its own. Many services also report errors in the request like this.";
    assert.equal(presentFault(document, [])?.summary, `Server: r · ${own}`);
    const errors = ["Missing SOAPAction header.", "Unexpected element a.", "Third.", "Fourth."];
    const summary = presentFault(document, [], () => errors)?.summary ?? "";
    const blamed = `Errors in the request may be the reason: ${errors.slice(0, 3).join(" ")}`;
    assert.equal(summary, `Server: r · ${blamed}`);
    assert.equal(presentFault(document, [], () => errors)?.entries[0]?.value, `s:Server — ${blamed}`);
    const sender = fault12("<s:Code><s:Value>s:Sender</s:Value></s:Code>");
    assert.match(presentFault(sender, [], () => errors)?.summary ?? "", /The request is invalid/);
  });

  test("the summary is short for an empty Fault, and truncated for a long one", () => {
    assert.equal(summary(fault12("")), "neither code nor reason");
    assert.equal(summary(fault11("<faultstring>r</faultstring>")), "r");
    assert.equal(summary(fault11(`<faultstring>${"r".repeat(5000)}</faultstring>`)), `${"r".repeat(300)}…`);
  });

  test("the summary is undefined without a Fault", () => {
    assert.equal(presentFault(undefined, []), undefined);
    assert.equal(presentFault(parseXml("<a/>"), []), undefined);
  });

  for (const [name, version, start] of [
    ["gsoap.fault", "1.1", "Server: boom: hi · Detail: code: 42 · "],
    ["jaxws11.mustunderstand", "1.1", "MustUnderstand: MustUnderstand headers:[{urn:x}T] are not understood · "],
    ["jaxws12.fault", "1.2", "Receiver: boom: hi · Detail: Boom"],
    ["php12.mustunderstand", "1.2", "MustUnderstand: Header not understood · "],
    ["node-soap.malformed", "1.1", "500: Invalid XML"],
    // A SOAP 1.1 Fault in a SOAP 1.2 envelope.
    ["soaplite.cl-short", "1.1", "Client: Application failed during request deserialization: unclosed token at line 6"],
  ] as const) {
    test(`the summary is correct for ${name}`, () => {
      const { fault } = presentResponse(captured(name));
      assert.equal(fault?.version, version);
      assert.equal(fault.summary.slice(0, start.length), start);
    });
  }
});
