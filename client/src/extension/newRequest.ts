import * as vscode from "vscode";
import { languageId } from "../../../server/src/protocol/protocol.ts";
import { columnForRequests } from "./response/requestPlace.ts";

/*
 * Not from the server, although its completion has such requests: a new file can be started while the server is down.
 * The snippet selects the values that depend on the service, the host first. Content-Length is counted when the request is
 * sent, because the user will change the body.
 */
const text = [
  `POST \${2:/service} HTTP/1.1`,
  `Host: \${1:localhost:8000}`,
  "Content-Type: application/soap+xml; charset=utf-8",
  "Content-Length: {{\\$contentLength}}",
  "",
  '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
  "  <soap:Body>",
  `    <\${3:Operation} xmlns="\${4:http://example.org/}">$0</\${3:Operation}>`,
  "  </soap:Body>",
  "</soap:Envelope>",
  "",
].join("\n");

export async function newRequest(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: languageId });
  const editor = await vscode.window.showTextDocument(document, {
    preview: false,
    viewColumn: columnForRequests(),
  });
  await editor.insertSnippet(new vscode.SnippetString(text), new vscode.Position(0, 0));
}
