import assert from "node:assert/strict";
import {
  analyze,
  type DocumentFinding,
  diagnose,
  type KnownOutside,
  type Outgoing,
  type OutsideFile,
  outgoingOf,
  outsideOf,
  requestAt,
  type Sending,
  type Surroundings,
} from "../../server/src/languageService.ts";
import { fixedSending } from "./outgoing.ts";

/** The document whose surroundings are tested, in the folder `/w/a/b/` of the open folder `/w`. */
const documentUri = "file:///w/a/b/one.soaphttp";

/** What stands around the document: files by their paths, as text, as bytes, or why they are not read. */
export interface Around extends Partial<Omit<Surroundings, "read">> {
  readonly files?: Readonly<Record<string, string | Uint8Array | { readonly refused: string }>>;
}

export function around({ files = {}, ...given }: Around = {}): KnownOutside {
  const read = (uri: string): OutsideFile => {
    const file = files[decodeURIComponent(uri).replace(/^file:\/\//, "")];
    if (file === undefined) return { kind: "missing" };
    if (typeof file === "string") return { kind: "bytes", bytes: new TextEncoder().encode(file) };
    return file instanceof Uint8Array ? { kind: "bytes", bytes: file } : { kind: "refused", why: file.refused };
  };
  return outsideOf({
    ...{ uri: documentUri, roots: ["file:///w"], environment: undefined, environments: undefined, version: "" },
    processEnv: () => ({ unavailable: "There is none." }),
    ...given,
    read,
  });
}

export function findingsAround(text: string, outside: Around): readonly DocumentFinding[] {
  return diagnose(analyze(text, undefined, undefined, around(outside)));
}

/** The messages of what is found, without hints. */
export function messagesAround(text: string, outside: Around): readonly string[] {
  return findingsAround(text, outside)
    .filter(({ severity }) => severity !== "hint")
    .map(({ message }) => message);
}

/** What the first request sends, and what of it is secret. */
export function sentAround(
  text: string,
  outside: Around,
  sending: Partial<Sending> = {},
): { readonly outgoing: Outgoing; readonly errors: readonly string[]; readonly secrets: readonly string[] } {
  const analysis = analyze(text, undefined, undefined, around(outside));
  const request = requestAt(analysis, 0);
  assert.ok(request, "there is no request");
  const result = outgoingOf(analysis, request, { ...fixedSending, ...sending });
  assert.ok(result.kind === "message", JSON.stringify(result));
  return { ...result, errors: result.errors.map(({ code }) => code) };
}

export function bodyText({ body }: Pick<Outgoing, "body">): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
