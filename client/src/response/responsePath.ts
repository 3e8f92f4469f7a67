import * as l10n from "@vscode/l10n";
import type { Exchange } from "./exchange.ts";

/**
 * What a document of an exchange shows. `formatted` and `raw` are the response in the language `soaphttp-response`;
 * `failure` and `details` are plain text; `body` and `surplus` are bytes.
 */
export type View = "formatted" | "raw" | "failure" | "details" | "body" | "surplus";

const folders: Readonly<Record<View, string>> = {
  formatted: "response",
  raw: "as-received",
  failure: "failure",
  details: "details",
  body: "body",
  surplus: "extra-bytes",
};

/**
 * `/<id>/<folder of the view>/<name>.<ending>`. It never changes and never shows another exchange; the name is for the
 * author, whose tab shows it alone. `extension`: of the file that a body is saved in.
 */
export function responsePath({ id, label }: Pick<Exchange, "id" | "label">, view: View, extension = "bin"): string {
  return `/${id}/${folders[view]}/${nameOf(fileName(label), view)}.${endingOf(view, extension)}`;
}

/** Undefined for a path of another kind. */
export function parseResponsePath(path: string): { readonly id: string; readonly view: View } | undefined {
  const [, id, folder, name, ...more] = path.split("/");
  const view = (Object.keys(folders) as View[]).find((one) => folders[one] === folder);
  return id && view !== undefined && name && more.length === 0 ? { id, view } : undefined;
}

function nameOf(label: string, view: View): string {
  switch (view) {
    case "formatted":
    case "body":
      return label;
    case "raw":
      return l10n.t("{0} (as received)", label);
    case "failure":
      return l10n.t("{0} (no response)", label);
    case "details":
      return l10n.t("{0} (details)", label);
    case "surplus":
      return l10n.t("{0} (extra bytes)", label);
  }
}

function endingOf(view: View, extension: string): string {
  switch (view) {
    case "formatted":
    case "raw":
      // The ending that gives a document the language of responses.
      return "soaphttp-response";
    case "body":
      return extension;
    default:
      return "txt";
  }
}

/** Without what file systems don't take in a name. */
function fileName(label: string): string {
  const name = label.replace(/[\\/:*?"<>|\s\u0000-\u001f]+/g, " ").trim();
  return name.slice(0, 80).trim() || "request";
}
