import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from "libxml2-wasm";
import { builtInSchema } from "../../../server/src/xsd/builtInSchemas.ts";
import { attribute, schemasIn } from "../../../server/src/xsd/declarations.ts";
import { type NamespaceScope, readDocument, type SourceElement } from "../../../server/src/xsd/document.ts";

/*
 * What libxml2 says of the payload of a request, by the schemas of a WSDL.
 */

let count = 0;
const encoder = new TextEncoder();
/** Schemas by their names. libxml2 takes only some providers, so all judges share one. */
const files: Record<string, Uint8Array> = {};
xmlRegisterInputProvider(new XmlBufferInputProvider(files));

/**
 * A judge of payloads, by the schemas of a WSDL that is one document. Undefined where libxml2 doesn't take the schemas.
 * @returns what is wrong with a payload; undefined where nothing is
 */
export function payloadJudge(wsdl: string): ((payload: string) => string | undefined) | undefined {
  const prefix = `memory-${++count}-`;
  const schemas = new Map<string, SourceElement>();
  const own = schemasIn(readDocument("file:///w.wsdl", wsdl));
  for (const schema of own) schemas.set(attribute(schema, "targetNamespace") ?? "", schema);
  // What a schema names is imported, whether it says so or not: many don't.
  const importsOf = (schema: SourceElement) =>
    [...new Set(namespacesAt(schema).values())].filter(
      (namespace) =>
        namespace !== attribute(schema, "targetNamespace") && (schemas.has(namespace) || builtInSchema(namespace)),
    );
  const queue = [...schemas.keys()];
  const named = new Map<string, string>();
  const nameOf = (namespace: string) => {
    const fileName = named.get(namespace) ?? `${prefix}${named.size}.xsd`;
    named.set(namespace, fileName);
    return fileName;
  };
  for (const namespace of queue) {
    const schema = schemas.get(namespace) ?? builtInSchema(namespace);
    if (schema === undefined || files[nameOf(namespace)]) continue;
    let text = schema.document.text.slice(schema.span.start, schema.span.end);
    text = text.replace(/<(?:[\w-]+:)?import\b[^>]*?(?:\/>|>\s*<\/(?:[\w-]+:)?import>)/g, "");
    const end = text.indexOf(">");
    const isEmpty = text[end - 1] === "/";
    const imports = importsOf(schema)
      .map(
        (one) =>
          `<x:import xmlns:x="http://www.w3.org/2001/XMLSchema" namespace="${one}" schemaLocation="${nameOf(one)}"/>`,
      )
      .join("");
    const head = `${text.slice(0, isEmpty ? end - 1 : end)}${declarations(schema)}>`;
    const tag = /^<([\w:-]+)/.exec(text)?.[1] ?? "";
    files[nameOf(namespace)] = encoder.encode(head + imports + (isEmpty ? `</${tag}>` : text.slice(end + 1)));
    queue.push(...importsOf(schema));
  }
  const all = [...schemas.keys()].map(
    (one) => `<import ${one ? `namespace="${one}"` : ""} schemaLocation="${nameOf(one)}"/>`,
  );
  const main = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:all-of-them">${all.join("")}</schema>`;
  let validator: XsdValidator;
  try {
    validator = XsdValidator.fromDoc(XmlDocument.fromString(main, { url: `${prefix}main.xsd` }));
  } catch {
    return undefined;
  }
  return (payload) => {
    const document = XmlDocument.fromString(payload);
    try {
      validator.validate(document);
      return undefined;
    } catch (error) {
      return String(error);
    } finally {
      document.dispose();
    }
  };
}

function namespacesAt({ scope }: Pick<SourceElement, "scope">): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (let level: NamespaceScope | undefined = scope; level; level = level.parent) {
    for (const [prefix, uri] of level.declared)
      if (prefix !== "xml" && !prefixes.has(prefix)) prefixes.set(prefix, uri);
  }
  return prefixes;
}

/** The declarations of the namespaces around an element that it doesn't have itself. */
function declarations({ scope, document, span }: SourceElement): string {
  const tag = document.text.slice(span.start, document.text.indexOf(">", span.start));
  return [...namespacesAt({ scope })]
    .map(([prefix, uri]) => [prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri] as const)
    .filter(([name]) => !new RegExp(`\\s${name}\\s*=`).test(tag))
    .map(([name, uri]) => ` ${name}="${uri}"`)
    .join("");
}

/** The payload of a request, with the declarations of its envelope; undefined where the Body is empty. */
export function payloadOf(request: string): string | undefined {
  const envelope = /<soap:Envelope([^>]*)>/.exec(request)?.[1] ?? "";
  const body = /<soap:Body>\s*([\s\S]*?)\s*<\/soap:Body>/.exec(request)?.[1];
  return body?.replace(/^<([^\s>/]+)/, (start) => start + envelope.replace(/\s+/g, " "));
}
