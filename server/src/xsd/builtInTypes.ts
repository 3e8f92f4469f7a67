import type { Facet, Facets, Primitive, SimpleType } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";

type Own = Partial<Facets>;

const collapse: Own = { whiteSpace: "collapse" };
const types = new Map<string, SimpleType>();

/** The base of all simple types (part 2, section 2.1.1). Also replaces unknown simple types. */
export const anySimpleType: SimpleType = define("anySimpleType", undefined, {}, primitive("anySimpleType"));

const string = atomic("string");
for (const name of [
  "boolean",
  "float",
  "double",
  "time",
  "date",
  "gYearMonth",
  "gYear",
  "gMonthDay",
  "gDay",
] as const) {
  atomic(name, collapse);
}
for (const name of ["gMonth", "hexBinary", "base64Binary", "anyURI", "QName", "NOTATION"] as const)
  atomic(name, collapse);

const normalizedString = derive("normalizedString", string, { whiteSpace: "replace" });
const token = derive("token", normalizedString, collapse);
derive("language", token, pattern("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"));
list("NMTOKENS", derive("NMTOKEN", token, pattern("\\c+")));
const ncName = derive("NCName", derive("Name", token, pattern("\\i\\c*")), pattern("[\\i-[:]][\\c-[:]]*"));
derive("ID", ncName, {});
list("IDREFS", derive("IDREF", ncName, {}));
list("ENTITIES", derive("ENTITY", ncName, {}));

const integer = derive("integer", atomic("decimal", collapse), {
  fractionDigits: { value: 0, fixed: true, source: undefined },
  ...pattern("[\\-+]?[0-9]+"),
});
const nonPositive = derive("nonPositiveInteger", integer, bounds(undefined, "0"));
derive("negativeInteger", nonPositive, bounds(undefined, "-1"));
const long = derive("long", integer, bounds("-9223372036854775808", "9223372036854775807"));
const int = derive("int", long, bounds("-2147483648", "2147483647"));
derive("byte", derive("short", int, bounds("-32768", "32767")), bounds("-128", "127"));
const nonNegative = derive("nonNegativeInteger", integer, bounds("0"));
derive("positiveInteger", nonNegative, bounds("1"));
const unsignedLong = derive("unsignedLong", nonNegative, bounds(undefined, "18446744073709551615"));
const unsignedInt = derive("unsignedInt", unsignedLong, bounds(undefined, "4294967295"));
derive("unsignedByte", derive("unsignedShort", unsignedInt, bounds(undefined, "65535")), bounds(undefined, "255"));

// Types of XML Schema 1.1 whose only addition to their base is a pattern.
types.set("anyAtomicType", anySimpleType);
derive("dateTimeStamp", atomic("dateTime", collapse), pattern(".*(Z|(\\+|-)[0-9][0-9]:[0-9][0-9])"));
const duration = atomic("duration", collapse);
derive("yearMonthDuration", duration, pattern("[^DT]*"));
derive("dayTimeDuration", duration, pattern("[^YM]*(T.*)?"));

/** The built-in simple type with this name (part 2, section 3), including XML Schema 1.1; undefined if there is none. */
export function builtInType(local: string): SimpleType | undefined {
  return types.get(local);
}

export function isBuiltIn(type: SimpleType): boolean {
  return type.source === undefined && type.name?.namespace === xsdNamespace;
}

/** The type itself if it is built-in, else the built-in type that it is derived from. */
export function builtInOf(type: SimpleType): SimpleType {
  let current = type;
  while (current.base && !isBuiltIn(current)) current = current.base;
  return current;
}

function atomic(name: Primitive, facets: Own = {}): SimpleType {
  return define(name, anySimpleType, facets, primitive(name));
}

function derive(name: string, base: SimpleType, facets: Own): SimpleType {
  return define(name, base, facets, base.variety);
}

function list(name: string, item: SimpleType): void {
  const minLength: Facet<number> = { value: 1, fixed: false, source: undefined };
  define(name, anySimpleType, { ...collapse, minLength }, { kind: "list", item });
}

function define(local: string, base: SimpleType | undefined, own: Own, variety: SimpleType["variety"]): SimpleType {
  const inherited: Facets = base?.facets ?? { whiteSpace: "preserve", patterns: [], enumeration: undefined };
  const facets: Facets = { ...inherited, ...own, patterns: [...inherited.patterns, ...(own.patterns ?? [])] };
  const name = { namespace: xsdNamespace, local };
  const type: SimpleType = { kind: "simple", name, source: undefined, base, facets, variety };
  types.set(local, type);
  return type;
}

function primitive(name: Primitive): SimpleType["variety"] {
  return { kind: "atomic", primitive: name };
}

function pattern(expression: string): Own {
  return { patterns: [{ value: [expression], fixed: false, source: undefined }] };
}

function bounds(least: string | undefined, most?: string): Own {
  const facet = (value: string): Facet<string> => ({ value, fixed: false, source: undefined });
  return {
    ...(least === undefined ? {} : { minInclusive: facet(least) }),
    ...(most === undefined ? {} : { maxInclusive: facet(most) }),
  };
}

export function builtInTypeNames(): readonly string[] {
  return [...types.keys()];
}
