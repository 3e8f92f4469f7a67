import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { builtInType } from "../../../server/src/xsd/builtInTypes.ts";
import type { SchemaProblem, SimpleType } from "../../../server/src/xsd/components.ts";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { compileSimpleType } from "../../../server/src/xsd/simpleTypes.ts";

/** The type that the text of a `<xs:simpleType>` declares, and what is reported of it. */
export function compiled(
  simpleType: string,
  doctype = "",
): {
  readonly type: SimpleType;
  readonly problems: readonly SchemaProblem[];
} {
  const { root } = readDocument("types.xsd", doctype + schemaOf(simpleType));
  const problems: SchemaProblem[] = [];
  const all = new Map(root?.children.map((child) => [child.attributes.get("name")?.value, child]));
  const resolve = (text: string): SimpleType | undefined => {
    const [prefix = "", local = ""] = text.split(":");
    const declared = prefix === "t" ? all.get(local) : undefined;
    return declared ? compile(local) : prefix === "xs" ? builtInType(local) : undefined;
  };
  const types = new Map<string, SimpleType>();
  const compile = (name: string): SimpleType => {
    const source = all.get(name);
    if (source === undefined) throw new Error(`there is no type ${name}`);
    const type =
      types.get(name) ??
      compileSimpleType(
        source,
        { namespace: "urn:t", local: name },
        (_, text) => resolve(text),
        (problem) => void problems.push(problem),
      );
    types.set(name, type);
    return type;
  };
  return { type: compile("type"), problems };
}

/** A restriction of a built-in type by facets that are written as `name=value`, in lines. */
export function restriction(base: string, facets: readonly string[]): string {
  const written = facets.map((facet) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(facet) ?? [];
    return `<xs:${name} value="${escaped(value)}"/>`;
  });
  return `<xs:simpleType name="type"><xs:restriction base="${base}">${written.join("")}</xs:restriction></xs:simpleType>`;
}

/** Resolves prefixes as they are declared in the schemas and documents here. */
export function prefixes(prefix: string): string | undefined {
  return { xs: "http://www.w3.org/2001/XMLSchema", t: "urn:t", "": "" }[prefix];
}

function schemaOf(simpleTypes: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">${simpleTypes}<xs:element name="e" type="t:type"/></xs:schema>`;
}

/** Whether libxml2 finds values of `type` valid; undefined if it refuses the schema. */
export function libxmlVerdicts(simpleType: string, values: readonly string[]): readonly boolean[] | undefined {
  const schema = XmlDocument.fromString(schemaOf(simpleType));
  let validator: XsdValidator | undefined;
  try {
    validator = XsdValidator.fromDoc(schema);
    const found = validator;
    return values.map((value) => isValid(found, value));
  } catch {
    return undefined;
  } finally {
    validator?.dispose();
    schema.dispose();
  }
}

function isValid(validator: XsdValidator, value: string): boolean {
  const document = XmlDocument.fromString(
    `<t:e xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema">${escaped(value)}</t:e>`,
  );
  try {
    validator.validate(document);
    return true;
  } catch {
    return false;
  } finally {
    document.dispose();
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
