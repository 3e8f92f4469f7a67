import * as l10n from "@vscode/l10n";

/** Why a request isn't sent that needs an imported one with values. */
export function needsValues(name: string): string {
  return l10n.t("{0} needs values (with), which only soaphttp test gives.", name);
}
