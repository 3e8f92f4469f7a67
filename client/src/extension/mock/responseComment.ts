import * as l10n from "@vscode/l10n";
import type { ServedResponse } from "../../../../server/src/protocol/served.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { formatBytes } from "../../core/text/quantities.ts";

/** A response below the request, in comment lines that are never read as directives. Ends with a line break. */
export function responseComment({ bytes, problem }: ServedResponse): string {
  const shown = bytes.subarray(0, 2 * shownAtEachEnd);
  const left = bytes.length - shown.length;
  const lines = new TextDecoder().decode(shown).split(/\r\n|[\r\n]/);
  return [
    `### ${l10n.t("Response")}`,
    ...(problem === undefined ? [] : [`# ${problem}`]),
    ...lines.map((line) => `# | ${line}`.trimEnd()),
    ...(left === 0 ? [] : [`# ${l10n.t("{0} more", formatBytes(left))}`]),
    "",
  ].join("\n");
}
