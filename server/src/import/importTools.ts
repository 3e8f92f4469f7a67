import { analyze, messageOf } from "../analysis/analysis.ts";
import { Contracts } from "../contract/contracts.ts";
import { contractFiles } from "../contract/files.ts";
import { findingsOf } from "../rules/check.ts";
import { requestRules } from "../rules/registry.ts";
import type { CollectionWsdl } from "./collection.ts";
import type { ImportedFile, ImportTools } from "./result.ts";
import { fileNameWithExtension, Names } from "./write/names.ts";

export const importTools: ImportTools = { brokenSoapRules, wsdlCopies };

function brokenSoapRules(text: string): readonly string[] {
  const soapRules = requestRules.filter(({ traits }) => traits.ofSoap);
  const analysis = analyze(text);
  const codes = analysis.document.segments.flatMap(({ segment }) => {
    const message = messageOf(analysis, segment);
    return message ? findingsOf(soapRules, message).map(({ code }) => code) : [];
  });
  return [...new Set(codes)].sort();
}

function wsdlCopies({ documents }: CollectionWsdl): readonly ImportedFile[] {
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
    ...files.map(({ name, bytes: content }) => ({ path: name, content })),
    ...others.map(([uri, { bytes: content }]) => {
      const name = fileNameWithExtension(uri.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "");
      const [extension = ""] = /\.(?:wsdl|xsd|xml)$/i.exec(name) ?? [];
      return { path: names.take(name.slice(0, name.length - extension.length), extension || ".xml"), content };
    }),
  ];
}

/** The URI of a document, from its address or its path. */
function uriOf(url: string): string {
  const trimmed = url.trim();
  if (/^(?:https?|file):/i.test(trimmed)) return trimmed.split("#", 1)[0] ?? "";
  return `file:///${encodeURI(
    trimmed
      .replace(/\p{Cs}/gu, "\ufffd")
      .replaceAll("\\", "/")
      .replace(/^\/+/, ""),
  )}`;
}

/** The text in UTF-8, with its XML declaration adapted. */
function utf8(text: string): string {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  return text.slice(start).replace(/^(<\?xml\s[^>]{0,200}?\sencoding\s*=\s*)(?:"[^"<>]*"|'[^'<>]*')/, '$1"UTF-8"');
}
