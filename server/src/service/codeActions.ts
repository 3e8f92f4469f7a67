import * as l10n from "@vscode/l10n";
import * as lsp from "vscode-languageserver-types";
import type { DocumentFinding } from "../analysis/findings.ts";
import { fixEverything, fixesOf } from "../analysis/fixes.ts";
import { pathFixes } from "../features/pathFixes.ts";
import { changeCharacterData } from "../features/transform/characterData.ts";
import { extractVariable } from "../features/transform/extractVariable.ts";
import { insertMissingParts, newRequests, wrapInEnvelope } from "../features/transform/insertParts.ts";
import { insertConverted } from "../features/transform/paste/paste.ts";
import { convertSoapVersion } from "../features/transform/soapVersion/convert.ts";
import { changeTargetForm } from "../features/transform/targetForm.ts";
import type { Transform, TransformContext } from "../features/transform/transform.ts";
import { updateFromWsdl } from "../features/transform/update/updateFromWsdl.ts";
import { placeCursorCommand } from "../protocol/names.ts";
import { addSecurityCommand, chooseKeyCommand, loadWsdlCommand, updateFromWsdlCommand } from "../protocol/protocol.ts";
import type { Fix } from "../rules/rule.ts";
import type { LastExchanges } from "../testing/lastExchanges.ts";
import { lineEnd } from "../text/lines.ts";
import { shift, touches } from "../text/span.ts";
import { type DocumentContext, messageSectionAt, type TypedContext } from "./context.ts";
import { changeLineEnds, toSpan, toWorkspaceEdit } from "./convert.ts";

const fixAllKind = `${lsp.CodeActionKind.SourceFixAll}.soaphttp`;

const transforms: readonly ((context: TransformContext) => readonly Transform[])[] = [
  insertMissingParts,
  updateFromWsdl,
  insertConverted,
  convertSoapVersion,
  wrapInEnvelope,
  changeTargetForm,
  changeCharacterData,
  extractVariable,
];

/** The refactorings that are also offered in responses. */
const transformsOfResponses: typeof transforms = [changeCharacterData, extractVariable];

const transformKinds: Readonly<Record<Transform["kind"], string>> = {
  fix: lsp.CodeActionKind.QuickFix,
  extract: lsp.CodeActionKind.RefactorExtract,
  rewrite: lsp.CodeActionKind.RefactorRewrite,
};

export const codeActionKinds: string[] = [...Object.values(transformKinds), fixAllKind];

type IsRequested = (kind: string) => boolean;

/** Quick fixes for the findings at a range, refactorings of the text there, and "Fix all" if the editor requests it. */
export function getCodeActions(
  context: DocumentContext,
  { range, context: request }: { readonly range: lsp.Range; readonly context: lsp.CodeActionContext },
  last?: LastExchanges,
): lsp.CodeAction[] {
  if (context.kind === "response") return [];
  const { document, analysis } = context;
  const { only } = request;
  const isRequested: IsRequested = (kind) => !only || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const actions = isRequested(lsp.CodeActionKind.QuickFix)
    ? [...quickFixes(context, range, request.diagnostics), ...(last ? responseFixes(context, range, last) : [])]
    : [];
  const edits = only && isRequested(fixAllKind) ? fixEverything(analysis) : [];
  if (edits.length > 0) {
    const title = l10n.t("Fix all auto-fixable problems");
    actions.push({ title, kind: fixAllKind, edit: toWorkspaceEdit(document, edits) });
  }
  const isAutomatic = request.triggerKind === lsp.CodeActionTriggerKind.Automatic;
  return [
    ...actions,
    ...transformActions(context, range, isRequested, isAutomatic),
    ...(isAutomatic ? [] : securityActions(context, range, isRequested)),
  ];
}

function securityActions(context: TypedContext, range: lsp.Range, isRequested: IsRequested): lsp.CodeAction[] {
  const kind = transformKinds.rewrite;
  if (context.kind !== "requests" || !context.loadsWsdls || !isRequested(kind)) return [];
  const { section, at = 0 } = messageSectionAt(context, range.start) ?? {};
  const places = [section?.envelope?.header, section?.message?.field("authorization")?.line];
  if (!places.some((place) => place && touches(place, { start: at, end: at }))) return [];
  const title = l10n.t("Add Security…");
  const command = { title, command: addSecurityCommand, arguments: [context.document.uri, range.start.line] };
  return [{ title, kind, command }];
}

/** Maximum number of findings with fixes, because creating a fix checks its whole request again. */
const mostFixed = 50;

function quickFixes(context: TypedContext, range: lsp.Range, shown: readonly lsp.Diagnostic[]): lsp.CodeAction[] {
  const { start, end } = toSpan(context.document, range);
  return context.findings
    .filter(({ at }) => at.start <= end && at.end >= start)
    .slice(0, mostFixed)
    .flatMap((finding) => {
      const diagnostic = shown.find((one) => isShownAs(context, finding, one));
      const fixes = fixesOf(context.analysis, finding).filter(
        ({ loadWsdl, chooseKey }) => (loadWsdl ?? chooseKey) === undefined || context.loadsWsdls,
      );
      return fixes.map((fix, index) => ({
        title: fix.title,
        kind: lsp.CodeActionKind.QuickFix,
        ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
        ...(index === 0 ? { isPreferred: true } : {}),
        ...change(context, fix),
      }));
    });
}

/** Quick fixes of paths that find nothing in the last responses. */
function responseFixes(context: DocumentContext, range: lsp.Range, last: LastExchanges): lsp.CodeAction[] {
  const { section } = messageSectionAt(context, range.start) ?? {};
  if (!section) return [];
  const { start, placed } = section;
  const lastResponses = { results: last.resultsOf(placed.segment), insteadOf: last.insteadOf };
  return pathFixes(section, shift(toSpan(context.document, range), -start), lastResponses).map(({ title, edits }) => {
    const edit = toWorkspaceEdit(context.document, edits, start);
    return { title, kind: lsp.CodeActionKind.QuickFix, edit };
  });
}

function isShownAs({ document }: DocumentContext, { code, at }: DocumentFinding, diagnostic: lsp.Diagnostic): boolean {
  const { start, end } = toSpan(document, diagnostic.range);
  return code === diagnostic.code && start === at.start && end === at.end;
}

/** The change of a fix: an edit, or a command if an edit can't express the change. */
function change({ document, loadsWsdls }: DocumentContext, fix: Fix): Pick<lsp.CodeAction, "edit" | "command"> {
  if (fix.loadWsdl !== undefined) {
    return { command: { title: fix.title, command: loadWsdlCommand, arguments: [fix.loadWsdl] } };
  }
  if (fix.chooseKey !== undefined) {
    return { command: { title: fix.title, command: chooseKeyCommand, arguments: [fix.chooseKey] } };
  }
  const edit = toWorkspaceEdit(document, fix.edits);
  const [first] = fix.edits;
  if (fix.goesOn && first && loadsWsdls) {
    const { line, character } = document.positionAt(first.start);
    const end = { line, character: character + lineEnd(first.newText, 0) };
    return { edit, command: { title: fix.title, command: placeCursorCommand, arguments: [document.uri, end] } };
  }
  if (!fix.lineEnds) return { edit };
  const command = changeLineEnds(document, fix.lineEnds, fix.title);
  return fix.edits.length > 0 ? { edit, command } : { command };
}

interface Origin {
  readonly uri: string;
  readonly version: number;
  readonly range: lsp.Range;
}

function transformActions(
  context: DocumentContext,
  range: lsp.Range,
  isRequested: IsRequested,
  isAutomatic: boolean,
): lsp.CodeAction[] {
  const selected = transformContext(context, range);
  if (!selected) return isAutomatic ? [] : newRequestActions(context, range, isRequested);
  if (!Object.values(transformKinds).some(isRequested)) return [];
  const { document, client } = context;
  const abilities = client.textDocument?.codeAction;
  const resolvesEdits = abilities?.resolveSupport?.properties.includes("edit") === true;
  const data: Origin = { uri: document.uri, version: document.version, range };
  return offered(selected).flatMap((transform): lsp.CodeAction[] => {
    const { title, at, refused } = transform;
    const kind = transformKinds[transform.kind];
    if (!isRequested(kind)) return [];
    if (refused !== undefined) {
      return !isAutomatic && abilities?.disabledSupport ? [{ title, kind, disabled: { reason: refused } }] : [];
    }
    if (isAutomatic && !(at && touches(at, selected.selection))) return [];
    if (transform.reviewed && context.loadsWsdls) {
      const command = { title, command: updateFromWsdlCommand, arguments: [document.uri, range.start.line] };
      return [{ title, kind, command }];
    }
    return [
      resolvesEdits ? { title, kind, data } : { title, kind, edit: toWorkspaceEdit(document, transform.edits()) },
    ];
  });
}

/** New requests as code actions, for editors without a command for them. Only offered if the cursor is in no request. */
function newRequestActions(context: DocumentContext, { start }: lsp.Range, isRequested: IsRequested): lsp.CodeAction[] {
  const { section, at = 0 } = messageSectionAt(context, start) ?? {};
  const kind = transformKinds.rewrite;
  if (context.kind !== "requests" || context.loadsWsdls || !section || section.message) return [];
  if (!isRequested(kind)) return [];
  return newRequests(section, at).map(({ title, edits }) => {
    return { title, kind, edit: toWorkspaceEdit(context.document, edits()) };
  });
}

/** The URI of the document that a code action without edit belongs to. */
export function originOf({ data }: lsp.CodeAction): string | undefined {
  return (data as Origin | undefined)?.uri;
}

/** Adds the edit to a code action. Returns the code action unchanged if the document has changed. */
export function resolveCodeAction(context: DocumentContext, action: lsp.CodeAction): lsp.CodeAction {
  const origin: Origin | undefined = action.data;
  const { document } = context;
  if (!origin || document.version !== origin.version) return action;
  const selected = transformContext(context, origin.range);
  const offer = (selected ? offered(selected) : []).find(
    ({ title, kind }) => title === action.title && transformKinds[kind] === action.kind,
  );
  return offer ? { ...action, edit: toWorkspaceEdit(document, offer.edits()) } : action;
}

const transformsOf = { request: transforms, response: transformsOfResponses, callback: transformsOfResponses };

function offered(selected: TransformContext): readonly Transform[] {
  return transformsOf[selected.section.placed.segment.kind].flatMap((offer) => offer(selected));
}

/** `undefined` if there is no request, or if the selection includes a part of the next request. */
function transformContext(context: DocumentContext, range: lsp.Range): TransformContext | undefined {
  const { section } = messageSectionAt(context, range.start) ?? {};
  const selection = section && shift(toSpan(context.document, range), -section.start);
  if (!section?.message || !selection || selection.end > section.text.length) return undefined;
  const own = () => context.findings.filter(({ segment }) => segment === section.placed);
  return { section, message: section.message, selection, codes: () => new Set(own().map(({ code }) => code)) };
}
