import * as vscode from "vscode";
import {
  isTypedLanguage,
  languageId,
  markdownLanguageId,
  type RequestSummary,
} from "../../../../server/src/protocol/protocol.ts";
import { mayHaveBlocks } from "../../../../server/src/text/markdownBlocks.ts";

export const requestSelector = [{ language: languageId }, { language: markdownLanguageId }];

export function requestTitle({ name, title, method, target }: RequestSummary): string {
  return name ?? title ?? `${method} ${target}`;
}

/** Whether a document has requests, or can have them at once: also in blocks of a Markdown document. */
export function isRequestDocument(document: vscode.TextDocument): boolean {
  return document.languageId === languageId || hasBlocks(document);
}

/** Whether a document has requests, or responses of a mock service. */
export function isWrittenHere(document: vscode.TextDocument): boolean {
  return isTypedLanguage(document.languageId) || hasBlocks(document);
}

function hasBlocks(document: vscode.TextDocument): boolean {
  return document.languageId === markdownLanguageId && usesMarkdown() && mayHaveBlocks(document.getText());
}

export function usesMarkdown(): boolean {
  return vscode.workspace.getConfiguration("soaphttp").get("markdown") !== false;
}
