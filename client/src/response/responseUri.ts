import * as vscode from "vscode";
import type { Exchange } from "./exchange.ts";

/** The scheme of everything that was received, and the ending that gives a response its language. */
export const responseScheme = "soaphttp-response";
const responseEnding = ".soaphttp-response";

/**
 * What a document of an exchange shows. `formatted` and `raw` are the response in the language `soaphttp-response`;
 * `failure` and `details` are plain text; `body` and `surplus` are bytes.
 */
export type View = "formatted" | "raw" | "failure" | "details" | "body" | "surplus";

const folders: Readonly<Record<View, string>> = {
  formatted: "response",
  raw: "as received",
  failure: "no response",
  details: "details",
  body: "body",
  surplus: "extra bytes",
};

/** `soaphttp-response:/<id>/<view>/<label>.<ending>`: it never changes, and never shows another exchange. */
export function responseUri({ id, label }: Exchange, view: View, extension = "bin"): vscode.Uri {
  const ending =
    view === "formatted" || view === "raw"
      ? responseEnding
      : view === "body" || view === "surplus"
        ? `.${extension}`
        : ".txt";
  const name =
    label
      .replace(/[\\/:*?"<>|\s\u0000-\u001f]+/g, " ")
      .trim()
      .slice(0, 80) || "request";
  return vscode.Uri.from({ scheme: responseScheme, path: `/${id}/${folders[view]}/${name}${ending}` });
}

/** Undefined for a URI of another kind. */
export function parseResponseUri(uri: vscode.Uri): { readonly id: string; readonly view: View } | undefined {
  const [, id, folder, name] = uri.path.split("/");
  const view = (Object.keys(folders) as View[]).find((one) => folders[one] === folder);
  return uri.scheme === responseScheme && id !== undefined && view !== undefined && name !== undefined
    ? { id, view }
    : undefined;
}
