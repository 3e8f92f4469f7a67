import * as l10n from "@vscode/l10n";

/** A sentence about why a request isn't sent: it needs an imported request with values. */
export function needsValues(name: string): string {
  return l10n.t("{0} needs values (with), which only soaphttp test gives.", name);
}
