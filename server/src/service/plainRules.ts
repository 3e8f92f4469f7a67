import { analyze, diagnose } from "../analysis/analysis.ts";

/** Rules that expect a SOAP message. */
const ofSoap =
  /^(?:xml-|soap-|soapaction-|wsa-|wsdl-|operation-|schema-|content-type-(?:unexpected|missing|action)|method-unsupported|multipart-(?:type|start|start-info|cid-unknown)$)/;

/** The codes of the rules for SOAP that a request breaks, for `# @ignore`. */
export function brokenSoapRules(text: string): readonly string[] {
  const codes = diagnose(analyze(text)).map(({ code }) => code);
  return [...new Set(codes)].filter((code) => ofSoap.test(code)).sort();
}
