import * as l10n from "@vscode/l10n";
import { searchedWsdls } from "../../../../server/src/text/limits.ts";

/** Undefined if all are searched. `paths`: of all WSDLs, in the order in which they are searched. */
export function searchLimitText(paths: readonly string[]): string | undefined {
  const last = paths[searchedWsdls - 1];
  if (paths.length <= searchedWsdls || last === undefined) return undefined;
  return l10n.t(
    "The workspace has {0} WSDLs. Only the first {1} by path are searched for the operations of requests, up to {2}. Name others in the setting soaphttp.wsdl.",
    paths.length,
    searchedWsdls,
    last,
  );
}
