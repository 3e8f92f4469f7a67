import { analyze, messageOf } from "../analysis/analysis.ts";
import type { ImportTools } from "../import/tools.ts";
import { findingsOf } from "../rules/check.ts";
import { requestRules } from "../rules/registry.ts";
import { wsdlCopies } from "./wsdlCopies.ts";

/** What the import needs from the rest of the server. */
export const importTools: ImportTools = { brokenSoapRules, wsdlCopies };

/** The codes of the rules for SOAP that a request breaks, for `# @ignore`. */
function brokenSoapRules(text: string): readonly string[] {
  const soapRules = requestRules.filter(({ traits }) => traits.ofSoap);
  const analysis = analyze(text);
  const codes = analysis.document.segments.flatMap(({ segment }) => {
    const message = messageOf(analysis, segment);
    return message ? findingsOf(soapRules, message).map(({ code }) => code) : [];
  });
  return [...new Set(codes)].sort();
}
