import type {
  ExportedContent,
  ExportedStep,
  ExportedText,
  ExportedValue,
  GeneratedValue,
} from "../../../server/src/protocol/protocol.ts";
import { inCapitals, secretVariable } from "../core/sending/secrets.ts";
import { type PlannedPath, pathTooComplex, plannedPath } from "./plannedPath.ts";

/** The value that an engine inserts into a slot each time it sends the request. */
export type PlannedValue =
  | Extract<ExportedValue, { readonly kind: "contentLength" | "column" | "set" | "random" }>
  | GeneratedValue
  | { readonly kind: "environment"; readonly name: string }
  /** Base64 of the user name, a colon and the password. */
  | { readonly kind: "basic"; readonly user: PlannedText; readonly password: PlannedText }
  /** Base64 of the SHA-1 of the nonce (in Base64), the time and the password. Undefined parts are left out. */
  | {
      readonly kind: "digest";
      readonly nonce: PlannedText | undefined;
      readonly created: PlannedText | undefined;
      readonly password: PlannedText;
    }
  /** A value that steps are applied to. */
  | { readonly kind: "computed"; readonly source: PlannedContent; readonly steps: readonly PlannedStep[] }
  /** A part of the last exchange of a request of the plan, by its index. */
  | {
      readonly kind: "exchange";
      readonly request: number;
      readonly message: "request" | "response";
      readonly part: ExchangePart;
    };

/** A text in parts: literal texts and values. */
export type PlannedText = readonly (string | PlannedValue)[];

/** A text with values, or bytes in Base64. */
export type PlannedContent = PlannedText | { readonly bytes: string };

export interface PlannedStep {
  readonly name: string;
  readonly arguments: readonly PlannedContent[];
  readonly path?: PlannedPath;
}

/** The values that a value is made of. */
export function partsOf(planned: PlannedValue): readonly PlannedValue[] {
  return valuesIn(textsOf(planned));
}

/** The values in the arguments of steps. */
export function partsOfSteps(steps: readonly PlannedStep[]): readonly PlannedValue[] {
  return valuesIn(textsIn(steps.flatMap((step) => step.arguments)));
}

function valuesIn(texts: readonly PlannedText[]): readonly PlannedValue[] {
  return texts.flat().flatMap((part) => (typeof part === "string" ? [] : part));
}

function textsIn(contents: readonly PlannedContent[]): readonly PlannedText[] {
  return contents.flatMap((content) => ("bytes" in content ? [] : [content]));
}

function textsOf(planned: PlannedValue): readonly PlannedText[] {
  switch (planned.kind) {
    case "basic":
      return [planned.user, planned.password];
    case "digest":
      return [planned.nonce ?? [], planned.created ?? [], planned.password];
    case "computed":
      return textsIn([planned.source, ...planned.steps.flatMap((step) => step.arguments)]);
    default:
      return [];
  }
}

/** The format of `tokenTime`. */
export const tokenTimeFormat = "YYYY-MM-DD[T]HH:mm:ss[Z]";

export type ExchangePart =
  | { readonly kind: "status" }
  | { readonly kind: "header"; readonly name: string }
  /** The value at a path in the body; without a path, the whole body. */
  | { readonly kind: "body"; readonly path: PlannedPath | undefined };

/** Returns a sentence if there is none. `indexOf`: of a named request in the plan. `before`: the earlier values. */
export function plannedValue(
  value: ExportedValue,
  indexOf: (name: string) => number | undefined,
  before: readonly (PlannedValue | string)[],
): PlannedValue | string {
  switch (value.kind) {
    case "basic": {
      const [user, password] = [filled(value.user, before), filled(value.password, before)];
      if (typeof user === "string") return user;
      return typeof password === "string" ? password : { kind: "basic", user, password };
    }
    case "digest": {
      const nonce = value.nonce && filled(value.nonce, before);
      const created = value.created && filled(value.created, before);
      const password = filled(value.password, before);
      if (typeof nonce === "string") return nonce;
      if (typeof created === "string") return created;
      return typeof password === "string" ? password : { kind: "digest", nonce, created, password };
    }
    case "computed": {
      const source = content(value.source, before);
      if (typeof source === "string") return source;
      const steps = plannedSteps(value.steps, before);
      return typeof steps === "string" ? steps : { kind: "computed", source, steps };
    }
    case "builtIn":
      return value.generated;
    case "secret": {
      const name = environmentVariable(value);
      if (!/^[\w.-]+$/.test(name))
        return `The environment variable ${name} needs a name of ASCII letters, digits and _.`;
      return { kind: "environment", name };
    }
    case "exchange": {
      const request = indexOf(value.request);
      if (request === undefined) return `The request ${value.request} isn't in the export.`;
      const { message, part } = value;
      if (part.kind !== "body") return { kind: "exchange", request, message, part };
      const path = part.path && plannedPath(part.path);
      if (part.path && !path) return `${part.path.text}: ${pathTooComplex}`;
      return { kind: "exchange", request, message, part: { kind: "body", path } };
    }
    default:
      return value;
  }
}

/** Returns the steps that an engine applies to a value, or why it can't apply them. */
export function plannedSteps(
  steps: readonly ExportedStep[],
  values: readonly (PlannedValue | string)[],
): readonly PlannedStep[] | string {
  const planned: PlannedStep[] = [];
  for (const { name, arguments: given, path } of steps) {
    const read = path && plannedPath(path);
    if (path && !read) return `${name} ${path.text}: ${pathTooComplex}`;
    const filledIn = given.map((argument) => content(argument, values));
    const problem = filledIn.find((argument) => typeof argument === "string");
    if (typeof problem === "string") return problem;
    const contents = filledIn.filter((argument) => typeof argument !== "string");
    planned.push({ name, arguments: contents, ...(read ? { path: read } : {}) });
  }
  return planned;
}

function content(given: ExportedContent, before: readonly (PlannedValue | string)[]): PlannedContent | string {
  return "bytes" in given ? given : filled(given, before);
}

function filled(text: ExportedText, before: readonly (PlannedValue | string)[]): PlannedText | string {
  const parts: (string | PlannedValue)[] = [];
  for (const part of text) {
    const planned = typeof part === "number" ? before[part] : undefined;
    if (typeof planned === "string") return planned;
    parts.push(typeof part === "number" ? (planned ?? "") : part);
  }
  return parts;
}

function environmentVariable({ from, name }: Extract<ExportedValue, { readonly kind: "secret" }>): string {
  if (from === "secrets") return secretVariable(name);
  return from === "private" ? `SOAPHTTP_PRIVATE_${inCapitals(name)}` : name;
}
