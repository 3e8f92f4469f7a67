import { analyze, messageOf } from "../analysis/analysis.ts";
import { findingsOf } from "../rules/check.ts";
import { requestRules } from "../rules/registry.ts";

/** Rules that expect a SOAP message. */
const ofSoap =
  /^(?:xml-|soap-|soapaction-|wsa-|wsdl-|operation-|schema-|content-type-(?:unexpected|missing|action)|method-unsupported|multipart-(?:type|start|start-info|cid-unknown)$)/;
const soapRules = requestRules.filter(({ code }) => ofSoap.test(code));

/** The codes of the rules for SOAP that a request breaks, for `# @ignore`. */
export function brokenSoapRules(text: string): readonly string[] {
  const analysis = analyze(text);
  const codes = analysis.document.segments.flatMap(({ segment }) => {
    const message = messageOf(analysis, segment);
    return message ? findingsOf(soapRules, message).map(({ code }) => code) : [];
  });
  return [...new Set(codes)].sort();
}
