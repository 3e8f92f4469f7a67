import * as vscode from "vscode";
import { defaultMaxBytes, defaultMaxHeadBytes } from "../../../../server/src/limits.ts";

/** The settings of a document for sending requests and showing responses. */
export interface SendSettings {
  /** Seconds; 0: no limit. */
  readonly timeout: number;
  readonly followRedirects: "never" | "sameOrigin" | "always";
  readonly withErrors: "ask" | "send" | "refuse";
  readonly view: "reuse" | "newTab";
  readonly maxBytes: number;
  readonly maxHeadBytes: number;
}

export function sendSettings(scope: vscode.Uri): SendSettings {
  const settings = vscode.workspace.getConfiguration("soaphttp", scope);
  const oneOf = <T extends string>(name: string, ...values: readonly [T, ...T[]]): T =>
    values.find((value) => value === settings.get(name)) ?? values[0];
  const numberOf = (name: string, least: number, byDefault: number): number => {
    const value = settings.get(name);
    return typeof value === "number" && value >= least ? value : byDefault;
  };
  return {
    timeout: numberOf("timeout", 0, 60),
    followRedirects: oneOf("followRedirects", "never", "sameOrigin", "always"),
    withErrors: oneOf("send.withErrors", "ask", "send", "refuse"),
    view: oneOf("response.view", "reuse", "newTab"),
    maxBytes: numberOf("response.maxBytes", 1, defaultMaxBytes),
    maxHeadBytes: numberOf("response.maxHeadBytes", 1, defaultMaxHeadBytes),
  };
}
