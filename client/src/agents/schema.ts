export type Schema =
  | { readonly type: "string"; readonly description?: string; readonly minLength?: number; readonly enum?: string[] }
  | { readonly type: "integer"; readonly description?: string; readonly minimum?: number }
  | { readonly type: "boolean"; readonly description?: string }
  | { readonly type: readonly ["string", "null"]; readonly description?: string }
  | { readonly type: "array"; readonly description?: string; readonly items: Schema; readonly maxItems?: number }
  | ObjectSchema
  | { readonly anyOf: readonly (Schema | { readonly type: "null" })[]; readonly description?: string };

export interface ObjectSchema {
  readonly type: "object";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false | Schema;
}

/** Why arguments don't match the schema of a tool, as a sentence that names the field; undefined if they do. */
export function whyInvalid(given: Readonly<Record<string, unknown>>, schema: ObjectSchema): string | undefined {
  return whyNoObject(given, schema, "");
}

function whyNoObject(
  given: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: ObjectSchema,
  path: string,
): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return `The argument ${path}${missing} is missing.`;
  for (const [name, value] of Object.entries(given)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (!own) return `The argument ${path}${shown(name)} is unknown. Use ${Object.keys(properties).join(", ")}.`;
    const why = whyNot(value, own, path + shown(name));
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyNot(value: unknown, schema: Schema, name: string): string | undefined {
  if (!("type" in schema)) return undefined;
  switch (schema.type) {
    case "string":
      if (typeof value !== "string") return `The argument ${name} must be a string.`;
      return value.length < (schema.minLength ?? 0) ? `The argument ${name} is empty.` : undefined;
    case "integer":
      return Number.isSafeInteger(value) && Number(value) >= (schema.minimum ?? 0)
        ? undefined
        : `The argument ${name} must be an integer of at least ${schema.minimum ?? 0}.`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `The argument ${name} must be true or false.`;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? whyNoObject(value as Readonly<Record<string, unknown>>, schema, `${name}.`)
        : `The argument ${name} must be an object.`;
    default:
      return undefined;
  }
}

/** Names come from a model: they may be long, and have any characters. */
function shown(name: string): string {
  const own = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return /^[\w.@/[\]-]+…?$/.test(own) ? own : JSON.stringify(own);
}
