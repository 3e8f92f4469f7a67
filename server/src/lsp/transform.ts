import type { CodeActionClientCapabilities } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type CodeAction, CodeActionKind, type Range, type WorkspaceEdit } from "vscode-languageserver-types";
import { segmentAt } from "../document.ts";
import { changeCharacterData } from "../features/transform/characterData.ts";
import { convertText } from "../features/transform/convertText.ts";
import { extractVariable } from "../features/transform/extractVariable.ts";
import { insertMissing } from "../features/transform/missing.ts";
import { convert, place } from "../features/transform/paste/paste.ts";
import { convertSoapVersion } from "../features/transform/soapVersion/convert.ts";
import { changeTargetForm } from "../features/transform/targetForm.ts";
import type { Subject, Transform } from "../features/transform/transform.ts";
import { wrapInEnvelope } from "../features/transform/wrap.ts";
import { applyEdits, messageOf } from "../languageService.ts";
import { type ConvertParams, ConvertRequest, type ConvertResult } from "../protocol.ts";
import { shift, touches } from "../text/span.ts";
import { toTextEdit } from "./documents.ts";
import { type FeatureContext, guarded, type Opened } from "./feature.ts";

const transforms: readonly ((subject: Subject) => readonly Transform[])[] = [
  insertMissing,
  convertText,
  convertSoapVersion,
  wrapInEnvelope,
  changeTargetForm,
  changeCharacterData,
  extractVariable,
];

const kinds: Readonly<Record<Transform["kind"], string>> = {
  fix: CodeActionKind.QuickFix,
  extract: CodeActionKind.RefactorExtract,
  rewrite: CodeActionKind.RefactorRewrite,
};

export const transformKinds: readonly string[] = [CodeActionKind.RefactorExtract, CodeActionKind.RefactorRewrite];

/** How the author asks for code actions. */
export interface Wish {
  /** Whether a kind is requested. */
  readonly wants: (kind: string) => boolean;
  /** False where the editor asks on its own, for the light bulb: then only what is about the very place. */
  readonly isAsked: boolean;
  /** What the client can do with them. */
  readonly codeAction: CodeActionClientCapabilities | undefined;
}

/** The origin of a code action, used to resolve its edits. */
interface Origin {
  readonly uri: string;
  readonly version: number;
  readonly range: Range;
}

/** What the text at a range can be made into. */
export function transformActions(opened: Opened, range: Range, wish: Wish): CodeAction[] {
  const { document } = opened;
  const { wants, isAsked, codeAction } = wish;
  if (!Object.values(kinds).some(wants)) return [];
  const subject = subjectAt(opened, range);
  if (!subject) return [];
  const isLater = codeAction?.resolveSupport?.properties.includes("edit") === true;
  return transforms
    .flatMap((offer) => offer(subject))
    .flatMap((transform): CodeAction[] => {
      const { title, kind: own, at, refused } = transform;
      const kind = kinds[own];
      if (!wants(kind)) return [];
      if (refused !== undefined) {
        return isAsked && codeAction?.disabledSupport ? [{ title, kind, disabled: { reason: refused } }] : [];
      }
      if (!isAsked && !(at && touches(at, subject.selection))) return [];
      const data: Origin = { uri: document.uri, version: document.version, range };
      return [isLater ? { title, kind, data } : { title, kind, edit: workspaceEdit(document, transform) }];
    });
}

/** The edits of a code action that was given without them, since they take time; and texts of other tools. */
export function registerTransforms({ connection, open }: FeatureContext): void {
  connection.onRequest(ConvertRequest, (params) =>
    guarded<ConvertResult>(connection, { kind: "unknown" }, () => converted(params, open)),
  );
  connection.onCodeActionResolve((action) =>
    guarded(connection, action, () => {
      const origin: Origin | undefined = action.data;
      const opened = origin && open(origin.uri);
      if (!opened || opened.document.version !== origin.version) return action;
      const { document } = opened;
      const subject = subjectAt(opened, origin.range);
      const offered = subject ? transforms.flatMap((offer) => offer(subject)) : [];
      const found = offered.find(({ title, kind }) => title === action.title && kinds[kind] === action.kind);
      return found ? { ...action, edit: workspaceEdit(document, found) } : action;
    }),
  );
}

function subjectAt({ document, analysis, findings }: Opened, range: Range): Subject | undefined {
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  const placed = segmentAt(analysis.document, start);
  const message = placed && messageOf(analysis, placed.segment);
  // What reaches into the next request is no selection of this one's.
  if (!placed || !message || end > placed.start + message.text.length) return undefined;
  return {
    document: analysis.document,
    scope: analysis.scope,
    placed,
    message,
    codes: () => new Set(findings().flatMap(({ segment, code }) => (segment === placed ? [code] : []))),
    selection: shift({ start, end }, -placed.start),
  };
}

function workspaceEdit(document: TextDocument, transform: Transform): WorkspaceEdit {
  return { changes: { [document.uri]: transform.edits().map((edit) => toTextEdit(document, edit)) } };
}

function converted({ text, lineEnds, place: at }: ConvertParams, open: FeatureContext["open"]): ConvertResult {
  const found = convert(text, lineEnds);
  if (!found) return { kind: "unknown" };
  const opened = at && open(at.uri);
  if (!opened) return { kind: "requests", ...found };
  const { document, analysis } = opened;
  const selection = { start: document.offsetAt(at.range.start), end: document.offsetAt(at.range.end) };
  const placed = place(analysis.document, selection, found.text);
  const after = TextDocument.create(at.uri, document.languageId, 0, applyEdits(document.getText(), [placed.edit]));
  return {
    kind: "requests",
    ...found,
    placed: {
      version: document.version,
      edit: toTextEdit(document, placed.edit),
      at: after.positionAt(placed.at),
    },
  };
}
