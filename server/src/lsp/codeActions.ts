import * as l10n from "@vscode/l10n";
import type { CodeActionParams } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
} from "vscode-languageserver-types";
import { type Analysis, type DocumentFinding, type Fix, fixEverything, fixesOf } from "../languageService.ts";
import { changeLineEndsCommand } from "../protocol.ts";
import { toRange, toTextEdit } from "./documents.ts";
import type { LspFeature, Opened } from "./feature.ts";
import { registerTransforms, transformActions, transformKinds, type Wish } from "./transform.ts";

const fixAllKind = `${CodeActionKind.SourceFixAll}.soaphttp`;

/** Quick fixes for the findings at a range, refactorings of the text there, and "Fix all" if it is requested. */
export const codeActions: LspFeature = {
  capabilities: {
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, fixAllKind, ...transformKinds],
      resolveProvider: true,
    },
  },
  register: (feature) => {
    const { connection, handler, client } = feature;
    connection.onCodeAction(
      handler<CodeActionParams, CodeAction[]>([], (opened, { range, context }) => {
        const wants = (kind: string) =>
          !context.only || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
        const isAsked = context.triggerKind !== CodeActionTriggerKind.Automatic;
        const { codeAction } = client().textDocument ?? {};
        return [
          ...actionsAt(opened, range, context, wants),
          ...transformActions(opened, range, { wants, isAsked, codeAction }),
        ];
      }),
    );
    registerTransforms(feature);
  },
};

/** How many findings of a selection are offered fixes: each fix checks its whole request anew. */
const mostFixed = 50;

function actionsAt(
  { document, analysis, findings }: Opened,
  range: Range,
  context: CodeActionContext,
  wants: Wish["wants"],
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    const from = document.offsetAt(range.start);
    const to = document.offsetAt(range.end);
    const here = findings().filter(({ at }) => at.start <= to && at.end >= from);
    for (const finding of here.slice(0, mostFixed)) {
      actions.push(...quickFixes(document, analysis, finding, context.diagnostics));
    }
  }
  if (wants(fixAllKind) && context.only) {
    const edits = fixEverything(analysis).map((edit) => toTextEdit(document, edit));
    if (edits.length > 0) {
      actions.push({
        title: l10n.t("Fix all auto-fixable problems"),
        kind: fixAllKind,
        edit: { changes: { [document.uri]: edits } },
      });
    }
  }
  return actions;
}

function quickFixes(
  document: TextDocument,
  analysis: Analysis,
  finding: DocumentFinding,
  shown: readonly Diagnostic[],
): CodeAction[] {
  const diagnostic = shown.find(
    (one) => one.code === finding.code && sameRange(one.range, toRange(document, finding.at)),
  );
  return fixesOf(analysis, finding).map((fix, index) => ({
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostic ? { diagnostics: [diagnostic] } : {}),
    ...(index === 0 ? { isPreferred: true } : {}),
    ...change(document, fix),
  }));
}

/** An edit, or a command for changes that an edit can't express. */
function change(document: TextDocument, fix: Fix): Pick<CodeAction, "edit" | "command"> {
  const edit = { changes: { [document.uri]: fix.edits.map((one) => toTextEdit(document, one)) } };
  if (!fix.lineEnds) return { edit };
  const command = { title: fix.title, command: changeLineEndsCommand, arguments: [document.uri, fix.lineEnds] };
  return fix.edits.length > 0 ? { edit, command } : { command };
}

function sameRange(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}
