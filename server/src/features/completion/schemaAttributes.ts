import type { Contract } from "../../contract/contract.ts";
import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import { attributeText } from "../../contract/write/namespaces.ts";
import { typeName } from "../../rules/schema/words.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { snippet, stop } from "../../text/snippet.ts";
import { attribute } from "../../xml/query.ts";
import { type AttributeUse, keyOf, type QName, type Type } from "../../xsd/components.ts";
import { sampleValue } from "../../xsd/sample/values.ts";
import { accepts } from "../../xsd/wildcards.ts";
import { valuesOf } from "../support/listedValues.ts";
import { requestSchema } from "../support/schemaPlace.ts";
import { describedMarkdown, required, requirement } from "../support/schemaWords.ts";
import type { NamespacesByPrefix } from "../support/tagName.ts";
import type { CompletionEntry, MessageContext } from "./item.ts";
import { ofWildcard, typedName } from "./matches.ts";
import { maxValues, typesFor } from "./schemaValues.ts";
import type { AttributePlace } from "./xmlPlace.ts";

/** The attributes that the contract declares for an element, required ones first. */
interface SchemaAttributes {
  readonly entries: readonly CompletionEntry[];
  /** Whether an attribute that isn't among them may be offered. */
  readonly mayHave: (name: QName) => boolean;
}

/** Maximum attributes of a wildcard that are offered at once. */
const maxOfWildcard = 50;

/** What an entry has besides its name and its values. */
interface Others {
  readonly note: string;
  readonly documentation: string;
  /** The declarations that the values need. */
  readonly declarations: ReadonlySet<string>;
}

const xsiType: QName = { namespace: XSI_NAMESPACE, local: "type" };
const xsiNil: QName = { namespace: XSI_NAMESPACE, local: "nil" };

/** Undefined where the contract says nothing. */
export function schemaAttributes(
  context: MessageContext,
  place: AttributePlace,
  prefixes: NamespacesByPrefix,
): SchemaAttributes | undefined {
  const { element, replace, hasValue } = place;
  const schema = requestSchema(context.message);
  const typed = schema?.typed(element);
  if (!schema || !typed) return undefined;
  const { type, declaration, declared } = typed;
  const writer = new ElementSnippets(schema.contract, prefixes);
  const isMissing = ({ namespace, local }: QName) => {
    const present = attribute(element, namespace, local);
    return !present || present.nameStart === replace.start;
  };
  const entry = (
    name: QName,
    isRequired: boolean,
    values: readonly string[],
    others: Partial<Others> = {},
  ): CompletionEntry => {
    const { name: label, declarations } = writer.attributeName(name);
    const value = stop(1, ...values.map(attributeText));
    const before = [...declarations, ...(others.declarations ?? [])].map((one) => `${one} `).join("");
    const insert = hasValue ? label : snippet`${before}${label}="${value}"`;
    const { note = "", documentation } = others;
    return { label, insert, order: isRequired ? 0 : 1, note: isRequired ? required(note) : note, documentation };
  };
  const uses = type.kind === "complex" ? [...type.attributes.values()] : [];
  const own = [...uses, ...ofAny(schema.contract, type, typedName(context, replace))]
    .filter(({ name }) => isMissing(name))
    .map((use) => entry(use.name, use.required, valuesFor(use, prefixes), described(use)));
  const types = typesFor(schema.contract.schemas, typed).slice(0, maxValues);
  const isAbstract: boolean = declared?.kind === "complex" && declared.abstract;
  const names = types.flatMap(({ name }) => (name && name.namespace !== "" ? writer.name(name) : []));
  const hasTypes = names.length > (isAbstract || schema.isEncoded ? 0 : 1);
  const isNillable = declaration?.nillable === true;
  const typeEntry = () =>
    entry(
      xsiType,
      isAbstract,
      names.map(({ name }) => name),
      { declarations: new Set(names.flatMap(({ declarations }) => declarations)) },
    );
  const ofInstance = [
    ...(hasTypes && isMissing(xsiType) ? [typeEntry()] : []),
    ...(isNillable && isMissing(xsiNil) ? [entry(xsiNil, false, ["true"])] : []),
  ];
  return {
    entries: [...own, ...ofInstance],
    mayHave: ({ namespace }) =>
      schema.isEncoded || versionOfNamespace(namespace) !== undefined || allowsAny(type, namespace),
  };
}

/** Whether a type allows attributes of a namespace that it doesn't declare. */
function allowsAny(type: Type, namespace: string): boolean {
  return (
    namespace !== XSI_NAMESPACE &&
    type.kind === "complex" &&
    type.anyAttribute !== undefined &&
    accepts(type.anyAttribute.namespaces, namespace)
  );
}

/** The declared attributes that a type allows beside its own. */
function ofAny({ schemas }: Contract, type: Type, typed: string): readonly AttributeUse[] {
  if (type.kind === "simple" || !type.anyAttribute) return [];
  const { shown } = ofWildcard(schemas, "attribute", type.anyAttribute.namespaces, maxOfWildcard, typed);
  const others = shown.filter((name) => !type.attributes.has(keyOf(name)));
  return others.flatMap((name) => schemas.attribute(name) ?? []).map((use) => ({ ...use, required: false }));
}

function valuesFor({ type, given, name }: AttributeUse, prefixes: NamespacesByPrefix): readonly string[] {
  const values = valuesOf(type, given, prefixes);
  return values.length > 0 ? values.slice(0, maxValues) : [sampleValue(type, name.local)];
}

function described({ name, type, given, source, required: isRequired }: AttributeUse): Partial<Others> {
  return {
    note: typeName(type),
    documentation: describedMarkdown({ name: name.local, type, given, source, cardinality: requirement(isRequired) }),
  };
}
