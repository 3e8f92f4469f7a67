import * as l10n from "@vscode/l10n";
import type { OperationSummary } from "../../../../server/src/protocol/protocol.ts";
import { withoutUnseen } from "../../../../server/src/text/unseen.ts";

/** What a WSDL says about its operations, as Markdown in which its texts are only text. */
export function documentationText(title: string, operations: readonly OperationSummary[]): string {
  return [`# ${escaped(title)}`, ...operations.map((one) => textOf(one, operations.length === 1))].join("\n\n");
}

function textOf(
  { operation, service, port, version, action, address, documentation }: OperationSummary,
  isOnly: boolean,
): string {
  const place = [service, port, version === undefined ? undefined : `SOAP ${version}`, address]
    .filter((text) => text !== undefined && text !== "")
    .map((text) => escaped(text ?? ""));
  const paragraphs = documentation
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => escaped(paragraph.trim()))
    .filter((paragraph) => paragraph !== "");
  return [
    ...(isOnly ? [] : [`## ${escaped(operation)}`]),
    place.join(" · "),
    ...(action ? [`${l10n.t("Action")}: ${escaped(action)}`] : []),
    ...(paragraphs.length > 0 ? paragraphs : [`*${l10n.t("The WSDL says nothing about this operation.")}*`]),
  ].join("\n\n");
}

/** As character references, which no Markdown and no HTML is made of. Lines of a paragraph stay lines. */
function escaped(text: string): string {
  const line = (text: string) =>
    withoutUnseen(text.trim()).replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
  return text
    .split(/\r\n?|\n/)
    .map(line)
    .join("\\\n");
}
