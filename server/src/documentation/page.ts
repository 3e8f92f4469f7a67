import * as l10n from "@vscode/l10n";
import {
  type Direction,
  declaredDetails,
  type ExpectedElement,
  expectationsOf,
  expectedDeclaration,
} from "../contract/check/expectations.ts";
import type { Contract } from "../contract/contract.ts";
import { longestName, namespaceWords, requirement } from "../features/support/schemaWords.ts";
import type { DocumentationPart } from "../protocol/protocol.ts";
import { grouped } from "../text/grouped.ts";
import { htmlPage } from "../text/htmlPage.ts";
import { shortened } from "../text/lines.ts";
import { html, type Markup, nothing } from "../text/markup.ts";
import type { MessagePart, Operation, Port } from "../wsdl/model.ts";
import type { ElementDeclaration, QName, Type } from "../xsd/components.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { documentation, type TreeLimits, Trees } from "./trees.ts";

/** `size` and `samples`: maximum length in UTF-16 units. The rest is omitted, and the page says so. */
interface PageLimits extends TreeLimits {
  readonly samples: number;
}

/** Limits of a page with the complete contract. */
const whole = { size: 10_000_000, counted: 100_000, samples: 1_500_000 };
/** Limits of a page that is shown in parts, so that each part is displayed quickly. */
const partial = { size: 300_000, counted: 2_000, samples: 200_000 };
/** Maximum described operations, elements and types on a page in parts. If there are more, it only lists links. */
const maxDescribed = 20;
const maxLinks = 5_000;

export interface DocumentationOptions {
  readonly title: string;
  /** Indexes of the operations to describe; undefined for all. */
  readonly operations?: readonly number[] | undefined;
  /** The part to describe; undefined for the whole contract. */
  readonly part?: DocumentationPart | undefined;
  /** Address of a part, or of the list of parts if the part is empty. Without this, all parts are on one page. */
  readonly link?: ((part: DocumentationPart) => string) | undefined;
}

/** An operation with all ports that provide it. */
interface Described {
  readonly id: string;
  readonly operation: Operation;
  readonly places: { readonly port: Port | undefined; readonly index: number }[];
}

/** The description of a WSDL or a schema as an HTML page. Never throws. */
export function documentationPage(contract: Contract, { title, operations, part, link }: DocumentationOptions): string {
  const all = described(contract, operations);
  const own = part ? all.filter(({ places }) => places.some(({ index }) => index === part.operation)) : all;
  const names = part || contract.isSchema ? namesIn(contract, part) : [];
  const isList = part === undefined && Math.max(own.length, names.length) > maxDescribed;
  const body =
    link && isList
      ? html`<main>${services(all)}${operationLinks(all, link)}${nameLinks(names, link)}</main>`
      : html`${contents(own)}<main>${sections(contract, own, names, link)}</main>`;
  const back = link && part ? html`<p><a href="${link({})}">${l10n.t("All operations and types")}</a></p>\n` : nothing;
  return htmlPage(title, l10n.t("en"), html`<header><h1>${title}</h1>${back}</header>\n${body}`);
}

interface Named {
  readonly kind: "element" | "type";
  readonly name: QName;
}

/** The components to describe: the element or type of `part`, or else the elements and then the types of all schemas. */
function namesIn({ schemas: { declarations } }: Contract, part: DocumentationPart | undefined): readonly Named[] {
  return (["element", "type"] as const).flatMap((kind): readonly Named[] => {
    if (part) return part[kind] ? [{ kind, name: part[kind] }] : [];
    return Array.from(declarations.all(kind), ({ name }) => ({ kind, name }));
  });
}

function sections(
  contract: Contract,
  all: readonly Described[],
  names: readonly Named[],
  link: DocumentationOptions["link"],
): Markup {
  const { schemas } = contract;
  const elements = names.flatMap(({ kind, name }) => (kind === "element" ? (schemas.element(name) ?? []) : []));
  const types = names.flatMap(({ kind, name }) => (kind === "type" ? (schemas.type(name) ?? []) : []));
  const ofMessages = all.flatMap(({ operation }) => [
    ...[...expectedIn(operation, "input", schemas), ...expectedIn(operation, "output", schemas)],
    ...declaredDetails(operation, schemas),
  ]);
  const declarations = [...elements, ...ofMessages.flatMap((one) => expectedDeclaration(one) ?? [])];
  const limits: PageLimits = link ? { ...partial, link: (type) => link({ type }) } : whole;
  // The types of a schema have their own sections, even if no element uses them.
  const trees = new Trees(schemas, [...declarations.map(({ type }) => type), ...types, ...types], limits);
  const parts = [
    services(all),
    operationSections(contract, all, trees, limits.samples),
    elementSection(elements, trees),
    typeSection(types, trees),
  ];
  const rest = trees.isCut
    ? html`<p>${l10n.t("The rest is left out, because the page would be too large.")}</p>`
    : nothing;
  return html`${parts}${rest}`;
}

function operationLinks(all: readonly Described[], link: (part: DocumentationPart) => string): Markup {
  const links = all.map(({ operation, places }) => [operation.name, { operation: places[0]?.index }] as const);
  return linkList(l10n.t("Operations"), links, link);
}

function nameLinks(names: readonly Named[], link: (part: DocumentationPart) => string): Markup {
  const of = (wanted: Named["kind"]) =>
    names.flatMap(({ kind, name }) => (kind === wanted ? [[name.local, { [kind]: name }] as const] : []));
  return html`${linkList(l10n.t("Elements"), of("element"), link)}${linkList(l10n.t("Types"), of("type"), link)}`;
}

function linkList(
  title: string,
  parts: readonly (readonly [name: string, part: DocumentationPart])[],
  link: (part: DocumentationPart) => string,
): Markup {
  if (parts.length === 0) return nothing;
  const items = parts
    .slice(0, maxLinks)
    .map(([name, part]) => html`<li><a href="${link(part)}">${shortened(name, longestName)}</a></li>\n`);
  const rest = parts.length > maxLinks ? html`<p>${l10n.t("Only the first {0} are listed.", maxLinks)}</p>\n` : nothing;
  return html`<h2>${title}</h2>\n<ul>${items}</ul>\n${rest}`;
}

/** The operations, each once per port type: the ports for different SOAP versions have the same messages. */
function described({ endpoints }: Contract, only: readonly number[] | undefined): readonly Described[] {
  const byOperation = new Map<object, Described>();
  const chosen = only && new Set(only);
  for (const [index, { port, operation }] of endpoints.entries()) {
    if (chosen && !chosen.has(index)) continue;
    const isSoap = operation.binding?.protocol.kind === "soap";
    const key = (isSoap ? operation.abstract : undefined) ?? operation;
    const entry = byOperation.get(key) ?? { id: `o${byOperation.size}`, operation, places: [] };
    entry.places.push({ port, index });
    byOperation.set(key, entry);
  }
  return [...byOperation.values()];
}

function contents(all: readonly Described[]): Markup {
  if (all.length < 2) return nothing;
  return html`<nav aria-label="${l10n.t("Operations")}"><ul>${all.map(({ id, operation }) => html`<li><a href="#${id}">${operation.name}</a></li>\n`)}</ul></nav>
`;
}

function services(all: readonly Described[]): Markup {
  const ports = [...new Set(all.flatMap(({ places }) => places.flatMap(({ port }) => port ?? [])))];
  if (ports.length === 0) return nothing;
  const byService = grouped(ports, ({ service }) => service);
  const sections = Array.from(byService, ([service, own]) => {
    const rows = own.map(
      (port) =>
        html`<tr><th scope="row">${port.name}${documentation(port.documentation)}</th><td>${protocolOf(port)}</td><td>${port.address?.value ?? ""}</td></tr>\n`,
    );
    return html`<section><h3>${service.name.local}</h3>
<p class="soft">${namespaceWords(service.name.namespace)}</p>${documentation(service.documentation)}<table><thead><tr><th scope="col">${l10n.t("Port")}</th><th scope="col">${l10n.t("Protocol")}</th><th scope="col">${l10n.t("Address")}</th></tr></thead><tbody>
${rows}</tbody></table></section>
`;
  });
  return html`<h2>${l10n.t("Services")}</h2>\n${sections}`;
}

function protocolOf({ binding }: Port): string {
  const protocol = binding?.protocol;
  if (protocol?.kind === "soap") return `SOAP ${protocol.version}`;
  return protocol?.kind === "http" ? "HTTP" : shortened(protocol?.namespace ?? "", longestName);
}

function operationSections(contract: Contract, all: readonly Described[], trees: Trees, mostSamples: number): Markup {
  if (all.length === 0) return nothing;
  let room = mostSamples;
  const sections = all.map(({ id, operation, places }) => {
    const samples: Markup[] = [];
    for (const { port, index } of places) {
      if (room <= 0) {
        samples.push(leftOut());
        break;
      }
      const text = sampleOf(contract, index);
      room -= text.length;
      const title = port
        ? l10n.t("Sample request for {0}", shortened(port.name, longestName))
        : l10n.t("Sample request");
      samples.push(html`<details><summary>${title}</summary><pre tabindex="0">${text}</pre></details>\n`);
    }
    return html`<section><h3 id="${id}">${operation.name}</h3>
${documentation(operation.documentation)}${facts(operation, places)}${message(operation, "input", contract.schemas, trees)}${samples}${message(operation, "output", contract.schemas, trees)}${faults(operation, contract.schemas, trees)}</section>
`;
  });
  return html`<h2>${l10n.t("Operations")}</h2>\n${sections}`;
}

function leftOut(): Markup {
  return html`<p class="soft">${l10n.t("The sample request is left out, because this page already contains many.")}</p>\n`;
}

function sampleOf(contract: Contract, index: number): string {
  return contract.requests([index], { extent: "parameters", wsdl: undefined, contentLength: "calculated" });
}

function facts({ soapAction, style, output }: Operation, places: Described["places"]): Markup {
  const names = [...new Set(places.flatMap(({ port }) => port?.name ?? []))].join(", ");
  const rows: readonly (readonly [string, string])[] = [
    [l10n.t("Ports"), shortened(names, 10 * longestName)],
    [l10n.t("Action"), soapAction ?? ""],
    [l10n.t("Style"), style],
    [l10n.t("Response"), output ? "" : l10n.t("none: the operation is one-way")],
  ];
  return html`<dl>${rows.flatMap(([term, value]) => (value === "" ? [] : html`<dt>${term}</dt><dd>${value}</dd>`))}</dl>\n`;
}

function expectedIn(operation: Operation, direction: Direction, schemas: Schemas): readonly ExpectedElement[] {
  const { body, headers } = expectationsOf(operation, direction, schemas);
  return [...headers, ...(body.kind === "elements" ? body.elements : [])];
}

function message(operation: Operation, direction: Direction, schemas: Schemas, trees: Trees): Markup {
  const bound = operation[direction];
  if (bound === undefined) return nothing;
  const { body, headers } = expectationsOf(operation, direction, schemas);
  const items = () => {
    if (body.kind === "elements") return body.elements.map((one) => expected(one, [], trees));
    return body.kind === "content" ? trees.contents(body.type) : (bound.message?.parts ?? []).map(part);
  };
  const blocks = headers.map((header) =>
    expected(header, [requirement(header.required), header.mustUnderstand ? "mustUnderstand" : ""], trees),
  );
  return html`<h4>${direction === "input" ? l10n.t("Request") : l10n.t("Response")}</h4>
${trees.list(items())}${blocks.length > 0 ? html`<h5>${l10n.t("Header blocks")}</h5>\n${trees.list(blocks)}` : nothing}`;
}

function faults({ faults: all }: Operation, schemas: Schemas, trees: Trees): Markup {
  return html`${all.map((fault) => {
    const items = fault.parts.map((messagePart) => {
      const declaration = messagePart.element && schemas.element(messagePart.element);
      return declaration ? trees.root(declaration, []) : part(messagePart);
    });
    return html`<h4>${l10n.t("Fault {0}", fault.name)}</h4>\n${trees.list(items)}`;
  })}`;
}

function expected(element: ExpectedElement, facts: readonly string[], trees: Trees): Markup {
  const declaration = expectedDeclaration(element);
  if (declaration) return trees.root(declaration, facts);
  const { expectation, name } = element;
  const type = expectation?.kind === "type" ? trees.link(expectation.type, name.local) : nothing;
  return html`<li><code>${name.local}</code> <span class="soft">${type}</span>${[...facts, namespaceWords(name.namespace)].filter(Boolean).map((fact) => html`, <span class="soft">${fact}</span>`)}</li>\n`;
}

/** A message part that the schemas don't describe. */
function part({ name, element, type }: MessagePart): Markup {
  return html`<li><code>${name}</code> <span class="soft">${(element ?? type)?.local ?? ""}</span></li>\n`;
}

function elementSection(elements: readonly ElementDeclaration[], trees: Trees): Markup {
  if (elements.length === 0) return nothing;
  return html`<h2>${l10n.t("Elements")}</h2>\n${trees.list(elements.map((one) => trees.root(one, [])))}`;
}

/** A section with types. `named`: the types of a schema without a WSDL. */
function typeSection(named: readonly Type[], trees: Trees): Markup {
  for (const type of named) trees.link(type, "");
  const sections = [...trees.types()];
  return sections.length === 0 ? nothing : html`<h2>${l10n.t("Types")}</h2>\n${sections}`;
}
