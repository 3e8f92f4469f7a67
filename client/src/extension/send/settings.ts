import * as vscode from "vscode";
import { defaultMaxBytes, defaultMaxHeadBytes } from "../../../../server/src/text/limits.ts";

export type SendSettings = ReturnType<typeof sendSettings>;

/** The settings of a document for sending requests and showing responses. Invalid values count as the default. */
export function sendSettings(scope: vscode.Uri) {
  const settings = vscode.workspace.getConfiguration("soaphttp", scope);
  const oneOf = <T extends string>(name: string, ...values: readonly [T, ...T[]]): T =>
    values.find((value) => value === settings.get(name)) ?? values[0];
  const numberOf = (name: string, least: number, byDefault: number): number => {
    const value = settings.get(name);
    return typeof value === "number" && value >= least ? value : byDefault;
  };
  return {
    /** Seconds; 0: no limit. */
    timeout: numberOf("timeout", 0, 60),
    followRedirects: oneOf("followRedirects", "never", "sameOrigin", "always"),
    withErrors: oneOf("send.withErrors", "ask", "send", "refuse"),
    view: oneOf("response.view", "reuse", "newTab"),
    maxBytes: numberOf("response.maxBytes", 1, defaultMaxBytes),
    maxHeadBytes: numberOf("response.maxHeadBytes", 1, defaultMaxHeadBytes),
  } as const;
}
