import { Contracts } from "../../contract/contracts.ts";
import { contractFiles } from "../../contract/files.ts";
import type { Wsdl } from "../collection.ts";
import { fileNameWithExtension, Names } from "./names.ts";

/** The documents of a definition, their locations rewritten to each other, the WSDL first. Names are relative paths. */
export function wsdlFiles({
  documents,
}: Wsdl): readonly { readonly name: string; readonly content: string | Uint8Array }[] {
  const bytes = new Map(
    documents.map(({ url, text }) => [uriOf(url), { bytes: new TextEncoder().encode(utf8(text)) }]),
  );
  const [main] = bytes.keys();
  if (main === undefined) return [];
  const contracts = new Contracts({ get: (uri) => bytes.get(uri), edition: () => 1, changes: 1 });
  const { files } = contractFiles(contracts.get(main));
  const written = new Set(files.map(({ from }) => from));
  const names = new Names();
  for (const { name } of files) names.take(name);
  const others = [...bytes].filter(([uri]) => !written.has(uri));
  return [
    ...files.map(({ name, bytes: content }) => ({ name, content })),
    ...others.map(([uri, { bytes: content }]) => {
      const name = fileNameWithExtension(uri.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "");
      const at = name.lastIndexOf(".");
      return { name: at > 0 ? names.take(name.slice(0, at), name.slice(at)) : names.take(name), content };
    }),
  ];
}

/** The address of a document, or of the file with this path. */
function uriOf(url: string): string {
  const trimmed = url.trim();
  if (/^(?:https?|file):/i.test(trimmed)) return trimmed.split("#", 1)[0] ?? "";
  return `file:///${encodeURI(trimmed.replaceAll("\\", "/").replace(/^\/+/, ""))}`;
}

/** The text is written in UTF-8, whatever its declaration says. */
function utf8(text: string): string {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  return text.slice(start).replace(/^(<\?xml\s[^>]{0,200}?\sencoding\s*=\s*)(?:"[^"<>]*"|'[^'<>]*')/, '$1"UTF-8"');
}
