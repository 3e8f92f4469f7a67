import type { ImportTools } from "../import/tools.ts";
import { brokenSoapRules } from "./plainRules.ts";
import { wsdlCopies } from "./wsdlCopies.ts";

/** What the import needs from the rest of the server. */
export const importTools: ImportTools = { brokenSoapRules, wsdlCopies };
