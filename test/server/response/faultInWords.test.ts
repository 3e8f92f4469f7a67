import assert from "node:assert/strict";
import { presentFault } from "../../../server/src/response/faultSummary.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const soap12 = "http://www.w3.org/2003/05/soap-envelope";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsa = "http://www.w3.org/2005/08/addressing";

const present = (namespace: string, fault: string, header = "", languages: readonly string[] = []) =>
  presentFault(
    parseXml(
      `<s:Envelope xmlns:s="${namespace}" xmlns:wsse="${wsse}" xmlns:wsa="${wsa}" xmlns:m="urn:m"><s:Header>${header}</s:Header><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`,
    ),
    languages,
  );
const fault11 = (code: string, reason = "r", header = "") =>
  present(soap11, `<faultcode>${code}</faultcode><faultstring>${reason}</faultstring>`, header);
const fault12 = (code: string, subcode = "", header = "", detail = "") =>
  present(
    soap12,
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
    assert.deepEqual(entries(present(soap12, reasons, "", ["de"])), ["Reason: zu spät"]);
  });

  test("entries show actor in SOAP 1.1, node and role in SOAP 1.2", () => {
    assert.deepEqual(entries(present(soap11, "<faultactor>urn:a</faultactor>")), ["Actor: urn:a"]);
    assert.deepEqual(entries(present(soap12, "<s:Node>urn:n</s:Node><s:Role>urn:r</s:Role>")), [
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
    assert.deepEqual(entries(present(soap11, "<detail> no element </detail>")), ["Detail: no element"]);
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
