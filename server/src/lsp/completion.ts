import {
  type ClientCapabilities,
  type CompletionClientCapabilities,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
  InsertTextFormat,
  MarkupKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { segmentAt } from "../document.ts";
import { type Completion, complete } from "../features/completion/completion.ts";
import { plainText, snippetSyntax } from "../features/completion/snippet.ts";
import { messageOf } from "../languageService.ts";
import { changeLineEndsCommand } from "../protocol.ts";
import { shift } from "../text/span.ts";
import { toRange } from "./documents.ts";
import type { LspFeature, Opened } from "./feature.ts";

/** A space begins values and attributes; wherever else it is typed, nothing comes of it. */
const triggerCharacters = ["<", "/", ":", '"', "=", "{", "@", "#", "&", ";", " "];

const none: CompletionList = { isIncomplete: false, items: [] };

/** What an author may want to write next. */
export const completion: LspFeature = {
  capabilities: { completionProvider: { triggerCharacters } },
  register: ({ connection, handler, client }) => {
    connection.onCompletion(
      handler<CompletionParams, CompletionList>(none, (opened, { position, context }) => ({
        isIncomplete: false,
        items: items(opened, opened.document.offsetAt(position), context?.triggerCharacter, client()),
      })),
    );
  },
};

function items(
  { document, analysis }: Opened,
  offset: number,
  trigger: string | undefined,
  client: ClientCapabilities,
): CompletionItem[] {
  const placed = segmentAt(analysis.document, offset);
  if (!placed) return [];
  const subject = {
    document: analysis.document,
    scope: analysis.scope,
    placed,
    message: messageOf(analysis, placed.segment),
    messageOf: ({ segment }: typeof placed) => messageOf(analysis, segment),
    trigger,
  };
  const abilities = client.textDocument?.completion?.completionItem;
  return complete(subject, offset - placed.start).map((one, index) =>
    toItem(document, one, placed.start, index, abilities),
  );
}

type ItemAbilities = NonNullable<CompletionClientCapabilities["completionItem"]>;

function toItem(
  document: TextDocument,
  one: Completion,
  by: number,
  index: number,
  abilities: ItemAbilities | undefined,
): CompletionItem {
  const { label, kind, insert, note, documentation, filter, order, lineEnds } = one;
  const isSnippet = typeof insert !== "string";
  const asSnippet = isSnippet && abilities?.snippetSupport === true;
  const newText = isSnippet ? (asSnippet ? snippetSyntax(insert) : plainText(insert)) : insert;
  return {
    label,
    kind,
    sortText: `${String(order).padStart(3, "0")}${String(index).padStart(4, "0")}`,
    ...(filter === undefined ? {} : { filterText: filter }),
    ...(note === undefined
      ? {}
      : abilities?.labelDetailsSupport
        ? { labelDetails: { description: note } }
        : { detail: note }),
    ...(documentation ? { documentation: { kind: MarkupKind.Markdown, value: documentation } } : {}),
    ...(asSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
    textEdit: { range: toRange(document, shift(one.replace, by)), newText },
    ...(lineEnds
      ? { command: { title: "", command: changeLineEndsCommand, arguments: [document.uri, lineEnds] } }
      : {}),
  };
}
