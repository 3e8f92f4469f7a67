import { escapeXml, percentDecoded } from "../../text/escapes.ts";
import type { NamedSecret } from "../../text/redaction.ts";
import { isSecretMember } from "../../text/secretNames.ts";
import { resolveReferences } from "../../xml/references.ts";
import type { Collection, CollectionRequest, Text, TextInsertion, Variable } from "../collection.ts";
import { secretText } from "../common/auth.ts";
import { formText } from "../common/bodyText.ts";
import { withoutUserInformation } from "./address.ts";
import { variableName } from "./names.ts";
import { eachOf, type Rewriter, rewritten, type TextPlace } from "./rewritten.ts";
import { markedText, secretsInBodyOrScript, secretsInComment, secretsInHeader, secretsInLine } from "./secretPlaces.ts";
import { TextSearch } from "./textSearch.ts";
import { isXml, merged } from "./texts.ts";

/**
 * A collection in which variables of the private environment replace credentials. That environment is excluded from version
 * control. Credentials are recognized by their place or their name; equal texts at other places are treated as the same
 * credential.
 */
export function withSecretVariables(collection: Collection): Collection {
  const search = new SecretSearch(collection);
  const marked = rewritten(collection, search);
  // Without credentials, nothing is replaced, which saves a third of the time.
  if (search.values.size === 0) return marked;
  const replacement = new SecretReplacement(marked, search);
  const written = rewritten(marked, replacement);
  return { ...written, variables: [...written.variables, ...replacement.variables] };
}

type PlainKind = Parameters<Rewriter["plain"]>[1];

/** Marks the credentials in texts that are sent, and collects the credentials in all other texts. */
class SecretSearch implements Rewriter {
  readonly names: Set<string>;
  /** The kind of each credential, by its value. */
  readonly values = new Map<string, string>();
  readonly #examined = new Set<string>();

  constructor({ variables, environments }: Collection) {
    const all = [...variables, ...environments.flatMap((one) => one.variables)];
    this.names = new Set(all.map(({ name }) => name));
  }

  readonly text = (text: Text, place: TextPlace): Text => {
    if (place.kind === "variable") this.names.add(place.name);
    const inXml = place.kind === "body" && isXml(text);
    const marked = withSpans(text, spansIn(markedText(text), text, place), (name, typed) => {
      const value = inXml ? resolveReferences(typed, 0, typed.length) : typed;
      return isCredential(value) ? { kind: "secret", name, value } : typed;
    });
    return eachOf(marked, (part) => this.#insertion(part));
  };

  readonly plain = (text: string, kind: PlainKind): string => {
    if (kind === "name" && this.#examined.has(text)) return text;
    if (kind === "name") this.#examined.add(text);
    for (const { name, start, end } of spansOf(text, kind)) {
      const value = text.slice(start, end);
      if (isCredential(value)) this.#add(name, value);
    }
    return text;
  };

  readonly shared = (variable: Variable): Variable => {
    const { name, value } = variable;
    if (!variable.isSecret && !isSecretVariable(name, value)) {
      const own = this.text(value, { kind: "body" });
      return own === value ? variable : { ...variable, value: own };
    }
    for (const part of value) if (typeof part === "string" && isCredential(part)) this.#add(name, part);
    return { ...variable, isSecret: true };
  };

  readonly request = (request: CollectionRequest): CollectionRequest => {
    for (const line of request.preamble) if (line.kind === "set" || line.kind === "define") this.names.add(line.name);
    return withoutUserInformation(request);
  };

  #insertion(part: Text[number]): Text[number] {
    if (typeof part === "string") return part;
    if (part.kind === "variable" || part.kind === "host") this.names.add(part.name);
    if (part.kind === "secret") this.#add(part.name, part.value);
    if (part.kind === "computed") return withTexts(part, (text) => this.text(text, { kind: "line" }));
    if (part.kind !== "credentials") return part;
    // The last argument is the password.
    const args = part.args.map((arg, at) => (at === part.args.length - 1 ? secretText("password", arg) : arg));
    return { ...part, args: args.map((arg) => this.text(arg, { kind: "line" })) };
  }

  #add(name: string, value: string): void {
    const also = /^cookie$/i.test(name) ? value.split(";").map((one) => one.slice(one.indexOf("=") + 1)) : [];
    for (const form of [value, percentDecoded(value), ...also]) if (!this.values.has(form)) this.values.set(form, name);
  }
}

class SecretReplacement implements Rewriter {
  readonly variables: Variable[] = [];
  readonly #names: Set<string>;
  readonly #byValue = new Map<string, string>();
  /** Rewritten names. They are kept because names occur in many places. */
  readonly #written = new Map<string, string>();
  readonly #search: TextSearch<{ readonly name: string; readonly value: string }>;

  constructor({ variables, environments }: Collection, { names, values: secrets }: SecretSearch) {
    this.#names = new Set(names);
    // A variable that environments override doesn't always have this value.
    const changing = new Set(environments.flatMap((one) => one.variables.map(({ name }) => name)));
    for (const { name, value, isSecret } of variables) {
      const [only, ...others] = value;
      if (isSecret && typeof only === "string" && others.length === 0 && !changing.has(name)) {
        if (!this.#byValue.has(only)) this.#byValue.set(only, name);
      }
    }
    const searched = [...secrets].filter(([value]) => isDistinctive(value));
    this.#search = new TextSearch(
      searched.flatMap(([value, name]) => formsOf(value).map((form) => [form, { name, value }] as const)),
    );
  }

  readonly text = (text: Text, place: TextPlace): Text => {
    if (!text.some((part) => (typeof part === "string" ? this.#search.isIn(part) : part.kind in rewrittenKinds))) {
      return text;
    }
    const inXml = place.kind === "body" && isXml(text);
    return merged(
      text.flatMap((part): Text => {
        if (typeof part !== "string") return [this.#insertion(part)];
        return this.#searched(part, (form, { name, value }) => {
          // In XML, the values of variables are escaped when they are inserted.
          return this.#variable(name, inXml && form === escapeXml(value, markup) ? value : form);
        });
      }),
    );
  };

  readonly plain = (text: string, kind: PlainKind): string => {
    if (kind !== "name") return this.#plain(text, kind);
    const written = this.#written.get(text) ?? this.#plain(text, kind);
    this.#written.set(text, written);
    return written;
  };

  readonly #plain = (text: string, kind: PlainKind): string => {
    const named = withSpans([text], spansOf(text, kind), (name, value) => {
      return isCredential(value) ? this.#variable(name, value) : value;
    });
    const parts = named.flatMap((part): Text => {
      if (typeof part !== "string") return [part];
      return this.#searched(part, (form, { name, value }) => {
        return kind === "name" && /^\p{L}+$/u.test(value) ? form : this.#variable(name, value);
      });
    });
    const shown = (name: string) => (kind === "name" ? name : `{{${name}}}`);
    return parts.map((part) => (typeof part === "string" ? part : "name" in part ? shown(part.name) : "")).join("");
  };

  readonly shared = (variable: Variable): Variable => {
    return variable.isSecret ? variable : { ...variable, value: this.text(variable.value, { kind: "body" }) };
  };

  readonly request = (request: CollectionRequest): CollectionRequest => request;

  #searched(text: string, write: (form: string, secret: { name: string; value: string }) => Text[number]): Text {
    const parts: Text[number][] = [];
    let at = 0;
    for (const { start, end, item: secret } of this.#search.in(text)) {
      const isWhole = !(word.test(text[start - 1] ?? "") || word.test(text[end] ?? ""));
      if (!isWhole && !isUnmistakable(secret.value)) continue;
      parts.push(text.slice(at, start), write(text.slice(start, end), secret));
      at = end;
    }
    return at === 0 ? [text] : [...parts, text.slice(at)];
  }

  #insertion(part: TextInsertion): TextInsertion {
    switch (part.kind) {
      case "secret":
        return this.#variable(part.name, part.value);
      case "credentials":
        return { ...part, args: part.args.map((arg) => this.text(arg, { kind: "line" })) };
      case "computed":
        return withTexts(part, (text) => this.text(text, { kind: "line" }));
      case "exchange":
        return { ...part, step: this.plain(part.step, "name"), rest: this.plain(part.rest, "name") };
      default:
        return part;
    }
  }

  /** The variable for a credential. Equal credentials share a variable; a number is appended if its name is taken. */
  #variable(hint: string, value: string): TextInsertion {
    const variable = this.#byValue.get(value);
    if (variable !== undefined) return { kind: "variable", name: variable };
    const wanted = variableName(hint);
    let name = wanted;
    for (let count = 2; this.#names.has(name); count++) name = `${wanted}-${count}`;
    this.#names.add(name);
    this.#byValue.set(value, name);
    this.variables.push({ name, value: [value], isSecret: true });
    return { kind: "variable", name };
  }
}

function withTexts(part: Extract<TextInsertion, { kind: "computed" }>, by: (text: Text) => Text): TextInsertion {
  const steps = part.steps.map(({ word, args }) => ({ word, args: args.map(by) }));
  return { ...part, source: by(part.source), steps };
}

/** Kinds of insertions that may contain a credential. */
const rewrittenKinds: Partial<Record<TextInsertion["kind"], true>> = {
  secret: true,
  credentials: true,
  computed: true,
  exchange: true,
};
const word = /[\p{L}\p{N}_]/u;
const markup = /[&<>]/g;

function spansIn(plain: string, text: Text, place: TextPlace): readonly NamedSecret[] {
  const whole = (name: string): readonly NamedSecret[] => [{ name, start: 0, end: plain.length }];
  switch (place.kind) {
    case "header":
      return secretsInHeader(place.name, plain);
    case "variable":
      return isSecretVariable(place.name, text) ? whole(place.name) : secretsInBodyOrScript(plain);
    case "field":
      return isSecretMember(place.name) ? whole(place.name) : secretsInBodyOrScript(plain);
    case "body":
      return secretsInBodyOrScript(plain);
    default:
      return secretsInLine(plain);
  }
}

function spansOf(text: string, kind: PlainKind): readonly NamedSecret[] {
  if (kind === "name") return secretsInLine(text);
  return kind === "script" ? secretsInBodyOrScript(text) : secretsInComment(text);
}

/** A text in which each span is replaced. In offsets, an insertion counts as one character. Insertions stay. */
function withSpans(
  text: Text,
  spans: readonly NamedSecret[],
  write: (name: string, value: string) => Text[number],
): Text {
  if (spans.length === 0) return text;
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const parts: Text[number][] = [];
  let [index, offset, isChanged] = [0, 0, false];
  for (const part of text) {
    if (typeof part !== "string") {
      parts.push(part);
      offset++;
      continue;
    }
    const limit = offset + part.length;
    let from = offset;
    for (let span = sorted[index]; span && span.start < limit; span = sorted[++index]) {
      const [start, end] = [Math.max(span.start, from), Math.min(span.end, limit)];
      if (start < end) {
        const value = part.slice(start - offset, end - offset);
        const isPiece = end - start < span.end - span.start;
        parts.push(part.slice(from - offset, start - offset));
        const written = isPiece && isConnection(value) ? value : write(span.name, value);
        isChanged ||= written !== value;
        parts.push(written);
        from = end;
      }
      if (span.end > limit) break;
    }
    parts.push(part.slice(from - offset));
    offset = limit;
  }
  return isChanged ? parts.filter((part) => part !== "") : text;
}

/** Whether a text next to an insertion is only a scheme or a separator. */
function isConnection(text: string): boolean {
  return /^[A-Za-z]*[:;,]?$/.test(text.trim());
}

/** Whether a text can be a credential, which excludes `?` and booleans. */
function isCredential(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^(?:true|false|null|undefined|none)$/i.test(text);
}

function isSecretVariable(name: string, value: Text): boolean {
  if (!isSecretMember(name.split(".").at(-1) ?? "")) return false;
  // Markup isn't a credential, because it is a part of messages.
  if (isXml(value) || /^\s*https?:/i.test(typeof value[0] === "string" ? value[0] : "")) return false;
  return value.some(
    (part) => typeof part === "string" && isCredential(part) && !(value.length > 1 && isConnection(part)),
  );
}

/** Whether a credential can be searched at other places. An ordinary word may occur there with another meaning. */
function isDistinctive(value: string): boolean {
  if (value.length < 5 || usual.test(value)) return false;
  return /\p{L}/u.test(value) && /\P{L}/u.test(value) ? true : value.length >= 6;
}

const usual =
  /^(?:password|passwort|secret|token|session|cookie|bearer|basic|digest|admin|administrator|username|string|value|example|default|public|private|x-www-form-urlencoded)$/i;

/** Whether a credential is also found inside of a longer word. */
function isUnmistakable(value: string): boolean {
  return value.length >= 8 && /\p{L}/u.test(value) && /\P{L}/u.test(value);
}

/** A credential in the escaped forms of other formats. */
function formsOf(value: string): readonly string[] {
  const forms = [
    value,
    escapeXml(value, markup),
    formText(value),
    formText(value).replaceAll("+", "%20"),
    JSON.stringify(value).slice(1, -1),
  ];
  return [...new Set(forms)];
}
