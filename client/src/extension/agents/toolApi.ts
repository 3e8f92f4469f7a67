import * as vscode from "vscode";

/*
 * The API for tools of language models, which VS Code has since 1.95: newer than the oldest supported version.
 */

export interface ToolOptions {
  /** The arguments. VS Code doesn't check them by the schema. */
  readonly input: unknown;
}

export interface PreparedTool {
  readonly invocationMessage: string;
  readonly confirmationMessages?: { readonly title: string; readonly message: vscode.MarkdownString };
}

export interface LanguageModelTool {
  prepareInvocation?(options: ToolOptions, token: vscode.CancellationToken): Promise<PreparedTool>;
  /** Rejects with what the model can do about it. */
  invoke(options: ToolOptions, token: vscode.CancellationToken): Promise<unknown>;
}

interface ToolApi {
  registerTool(name: string, tool: LanguageModelTool): vscode.Disposable;
  /** The result of a tool as text. */
  result(text: string): unknown;
}

interface NewerVscode {
  readonly lm?: { readonly registerTool?: ToolApi["registerTool"] };
  readonly LanguageModelTextPart?: new (text: string) => object;
  readonly LanguageModelToolResult?: new (parts: readonly object[]) => object;
}

/** Undefined before VS Code 1.95. Older versions have a proposal of it, which throws. */
export function toolApi(api: NewerVscode = vscode as object, version = vscode.version): ToolApi | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 1 || (major === 1 && minor < 95)) return undefined;
  const { lm, LanguageModelTextPart: Part, LanguageModelToolResult: Result } = api;
  const registerTool = lm?.registerTool;
  if (typeof registerTool !== "function" || Part === undefined || Result === undefined) return undefined;
  return {
    registerTool: (name, tool) => registerTool.call(lm, name, tool),
    result: (text) => new Result([new Part(text)]),
  };
}
