import * as l10n from "@vscode/l10n";
import type { Item, Outcome } from "../ledger.ts";
import type { ImportCounts } from "../result.ts";

/** The text of `import.md`: the files, items that need a review, with links to lines, and items that are in no file. */
export function checklist(
  name: string,
  counts: ImportCounts,
  items: readonly Item[],
  { variables, files }: Hidden,
  paths: readonly string[],
): string {
  const link = (path: string) => `- [${escaped(path)}](${linkTo(path)})`;
  const lines = [`# ${escaped(name)}`, "", importedText(counts, items)];
  for (const { outcome, title } of outcomes) {
    const listed = items.filter((item) => item.outcome === outcome);
    if (listed.length > 0) lines.push("", `## ${title()}`, "");
    for (const item of listed) {
      lines.push(row(item));
      if (outcome === "dropped") item.listed({ file: checklistFile, line: lines.length });
    }
  }
  if (variables.length > 0 || files.length > 0) lines.push("", `## ${l10n.t("Secrets")}`);
  if (variables.length > 0) lines.push("", secretsText(), "", ...variables.map((one) => `- ${escaped(one)}`));
  if (files.length > 0) {
    lines.push("", l10n.t("These files have secrets, too. They are listed in .gitignore."), "", ...files.map(link));
  }
  if (paths.length > 0) lines.push("", `## ${l10n.t("Files")}`, "", ...paths.map(link));
  return `${lines.join("\n")}\n`;
}

/** Places with credentials: variables of the private environment, and files by their paths. */
export interface Hidden {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

export const checklistFile = "import.md";

function secretsText(): string {
  return l10n.t("These variables are in http-client.private.env.json. Keep this file out of version control.");
}

/** A summary such as "12 requests and 30 tests imported. 4 items need a review.". Counts of zero are omitted. */
export function importedText({ requests, tests }: ImportCounts, items: readonly Item[]): string {
  const looks = items.filter(needsLook).length;
  const ofRequests = requests === 1 ? l10n.t("1 request") : l10n.t("{0} requests", requests);
  const ofTests = tests === 1 ? l10n.t("1 test") : l10n.t("{0} tests", tests);
  const imported =
    requests > 0 && tests > 0
      ? l10n.t("{0} and {1} imported.", ofRequests, ofTests)
      : l10n.t("{0} imported.", tests > 0 ? ofTests : ofRequests);
  if (looks === 0) return imported;
  return `${imported} ${looks === 1 ? l10n.t("1 item needs a review.") : l10n.t("{0} items need a review.", looks)}`;
}

/** Whether the files contain less than the source, so that the user must review the item. */
export function needsLook({ outcome }: Item): boolean {
  return outcome !== "translated";
}

const outcomes: readonly { readonly outcome: Outcome; readonly title: () => string }[] = [
  { outcome: "partly", title: () => l10n.t("Partly Translated") },
  { outcome: "kept", title: () => l10n.t("Kept as Comments") },
  { outcome: "dropped", title: () => l10n.t("Not Imported") },
];

function row(item: Item): string {
  const { type, path, note, place } = item;
  const label = escaped(`${path.join(" / ")}${path.length > 0 ? ": " : ""}${type}`);
  const linked = place === undefined ? label : `[${label}](${linkTo(place.file)}#L${place.line})`;
  return `- [ ] ${linked}${note === undefined ? "" : ` – ${escaped(note)}`}`;
}

function linkTo(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (one) => (one === "(" ? "%28" : "%29")))
    .join("/");
}

/** A text as Markdown that displays it on one line without markup. */
function escaped(text: string): string {
  return text
    .slice(0, longestShown)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .replace(/[\\`*_{}[\]()<>#!|~&]|:(?=\/\/)|(?<=www)\./g, "\\$&");
}

const longestShown = 1000;
