import * as l10n from "@vscode/l10n";
import { envelopeNamespaces } from "../soap/facts.ts";
import type { Base } from "./base.ts";
import type { Candidate, MessageKind } from "./variant.ts";

/** What is wrong with a message whatever its schema is. */
export function* messageCandidates({ message, text }: Base): Generator<Candidate<MessageKind>> {
  const { envelope, xml } = message;
  const root = xml?.root;
  const body = envelope?.body;
  if (!envelope || !root || !body || !envelope.version) return;
  const insert = (at: number, newText: string) => ({ start: at, end: at, newText });
  const own = envelopeNamespaces[envelope.version];
  const other = envelopeNamespaces[envelope.version === "1.1" ? "1.2" : "1.1"];
  const namespaceAt = text.indexOf(own, root.start);
  if (namespaceAt >= 0 && namespaceAt < root.startTagEnd) {
    const edit = { start: namespaceAt, end: namespaceAt + own.length, newText: other };
    yield { kind: "version", title: l10n.t("the envelope of the other SOAP version"), edits: [edit] };
  }
  const prefix = root.prefix === "" ? "" : `${root.prefix}:`;
  const isTrue = envelope.version === "1.1" ? "1" : "true";
  const block = (name: string, more: string) => `<${name}${more}/>`;
  const header = (content: string) =>
    envelope.header && !envelope.header.selfClosing
      ? insert(envelope.header.startTagEnd, content)
      : insert(body.start, `<${prefix}Header>${content}</${prefix}Header>`);
  const understood = block("u:Unknown", ` xmlns:u="urn:unknown" ${prefix}mustUnderstand="${isTrue}"`);
  yield {
    kind: "must-understand",
    title: l10n.t("an unknown header block that must be understood"),
    edits: [header(understood)],
  };
  yield {
    kind: "header-unqualified",
    title: l10n.t("a header block without a namespace"),
    edits: [header(block("Unqualified", ' xmlns=""'))],
  };
  yield { kind: "body-missing", title: l10n.t("no Body"), edits: [{ start: body.start, end: body.end, newText: "" }] };
  yield {
    kind: "dtd",
    title: l10n.t("a document type declaration"),
    edits: [insert(root.start, `<!DOCTYPE ${root.name}>`)],
  };
  if (body.endTag)
    yield {
      kind: "not-well-formed",
      title: l10n.t("the end tag of Body missing"),
      edits: [{ start: body.endTag.start, end: body.endTag.end, newText: "" }],
    };
  const type = message.field("content-type")?.value.typed;
  if (type)
    yield {
      kind: "content-type",
      title: l10n.t("Content-Type application/json"),
      edits: [{ start: type.start, end: type.end, newText: "application/json" }],
    };
  const action = message.field("soapaction")?.value.typed;
  if (action)
    yield {
      kind: "action",
      title: l10n.t("a SOAPAction that no operation has"),
      edits: [{ start: action.start, end: action.end, newText: '"urn:unknown-action"' }],
    };
}
