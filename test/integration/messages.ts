import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { workspaceFile } from "./support.ts";

let services: { readonly origin: string; readonly misbehaving: number } | undefined;

/** Reads where the services are, which who started VS Code has written into the workspace. Once, before the suites. */
export async function readServices(): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(workspaceFile("service.json"));
  const read: { readonly origin?: unknown; readonly misbehaving?: unknown } = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  const { origin, misbehaving } = read;
  assert.ok(
    typeof origin === "string" && /^http:\/\/localhost:\d+$/.test(origin),
    `service.json names no origin: ${origin}`,
  );
  assert.ok(typeof misbehaving === "number", "service.json names no misbehaving service");
  services = { origin, misbehaving };
}

/** The sample service's. */
export function serviceOrigin(): string {
  return services?.origin ?? assert.fail("service.json has not been read");
}

/** The misbehaving service's of the transports' contract. */
export function misbehavingPort(): number {
  return services?.misbehaving ?? assert.fail("service.json has not been read");
}

export const soap12 = "http://www.w3.org/2003/05/soap-envelope";

/** A SOAP 1.2 envelope around this content. */
export function envelope(content: string): string {
  return `<s:Envelope xmlns:s="${soap12}"><s:Body>${content}</s:Body></s:Envelope>`;
}

/** One with nothing in its Body. */
export const emptyEnvelope = `<s:Envelope xmlns:s="${soap12}"><s:Body/></s:Envelope>`;

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
