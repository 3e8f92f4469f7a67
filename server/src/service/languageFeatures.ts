/* The language features for which LSP has requests. */
import * as l10n from "@vscode/l10n";
import type {
  DocumentOnTypeFormattingParams,
  LinkedEditingRanges,
  ReferenceParams,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import type * as lsp from "vscode-languageserver-types";
import { textOf } from "../analysis/analysis.ts";
import { complete } from "../features/completion/completion.ts";
import { contractDefinitions, isOperationName, typeDefinitions } from "../features/contractDefinitions.ts";
import { folds, maxFolds } from "../features/folding.ts";
import { formatSegment, type Layout } from "../features/formatting.ts";
import { hover } from "../features/hover/hover.ts";
import { inlayHints } from "../features/inlayHints.ts";
import { links } from "../features/links.ts";
import {
  definitions,
  externalDefinitions,
  highlights,
  type NameDefinition,
  referencesAt,
} from "../features/occurrences.ts";
import { indentationAfter, linkedNamePattern, linkedNames } from "../features/onType.ts";
import { renameAt } from "../features/rename/rename.ts";
import type { Refused } from "../features/rename/renaming.ts";
import { selectionSpans } from "../features/selectionRanges.ts";
import { semanticTokens, tokenModifiers, tokenTypes } from "../features/semanticTokens.ts";
import { alone, type Surroundings } from "../features/support/knownFiles.ts";
import { paragraphs } from "../features/support/markdown.ts";
import { schemaOfSection } from "../features/support/schemaPlace.ts";
import { sectionAt } from "../features/support/section.ts";
import { outline } from "../features/symbols.ts";
import { explainCommand, type ResponseSchemaParams, type ResponseSchemaResult } from "../protocol/protocol.ts";
import type { LastExchanges } from "../testing/lastExchanges.ts";
import { firstBreak } from "../text/lines.ts";
import { type Span, shift } from "../text/span.ts";
import { isBase64 } from "../validation/content.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { elementAt } from "../xml/query.ts";
import { simpleTypeOf } from "../xsd/components.ts";
import { type DocumentContext, messageSectionAt, messageSections } from "./context.ts";
import {
  markdown,
  toCompletionItem,
  toDiagnostics,
  toRange,
  toSemanticTokens,
  toSpan,
  toSymbol,
  toTextEdits,
  toWorkspaceEdit,
} from "./convert.ts";

export function getDiagnostics({ document, findings }: DocumentContext): lsp.Diagnostic[] {
  return toDiagnostics(document, findings);
}

interface At {
  readonly position: lsp.Position;
}

export function getCompletions(
  context: DocumentContext,
  { position, context: request }: At & { readonly context?: { readonly triggerCharacter?: string } | null },
  last?: LastExchanges,
): lsp.CompletionList {
  const { section, at = 0 } = messageSectionAt(context, position) ?? {};
  const trigger = request?.triggerCharacter;
  const offered = section ? complete({ section, trigger, pathsIn: last?.pathsIn }, at) : [];
  const items = offered.map((one, index) => toCompletionItem(context, one, section?.start ?? 0, index));
  return { isIncomplete: offered.some(({ incomplete }) => incomplete), items };
}

export function getHover(
  { document, sections, loadsWsdls }: DocumentContext,
  { position }: At,
  last?: LastExchanges,
): lsp.Hover | null {
  const offset = document.offsetAt(position);
  const section = sectionAt(sections, offset);
  if (!section) return null;
  const at = offset - section.start;
  const shown = hover(section, at, last);
  if (!shown) return null;
  const isOfRequest =
    section.kind === "message" && section.placed.segment.kind === "request" && section.message?.isBare !== true;
  const link = shown.isComputed && loadsWsdls && isOfRequest ? explainLink(document.uri, position.line) : undefined;
  return {
    contents: markdown(paragraphs(shown.markdown, link)),
    range: toRange(document, shift(shown, section.start)),
  };
}

/** A link that runs the client's command which explains values. */
function explainLink(uri: string, line: number): string {
  const given = encodeURIComponent(JSON.stringify([uri, line])).replace(
    /[()]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `[${l10n.t("Explain Computed Values")}](command:${explainCommand}?${given})`;
}

export function getInlayHints(context: DocumentContext, { range }: { readonly range: lsp.Range }): lsp.InlayHint[] {
  const { document, settings } = context;
  const within = toSpan(document, range);
  return messageSections(context).flatMap(({ start, text, message }) => {
    if (start > within.end || start + text.length < within.start || !message) return [];
    return inlayHints(message, shift(within, -start), settings.inlayHints).map(({ at, label, tooltip }) => ({
      position: document.positionAt(start + at),
      label,
      paddingLeft: true,
      ...(tooltip ? { tooltip: markdown(tooltip) } : {}),
    }));
  });
}

/** The outline of a document. VS Code also uses it for breadcrumbs and sticky scroll. */
export function getDocumentSymbols({ document, sections }: DocumentContext): lsp.DocumentSymbol[] {
  return outline(sections).map((symbol) => toSymbol(document, symbol));
}

export function getFoldingRanges({ document, sections, client }: DocumentContext): lsp.FoldingRange[] {
  const limit = Math.min(client.textDocument?.foldingRange?.rangeLimit ?? maxFolds, maxFolds);
  return folds(sections, limit).map(({ start, end, kind }) => ({
    startLine: document.positionAt(start).line,
    endLine: document.positionAt(end).line,
    ...(kind ? { kind } : {}),
  }));
}

/** Facts about a response from the schemas of its request. `values`: positions in the values of elements. */
export function getResponseSchema(
  context: DocumentContext,
  { values }: Pick<ResponseSchemaParams, "values">,
): ResponseSchemaResult | null {
  const [section] = context.kind === "response" ? context.sections : [];
  const schema = section && schemaOfSection(section);
  const { xml } = section ?? {};
  if (context.kind !== "response" || !schema || !xml) return null;
  const isBinary = (position: lsp.Position) => {
    const element = elementAt(xml, context.document.offsetAt(position));
    const type = element && schema.typed(element)?.type;
    const simple = type && simpleTypeOf(type);
    return simple !== undefined && isBase64(simple);
  };
  return { problems: context.schemaProblems ?? null, base64: values.map(isBinary) };
}

/** One selection range for each position. A range may be empty. */
export function getSelectionRanges(
  { document, sections }: DocumentContext,
  { positions }: { readonly positions: readonly lsp.Position[] },
): lsp.SelectionRange[] {
  return positions.map((position) => {
    let range: lsp.SelectionRange | undefined;
    for (const span of selectionSpans(sections, document.offsetAt(position)).toReversed()) {
      range = { range: toRange(document, span), ...(range ? { parent: range } : {}) };
    }
    return range ?? { range: { start: position, end: position } };
  });
}

/** `null` if there is nothing to highlight. VS Code then highlights equal words. */
export function getHighlights(
  { document, sections }: DocumentContext,
  { position }: At,
): lsp.DocumentHighlight[] | null {
  const ranges = highlights(sections, document.offsetAt(position));
  return ranges.length === 0 ? null : ranges.map((one) => ({ range: toRange(document, one), kind: one.kind }));
}

/** Definitions in this document, in the file of an environment, or in a WSDL or a schema. */
export function getDefinitions(context: DocumentContext, { position }: At): lsp.LocationLink[] | lsp.Location[] {
  const { document, sections } = context;
  const offset = document.offsetAt(position);
  const targets = definitions(sections, offset);
  const ofContract = contractDefinitions(sections, offset);
  // Go to definition leads from a prefix to its declaration, and from a whole name to the declaration of the element.
  const isPrefix = targets.some(({ from }) => ofContract.some((one) => from.end < one.from.end));
  const external = targets.length > 0 ? [] : externalDefinitions(sections, offset, surroundingsOf(context));
  const places = [...external, ...(isPrefix ? [] : ofContract)];
  const inDocument = isPrefix || places.length === 0 ? targets : [];
  return toLinks(context, [
    ...inDocument.map((one) => toLink(document, document, one)),
    ...places.map((one) => toExternalLink(document, one)),
  ]);
}

export function getTypeDefinitions(context: DocumentContext, { position }: At): lsp.LocationLink[] | lsp.Location[] {
  const { document, sections } = context;
  const targets = typeDefinitions(sections, document.offsetAt(position));
  return toLinks(
    context,
    targets.map((one) => toExternalLink(document, one)),
  );
}

function toLinks({ client }: DocumentContext, links: lsp.LocationLink[]): lsp.LocationLink[] | lsp.Location[] {
  if (client.textDocument?.definition?.linkSupport) return links;
  return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
}

function toExternalLink(
  document: TextDocument,
  { from, place }: { readonly from: Span; readonly place: DefinitionPlace },
): lsp.LocationLink {
  const { uri, text, name, whole = name } = place;
  return toLink(document, TextDocument.create(uri, "", 0, text), { from, whole, name });
}

/** Creates a link. `from` is a span in the document, the other spans are in the target. */
function toLink(document: TextDocument, target: TextDocument, { from, whole, name }: NameDefinition): lsp.LocationLink {
  return {
    originSelectionRange: toRange(document, from),
    targetUri: target.uri,
    targetRange: toRange(target, whole),
    targetSelectionRange: toRange(target, name),
  };
}

export function getReferences(
  context: DocumentContext,
  { position, context: { includeDeclaration } }: At & Pick<ReferenceParams, "context">,
): lsp.Location[] {
  const { document, sections } = context;
  const offset = document.offsetAt(position);
  // For the name of an operation, the client finds the requests of the workspace that call it.
  if (isOperationName(sections, offset)) return [];
  const { own, elsewhere } = referencesAt(
    sections,
    offset,
    { withDefinitions: includeDeclaration },
    surroundingsOf(context),
  );
  return [
    ...own.map((span) => ({ uri: document.uri, range: toRange(document, span) })),
    ...elsewhere.flatMap(({ uri, text, spans }) => {
      const other = TextDocument.create(uri, "", 0, text);
      return spans.map((span) => ({ uri, range: toRange(other, span) }));
    }),
  ];
}

function surroundingsOf({ document: { uri }, others }: DocumentContext): Surroundings {
  return { uri, others: others ?? alone.others };
}

export function getLinks({ document, sections }: DocumentContext): lsp.DocumentLink[] {
  return links(sections).map((link) => ({
    range: toRange(document, link),
    target: link.target,
    tooltip: link.kind === "url" ? l10n.t("Open {0} in a browser", link.target) : l10n.t("Open file"),
  }));
}

export const semanticTokensLegend: lsp.SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
};

export function getSemanticTokens({ document, sections }: DocumentContext, range?: lsp.Range): lsp.SemanticTokens {
  return toSemanticTokens(document, semanticTokens(sections, range && toSpan(document, range)));
}

/** The name in the start tag and in the end tag, which are edited together. */
export function getLinkedEditingRanges(context: DocumentContext, { position }: At): LinkedEditingRanges | null {
  const { section, at = 0 } = messageSectionAt(context, position) ?? {};
  const names = section?.message && linkedNames(section.message, at);
  if (!section || !names) return null;
  const ranges = names.map((name) => toRange(context.document, shift(name, section.start)));
  return { ranges, wordPattern: linkedNamePattern };
}

export function format(context: DocumentContext, options: lsp.FormattingOptions, range?: lsp.Range): lsp.TextEdit[] {
  if (context.kind === "response") return [];
  const { document, analysis } = context;
  const layout: Layout = { indent: unitOf(options), lineBreak: firstBreak(analysis.document.text) };
  const within = range && toSpan(document, range);
  return analysis.document.segments.flatMap(({ start, segment }) => {
    const end = start + segment.text.length;
    if (within && (within.end < start || end < within.start)) return [];
    const own = within && { start: Math.max(within.start, start) - start, end: Math.min(within.end, end) - start };
    const edits = formatSegment(segment, textOf(analysis, segment), layout, own);
    return toTextEdits(document, edits, start);
  });
}

/** The edits that indent a line after a line break or `>` was typed. */
export function formatOnType(
  context: DocumentContext,
  { position, ch: typed, options }: Pick<DocumentOnTypeFormattingParams, "position" | "ch" | "options">,
): lsp.TextEdit[] {
  const { section, at = 0 } = messageSectionAt(context, position) ?? {};
  if (!section?.message || (typed !== "\n" && typed !== ">")) return [];
  const edit = indentationAfter(section.message, at, typed, unitOf(options));
  return edit ? toTextEdits(context.document, [edit], section.start) : [];
}

function unitOf({ insertSpaces, tabSize }: lsp.FormattingOptions): string {
  return insertSpaces ? " ".repeat(Math.max(1, tabSize)) : "\t";
}

/** The name at a position, or a sentence about why it can't be renamed. */
export function prepareRename(
  context: DocumentContext,
  { position }: At,
): { readonly range: lsp.Range; readonly placeholder: string } | Refused | null {
  const { document, sections } = context;
  const renaming = renameAt(sections, document.offsetAt(position), surroundingsOf(context));
  if (renaming?.kind !== "renamable") return renaming ?? null;
  return { range: toRange(document, renaming.at), placeholder: renaming.name };
}

export function rename(
  context: DocumentContext,
  { position, newName }: At & { readonly newName: string },
): lsp.WorkspaceEdit | Refused | null {
  const { document, sections } = context;
  const renaming = renameAt(sections, document.offsetAt(position), surroundingsOf(context));
  const renamed = renaming?.kind === "renamable" ? renaming.to(newName) : renaming;
  if (renamed?.kind !== "edits") return renamed ?? null;
  const { changes } = toWorkspaceEdit(document, renamed.edits);
  const others = (renamed.elsewhere ?? []).map(({ uri, text, edits }) => [
    uri,
    toTextEdits(TextDocument.create(uri, "", 0, text), edits),
  ]);
  return { changes: { ...changes, ...Object.fromEntries(others) } };
}
