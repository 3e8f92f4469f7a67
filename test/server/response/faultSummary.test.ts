import assert from "node:assert/strict";
import { presentFault } from "../../../server/src/response/faultSummary.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { namespace11, namespace12 } from "../soap/soapMessages.ts";
import { captured } from "./captured.ts";

const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsa = "http://www.w3.org/2005/08/addressing";

const envelope = (namespace: string, fault: string, header = "") =>
  parseXml(
    `<s:Envelope xmlns:s="${namespace}" xmlns:wsse="${wsse}" xmlns:wsa="${wsa}" xmlns:m="urn:m"><s:Header>${header}</s:Header><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`,
  );
const in11 = (fault: string) => envelope(namespace11, fault);
const in12 = (fault: string) => envelope(namespace12, fault);
/** The summary without the explanation of the code. */
const summary = (document: ReturnType<typeof parseXml>, languages: readonly string[] = []) =>
  presentFault(document, languages)?.summary.replace(/ · The (?:request|service) .*$/, "");

suite("the summary of a Fault", () => {
  test("the summary of SOAP 1.2 has code, subcodes, reason, node, role, detail and an explanation", () => {
    const fault = presentFault(
      in12(
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
    const code = (text: string) => in11(`<faultcode>${text}</faultcode><faultstring>r</faultstring>`);
    assert.equal(summary(code("s:Client.Authentication")), "Client, Authentication: r");
    assert.equal(summary(code("m:Own.Code")), "m:Own.Code: r");
    assert.equal(summary(code("500")), "500: r");
  });

  test("the summary shows the reason in the user's language", () => {
    const document = in12(
      "<s:Code><s:Value>m:c</s:Value></s:Code><s:Reason><s:Text xml:lang='en'>late</s:Text><s:Text xml:lang='de'>spät</s:Text></s:Reason>",
    );
    assert.equal(summary(document), "m:c: late");
    assert.equal(summary(document, ["de-AT", "en"]), "m:c: spät");
  });

  test("the summary shows the texts that are nested in the detail", () => {
    const detail = (content: string) => summary(in11(`<faultstring>r</faultstring><detail>${content}</detail>`));
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
    const document = in11("<faultcode>s:Server</faultcode><faultstring>r</faultstring>");
    const own = "The service reports an error of its own. Many services also report errors in the request like this.";
    assert.equal(presentFault(document, [])?.summary, `Server: r · ${own}`);
    const errors = ["Missing SOAPAction header.", "Unexpected element a.", "Third.", "Fourth."];
    const summary = presentFault(document, [], () => errors)?.summary ?? "";
    const blamed = `Errors in the request may be the reason: ${errors.slice(0, 3).join(" ")}`;
    assert.equal(summary, `Server: r · ${blamed}`);
    assert.equal(presentFault(document, [], () => errors)?.entries[0]?.value, `s:Server — ${blamed}`);
    const sender = in12("<s:Code><s:Value>s:Sender</s:Value></s:Code>");
    assert.match(presentFault(sender, [], () => errors)?.summary ?? "", /The request is invalid/);
  });

  test("the summary is short for an empty Fault, and truncated for a long one", () => {
    assert.equal(summary(in12("")), "neither code nor reason");
    assert.equal(summary(in11("<faultstring>r</faultstring>")), "r");
    assert.equal(summary(in11(`<faultstring>${"r".repeat(5000)}</faultstring>`)), `${"r".repeat(300)}…`);
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

const present = (namespace: string, fault: string, header = "", languages: readonly string[] = []) =>
  presentFault(envelope(namespace, fault, header), languages);
const fault11 = (code: string, reason = "r", header = "") =>
  present(namespace11, `<faultcode>${code}</faultcode><faultstring>${reason}</faultstring>`, header);
const fault12 = (code: string, subcode = "", header = "", detail = "") =>
  present(
    namespace12,
    `<s:Code><s:Value>${code}</s:Value>${subcode && `<s:Subcode><s:Value>${subcode}</s:Value></s:Subcode>`}</s:Code>` +
      `<s:Reason><s:Text xml:lang="en">r</s:Text></s:Reason>${detail && `<s:Detail>${detail}</s:Detail>`}`,
    header,
  );
const entries = (fault: ReturnType<typeof present>) => fault?.entries.map(({ label, value }) => `${label}: ${value}`);

suite("entries of a Fault", () => {
  test("entries explain code and subcode", () => {
    assert.deepEqual(entries(fault12("s:Sender", "wsse:FailedAuthentication")), [
      "Code: s:Sender — The request is invalid. If sent again unchanged, it will fail again.",
      "Subcode: wsse:FailedAuthentication — The credentials are wrong: user, password, or the digest with its nonce and time.",
      "Reason: r",
    ]);
  });

  test("entries explain a SOAP 1.1 code from WS-Security or WS-Addressing", () => {
    assert.match(
      entries(fault11("wsse:InvalidSecurity"))?.[0] ?? "",
      /^Code: wsse:InvalidSecurity — The wsse:Security /,
    );
    assert.match(entries(fault11("wsa:ActionNotSupported"))?.[0] ?? "", / — The service has no operation /);
  });

  test("entries don't explain a service's own code", () => {
    assert.deepEqual(entries(fault11("m:Own")), ["Code: m:Own", "Reason: r"]);
  });

  test("entries show the reason in the user's language", () => {
    const reasons = "<s:Reason><s:Text xml:lang='en'>late</s:Text><s:Text xml:lang='de'>zu spät</s:Text></s:Reason>";
    assert.deepEqual(entries(present(namespace12, reasons, "", ["de"])), ["Reason: zu spät"]);
  });

  test("entries show actor in SOAP 1.1, node and role in SOAP 1.2", () => {
    assert.deepEqual(entries(present(namespace11, "<faultactor>urn:a</faultactor>")), ["Actor: urn:a"]);
    assert.deepEqual(entries(present(namespace12, "<s:Node>urn:n</s:Node><s:Role>urn:r</s:Role>")), [
      "Node: urn:n",
      "Role: urn:r",
    ]);
  });

  test("entries show each text of the detail with its path of element names", () => {
    const detail = "<m:Fault><m:code>42</m:code><m:inner><m:text>\n no  luck </m:text><m:none/></m:inner></m:Fault>";
    assert.deepEqual(entries(fault12("m:c", "", "", detail))?.slice(2), [
      "Detail: Fault/code: 42",
      "Detail: Fault/inner/text: no luck",
      "Detail: Fault/inner/none",
    ]);
    assert.deepEqual(entries(present(namespace11, "<detail> no element </detail>")), ["Detail: no element"]);
  });

  test("entries show only the beginning of a long detail", () => {
    const many = entries(fault12("m:c", "", "", "<m:x>1</m:x>".repeat(50)));
    assert.equal(many?.length, 2 + 20 + 1);
    assert.equal(many?.at(-1), "Detail: …");
    const deep = "<m:x>".repeat(5000) + "</m:x>".repeat(5000);
    assert.equal(entries(fault12("m:c", "", "", deep))?.length, 3);
  });
});

suite("the cause of a Fault in the request", () => {
  const element = (namespace: string, local: string) => ({ kind: "element", namespace, local });

  test("the cause is known for the codes of SOAP", () => {
    assert.deepEqual(fault11("s:VersionMismatch")?.cause, { kind: "envelope" });
    assert.deepEqual(fault12("s:DataEncodingUnknown")?.cause, { kind: "encoding" });
    assert.deepEqual(fault12("s:MustUnderstand")?.cause, { kind: "mustUnderstand" });
    assert.equal(fault12("s:Sender")?.cause, undefined);
    assert.equal(fault12("m:VersionMismatch")?.cause, undefined);
  });

  test("the cause is the header block in NotUnderstood or in the reason", () => {
    const block = '<s:NotUnderstood xmlns:x="urn:x" qname="x:Token"/>';
    assert.deepEqual(fault12("s:MustUnderstand", "", block)?.cause, element("urn:x", "Token"));
    assert.deepEqual(
      fault11("s:MustUnderstand", "MustUnderstand headers:[{urn:x}T] are not understood")?.cause,
      element("urn:x", "T"),
    );
  });

  test("the cause is the action, the address or the header block for WS-Addressing", () => {
    assert.deepEqual(fault12("s:Sender", "wsa:ActionNotSupported")?.cause, { kind: "action" });
    assert.deepEqual(fault12("s:Sender", "wsa:DestinationUnreachable")?.cause, element(wsa, "To"));
    const detail = "<wsa:ProblemHeaderQName>wsa:MessageID</wsa:ProblemHeaderQName>";
    assert.deepEqual(
      fault12("s:Sender", "wsa:MessageAddressingHeaderRequired", "", detail)?.cause,
      element(wsa, "MessageID"),
    );
    assert.deepEqual(fault12("s:Sender", "wsa:InvalidAddressingHeader")?.cause, { kind: "header" });
  });

  test("the cause is the token or the header block for WS-Security", () => {
    assert.deepEqual(fault11("wsse:FailedAuthentication")?.cause, element(wsse, "UsernameToken"));
    assert.deepEqual(fault11("wsse:InvalidSecurity")?.cause, element(wsse, "Security"));
  });

  test("the cause is the action or operation if only the reason says so", () => {
    const cause = (reason: string) => fault11("s:Client", reason)?.cause;
    assert.deepEqual(cause("Server did not recognize the value of HTTP Header SOAPAction: x."), { kind: "action" });
    assert.deepEqual(cause("a ContractFilter mismatch at the EndpointDispatcher"), { kind: "action" });
    assert.deepEqual(cause("Procedure 'x' not present"), { kind: "operation" });
    assert.deepEqual(cause("No such operation: x"), { kind: "operation" });
    assert.equal(cause("The operation has failed."), undefined);
  });
});
