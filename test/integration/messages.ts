import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { workspaceFile } from "./support.ts";

/** The sample service: who started VS Code has written its origin into the workspace. */
export async function serviceOrigin(): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(workspaceFile("service.json"));
  const { origin } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly origin?: unknown };
  assert.ok(
    typeof origin === "string" && /^http:\/\/localhost:\d+$/.test(origin),
    `service.json names no origin: ${origin}`,
  );
  return origin;
}

export const soap12 = "http://www.w3.org/2003/05/soap-envelope";

/** A SOAP 1.2 envelope around this content. */
export function envelope(content: string): string {
  return `<s:Envelope xmlns:s="${soap12}"><s:Body>${content}</s:Body></s:Envelope>`;
}

export function add(a: number | string, b: number | string): string {
  return envelope(`<Add xmlns="http://example.org/calc"><a>${a}</a><b>${b}</b></Add>`);
}

/** A request without an error. `length`: what Content-Length says in place of the body's. */
export function post(origin: string, path: string, body: string, length: number | string = bytesOf(body)): string {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${origin.replace("http://", "")}`,
    "Content-Type: application/soap+xml; charset=utf-8",
    `Content-Length: ${length}`,
    "",
    body,
  ].join("\n");
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
