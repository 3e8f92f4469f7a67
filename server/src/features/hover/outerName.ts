import * as l10n from "@vscode/l10n";
import { testDirectives } from "../../expectations/directives.ts";
import { oneLine } from "../../text/lines.ts";
import { covers, shift, slice } from "../../text/span.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import { type NamePlace, namesIn, ownersIn, type Table } from "../support/namePlaces.ts";
import { type MessageSection, sectionsOfSegments } from "../support/section.ts";
import type { Hover } from "./hoverAt.ts";

/** The explanation of a name from another file, of a path, or of a tag. The offset is in the section's text. */
export function hoverOuterName(section: MessageSection, offset: number): Hover | undefined {
  const { analysis, start } = section;
  const at = offset + start;
  const place = namesIn(section).find(({ owner, touched }) => owner !== undefined && covers(touched, at));
  const markdown = place && meaningOf(place, analysis);
  return markdown ? { ...shift({ start: place.at.start, end: place.at.end }, -start), markdown } : undefined;
}

function meaningOf(place: NamePlace, analysis: MessageSection["analysis"]): string | undefined {
  const { kind, name, owner } = place;
  if (kind === "tag") return tagMarkdown(name, analysis);
  const requests = [...new Set(analysis.scope.variables.declared.imported.values())].filter(({ uri }) => uri === owner);
  const [first] = requests;
  if (!first) return dataMarkdown(place, [...ownersIn(analysis).tables.values()]);
  const { alias, path } = first;
  if (kind === "file" || kind === "import") {
    const named = new Set(requests.flatMap((one) => (one.name === undefined ? [] : [code(`${alias}.${one.name}`)])));
    const sets = new Set(requests.flatMap((one) => one.sets.map((set) => code(`{{${set}}}`))));
    return paragraphs(
      l10n.t("Imported from {0}.", code(path)),
      named.size > 0 ? l10n.t("Requests: {0}", [...named].join(", ")) : undefined,
      sets.size > 0 ? l10n.t("Variables that it sets: {0}", [...sets].join(", ")) : undefined,
    );
  }
  const request = requests.find((one) =>
    kind === "request" ? one.name === name : one.sets.includes(`${alias}.${name}`),
  );
  if (!request) return undefined;
  const { text, message } = request.segment;
  const line = message?.startLine ? oneLine(slice(text, message.startLine), longestLine) : "";
  const of = [prose(l10n.t("A request of {0}.", path)), code(line)];
  if (kind === "request") return paragraphs(...of);
  const { value: read } = testDirectives(request.segment).sets.findLast((one) => one.name === name) ?? {};
  return paragraphs(
    prose(l10n.t("{0} sets it from the response of {1}.", path, request.name ?? line)),
    read && code(slice(text, read)),
  );
}

const longestLine = 200;

/** The explanation of a data file or a column, without values, because they may be secret. */
function dataMarkdown({ kind, name, owner }: NamePlace, tables: readonly Table[]): string | undefined {
  const table = tables.find(({ uri, columns }) => uri === owner && (kind === "file" || columns.includes(name)));
  if (kind === "variable") return table && prose(l10n.t("A column of {0}.", table.source.path));
  const names = (table?.columns ?? []).map((column) => code(column));
  return names.length > 0 ? l10n.t("Columns: {0}", names.join(", ")) : undefined;
}

function tagMarkdown(tag: string, analysis: MessageSection["analysis"]): string {
  const tagged = sectionsOfSegments(analysis).filter((one) =>
    namesIn(one).some(({ kind, name }) => kind === "tag" && name === tag),
  );
  const isOfFile = tagged.some(({ placed }) => !placed.segment.message);
  const whose = isOfFile
    ? l10n.t("All requests of this file have this tag.")
    : l10n.t("Requests of this file with this tag: {0}.", tagged.length);
  return paragraphs(prose(whose), l10n.t("To run them: {0}", code(`soaphttp test --tag ${tag}`)));
}
