import * as l10n from "@vscode/l10n";
import type { Exchange } from "./exchange.ts";

/**
 * What a document of an exchange shows. `formatted` and `raw` are the response in the language `soaphttp-response`;
 * `tidy` is its body alone, formatted; `failure` and `details` are plain text, `wire` and `hex` the bytes of the connection
 * made visible; `body`, `surplus` and `part` (of a multipart body) are bytes.
 */
export type View = "formatted" | "raw" | "tidy" | "failure" | "details" | "wire" | "hex" | "body" | "surplus" | "part";

const folders: Readonly<Record<View, string>> = {
  formatted: "response",
  raw: "as-received",
  tidy: "formatted-body",
  failure: "failure",
  details: "details",
  wire: "wire",
  hex: "wire-hex",
  body: "body",
  surplus: "extra-bytes",
  part: "part",
};

/**
 * `/<id>/<folder of the view>/<name>.<ending>`. It never changes and never shows another exchange; the name is for the
 * author, whose tab shows it alone. `extension`: of the file that a body is saved in.
 */
export function responsePath({ id, label }: Pick<Exchange, "id" | "label">, view: View, extension = "bin"): string {
  return `/${id}/${folders[view]}/${nameOf(fileName(label), view)}.${endingOf(view, extension)}`;
}

/** `/<id>/part-<index>/<name>`: a part of a multipart body, the first one with the index 0, in a file of this name. */
export function partPath({ id }: Pick<Exchange, "id">, index: number, name: string): string {
  return `/${id}/${folders.part}-${index}/${fileName(name)}`;
}

export interface ResponsePlace {
  readonly id: string;
  readonly view: View;
  /** Of a part; 0 for other views. */
  readonly index: number;
}

/** Undefined for a path of another kind. */
export function parseResponsePath(path: string): ResponsePlace | undefined {
  const [, id, folder = "", name, ...more] = path.split("/");
  if (!id || !name || more.length > 0) return undefined;
  const part = /^part-(\d{1,4})$/.exec(folder)?.[1];
  if (part !== undefined) return { id, view: "part", index: Number(part) };
  const view = (Object.keys(folders) as View[]).find((one) => folders[one] === folder && one !== "part");
  return view === undefined ? undefined : { id, view, index: 0 };
}

function nameOf(label: string, view: View): string {
  switch (view) {
    case "formatted":
    case "body":
    case "tidy":
    case "part":
      return label;
    case "raw":
      return l10n.t("{0} (as received)", label);
    case "failure":
      return l10n.t("{0} (no response)", label);
    case "details":
      return l10n.t("{0} (details)", label);
    case "wire":
      return l10n.t("{0} (wire)", label);
    case "hex":
      return l10n.t("{0} (wire, hex)", label);
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
    case "wire":
    case "hex":
      return "soaphttp-wire";
    case "body":
    case "tidy":
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
