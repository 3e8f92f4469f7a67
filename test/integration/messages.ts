import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { workspaceFile } from "./support.ts";

let services: { readonly origin: string; readonly misbehaving: number; readonly wsdls: number[] } | undefined;

/** Reads the addresses of the services from the workspace, where the host wrote them. Called once, before the suites. */
export async function readServices(): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(workspaceFile("service.json"));
  const read: { readonly origin?: unknown; readonly misbehaving?: unknown; readonly wsdls?: unknown } = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  const { origin, misbehaving, wsdls } = read;
  assert.ok(
    typeof origin === "string" && /^http:\/\/localhost:\d+$/.test(origin),
    `service.json names no origin: ${origin}`,
  );
  assert.ok(typeof misbehaving === "number", "service.json names no misbehaving service");
  assert.ok(Array.isArray(wsdls), "service.json names no services of WSDLs");
  services = { origin, misbehaving, wsdls };
}

/** Returns the origin of the sample service. */
export function serviceOrigin(): string {
  return services?.origin ?? assert.fail("service.json has not been read");
}

/** Returns the port of the misbehaving service that the transport contract uses. */
export function misbehavingPort(): number {
  return services?.misbehaving ?? assert.fail("service.json has not been read");
}

/** Returns the port of a service of `test/hosts/wsdlService.mjs` that no test has used. */
export function newWsdlPort(): number {
  return services?.wsdls.pop() ?? assert.fail("every service of WSDLs was used");
}

export const soap12 = "http://www.w3.org/2003/05/soap-envelope";

/** Returns a SOAP 1.2 envelope with this content. */
export function envelope(content: string): string {
  return `<s:Envelope xmlns:s="${soap12}"><s:Body>${content}</s:Body></s:Envelope>`;
}

export const emptyEnvelope = `<s:Envelope xmlns:s="${soap12}"><s:Body/></s:Envelope>`;

export function add(a: number | string, b: number | string): string {
  return envelope(`<Add xmlns="http://example.org/calc"><a>${a}</a><b>${b}</b></Add>`);
}

/** Returns a valid request. `length`: the value of Content-Length, by default the body's. */
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
