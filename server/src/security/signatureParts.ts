import { childElements } from "../soap/envelope.ts";
import { contains, type Span } from "../text/span.ts";
import { elementsWith, namespaceOf } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Transform } from "./algorithms.ts";
import { partsNamed, timestampIn } from "./header.ts";
import { idOf } from "./ids.ts";
import { type SignatureOptions, withPrefixes } from "./signatureOptions.ts";
import type { SignaturePlace } from "./signaturePlace.ts";
import type { WrittenReference } from "./signatureText.ts";
import { type SignedMessage, targetOf, tokenOf } from "./signedBytes.ts";

/** A signed part: a reference with the elements that it refers to in the text with placeholders. */
export interface SignedPart extends WrittenReference {
  readonly elements: readonly XmlElement[];
  readonly signatures: readonly number[];
}

/** A reason why a part can't be signed. `at`: span in the text between the braces; undefined for a default part. */
export type PartProblem = { readonly kind: "part"; readonly name: string; readonly at: Span | undefined } & (
  | { readonly why: "missing" | "several" | "contains" | "no-part" | "no-token" | "signature-no-id" | "encrypted" }
  | { readonly why: "no-id" | "id-twice"; readonly element: XmlElement; readonly id: string }
);

export interface OtherSignature {
  readonly at: Span;
  readonly id: string | undefined;
}

interface Context {
  readonly message: SignedMessage;
  readonly place: SignaturePlace;
  readonly options: SignatureOptions;
  readonly own: Span;
  readonly all: readonly OtherSignature[];
  readonly keyInfoId: string;
}

export interface SignedParts {
  readonly parts: readonly SignedPart[];
  readonly problems: readonly PartProblem[];
  /** Name of a part that contains the signature without a transform that excludes it. */
  readonly notEnveloped: string | undefined;
}

export function signedParts(context: Context): SignedParts {
  const { place, options } = context;
  const parts: SignedPart[] = [];
  const problems: PartProblem[] = [];
  let notEnveloped: string | undefined;
  const add = (name: string, at: Span | undefined, elements: readonly XmlElement[]) => {
    const part = partOf(context, name, at, elements);
    if ("why" in part) problems.push(part);
    else if (!parts.some(({ uri }) => uri === part.uri)) {
      const isOwn = part.elements.some((one) => isInside(one, context.own));
      if (isOwn && !part.transforms.some(({ kind }) => kind === "enveloped")) notEnveloped ??= name;
      parts.push(part);
    }
  };
  for (const name of options.parts ?? []) add(name.text, name, elementsNamed(context, name.text));
  if (!options.parts && place.isInSecurity) {
    add("Body", undefined, place.envelope?.body ? [place.envelope.body] : []);
    const timestamp = timestampIn(place.parent);
    if (timestamp) add("Timestamp", undefined, [timestamp]);
  } else if (!options.parts) {
    add(place.parent.local, undefined, [place.parent]);
  }
  return { parts, problems, notEnveloped };
}

function isInside(element: XmlElement, span: Span): boolean {
  return element.start < span.start && span.end < element.end;
}

function elementsNamed({ message, place }: Context, name: string): readonly XmlElement[] {
  const { document, envelope, parent, isInSecurity } = place;
  // Other text is neither a name nor an id, and is read as a URI.
  if (/^(?:\/$|#xpointer\(|cid:)/.test(name)) return [];
  const text = name.replace(/^str:/, "");
  if (text.startsWith("#")) return (message.ids.get(text.slice(1)) ?? []).map(({ element }) => element);
  if (isInSecurity && envelope) {
    const named = partsNamed(envelope, parent, text);
    if (named.length > 0 || text === name) return named;
  }
  const [local = text, prefix] = text.split(":").reverse();
  const namespace = prefix === undefined ? undefined : namespaceOf(document, parent, prefix);
  const isNamed = (one: XmlElement) => one.local === local && (prefix === undefined || one.namespace === namespace);
  if (isNamed(parent)) return [parent];
  const children = childElements(parent).filter(isNamed);
  return children.length > 0 ? children : [...elementsWith(document, local)].filter(isNamed);
}

function partOf(
  context: Context,
  name: string,
  at: Span | undefined,
  elements: readonly XmlElement[],
): SignedPart | PartProblem {
  const { message, place, options } = context;
  const problem = (why: Exclude<PartProblem["why"], "no-id" | "id-twice">): PartProblem => ({
    kind: "part",
    why,
    name,
    at,
  });
  const canonical = withPrefixes({ kind: "c14n", method: options.c14n }, options.prefixes);
  const transforms = (covered: readonly XmlElement[]): readonly Transform[] => {
    const isEnveloped = !place.isInSecurity && covered.some((one) => isInside(one, context.own));
    return options.transforms ?? [...(isEnveloped ? [{ kind: "enveloped" } as const] : []), canonical];
  };
  const part = (uri: string, covered: readonly XmlElement[], own = transforms(covered)): SignedPart | PartProblem => {
    const signatures = [...context.all.keys()].filter((index) => {
      const other = context.all[index];
      return other && other.at.start !== context.own.start && covered.some((one) => isInside(one, other.at));
    });
    return { uri, transforms: own, elements: covered, signatures };
  };
  const { root } = place.document;
  if (name === "/" && root) return part("", [root]);
  if (name.startsWith("cid:"))
    return targetOf(message, name).kind === "attachment"
      ? part(name, [], [{ kind: options.attachments }])
      : problem("no-part");
  // The transform enveloped would remove KeyInfo.
  if (name === "KeyInfo")
    return part(
      `#${context.keyInfoId}`,
      [],
      transforms([]).filter(({ kind }) => kind !== "enveloped"),
    );
  if (name.startsWith("#xpointer(")) {
    const target = targetOf(message, name);
    return target.kind === "elements" ? part(name, target.elements) : problem("missing");
  }
  const [element, second] = elements;
  if (!element) return signaturePart(context, name, transforms([])) ?? problem("missing");
  if (second) return problem("several");
  const isAround =
    isInside(element, context.own) && !(options.transforms ?? []).some(({ kind }) => kind === "enveloped");
  if (isAround && place.isInSecurity) return problem("contains");
  const id = idOf(place.document, element);
  if (!id && at === undefined && element === root) return part("", [root]);
  if (!id) return { kind: "part", why: "no-id", name, at, element, id: "" };
  if ((message.ids.get(id.id) ?? []).length > 1) return { kind: "part", why: "id-twice", name, at, element, id: id.id };
  if (!name.startsWith("str:")) return part(`#${id.id}`, [element]);
  const token = tokenOf(message, element);
  return token ? part(`#${id.id}`, [token], [{ kind: "token", method: options.c14n }]) : problem("no-token");
}

/** A reference to another signature that is computed: by the Id in its options, or because it is the only other one. */
function signaturePart(
  { own, all, place }: Context,
  name: string,
  transforms: readonly Transform[],
): SignedPart | PartProblem | undefined {
  const others = [...all.entries()].filter(([, { at }]) => at.start !== own.start);
  const named = others.filter(([, { at, id }]) =>
    name.startsWith("#") ? id === name.slice(1) : name === "Signature" && contains(place.parent, at),
  );
  const [other, second] = named;
  if (!other || second) return undefined;
  const [index, { id }] = other;
  if (id === undefined) return { kind: "part", why: "signature-no-id", name, at: undefined };
  return { uri: `#${id}`, transforms, elements: [], signatures: [index] };
}
