import { CompletionItemKind } from "vscode-languageserver-types";
import type { Contract } from "../../contract/contract.ts";
import { nameOf } from "../../contract/find.ts";
import { directiveValues } from "../../preamble.ts";
import { firstBreak } from "../../text/lines.ts";
import type { Snippet } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { type Completion, type CompletionContext, completions } from "./item.ts";
import { noMatch, rankOf } from "./matches.ts";

/** The number of operations whose requests are written for one list. */
export const maxOperations = 50;

/** Requests for the operations of the WSDLs of the segment, of its file or of the workspace, by their names. */
export function operationSnippets(context: CompletionContext, replace: Span, heading = false): Completion[] {
  const { section } = context;
  const typed = section.text.slice(replace.start, replace.end).replace(/^[# ]+/, "");
  const found = contractsOf(section).flatMap((contract) =>
    contract.endpoints.map(({ operation }, index) => ({ contract, index, rank: rankOf(operation.name, typed) })),
  );
  const matching = found.filter(({ rank }) => rank < noMatch);
  if (matching.length === 0) return [];
  // The client asks again after the next character.
  const incomplete = matching.length > maxOperations ? { incomplete: true as const } : {};
  const shown = matching.sort((a, b) => a.rank - b.rank).slice(0, maxOperations);
  const writer = new RequestWriter(section, heading);
  const entries = shown.flatMap(({ contract, index }) => {
    const endpoint = contract.endpoints[index];
    if (!endpoint) return [];
    const { name, documentation } = endpoint.operation;
    return {
      ...{ label: name, filter: name, insert: writer.write(contract, index), order: 5, asIs: true as const },
      ...incomplete,
      note: contract.operations[index]?.version ?? "",
      documentation: paragraphs(prose(nameOf(endpoint)), prose(documentation), prose(writer.locationOf(contract))),
    };
  });
  return completions(CompletionItemKind.Snippet, replace, entries);
}

/** The names of the operations that a request may mean, with `Service/Port/` where several have a name. */
export function operationNames(section: RequestSection): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { endpoints } of contractsOf(section)) {
    for (const endpoint of endpoints) {
      const { name } = endpoint.operation;
      const all = names.get(name) ?? [];
      all.push(nameOf(endpoint));
      names.set(name, all);
    }
  }
  return [...names].flatMap(([name, all]) => (all.length === 1 ? [name] : [...new Set(all)])).slice(0, maxNames);
}

const maxNames = 1_000;

/** The WSDLs that the segment names, else those that the file names, else all. */
export function contractsOf({ text, preamble, analysis: { scope } }: RequestSection): readonly Contract[] {
  const { contracts, wsdls } = scope;
  const own = directiveValues({ text, preamble }, "wsdl");
  const named = own.length > 0 ? own : wsdls;
  const all =
    named.length > 0
      ? named.flatMap((location) => contracts.at(location) ?? [])
      : [...contracts.ofSetting(), ...contracts.ofWorkspace()];
  return [...new Set(all)];
}

/** Writes requests for a place in a document. */
class RequestWriter {
  readonly #section: RequestSection;
  readonly #heading: boolean;
  readonly #taken: readonly string[];
  readonly #lineEnds: "\n" | "\r\n";

  /** @param heading whether a request begins with its separator */
  constructor(section: RequestSection, heading: boolean) {
    const { document } = section.analysis;
    this.#section = section;
    this.#heading = heading;
    this.#taken = document.segments.flatMap(({ segment }) => directiveValues(segment, "name"));
    this.#lineEnds = firstBreak(document.text) === "\r\n" ? "\r\n" : "\n";
  }

  locationOf(contract: Contract): string {
    return this.#section.analysis.scope.contracts.locationOf(contract.uri);
  }

  /** Without the directives that the segment has. */
  write(contract: Contract, index: number): Snippet {
    const { preamble, analysis } = this.#section;
    const own = { text: this.#section.text, preamble: this.#heading ? [] : preamble };
    const isNamed = directiveValues(own, "wsdl").length > 0 || analysis.scope.wsdls.length > 0;
    const wsdl = isNamed ? undefined : this.locationOf(contract);
    // The user overwrites the values, so no number could be right.
    const options = { extent: "parameters", wsdl, contentLength: "variable", lineEnds: this.#lineEnds } as const;
    const pieces = contract.requestSnippet([index], options, this.#taken);
    const hasName = directiveValues(own, "name").length > 0;
    const isLeftOut = (line: string) =>
      (!this.#heading && line.startsWith("###")) || (hasName && line.startsWith("# @name "));
    return pieces.map((piece, at) => {
      if (typeof piece !== "string") return piece;
      const text = at === pieces.length - 1 ? piece.trimEnd() : piece;
      if (at > 0) return text;
      return text
        .split(/(?<=\n)/)
        .filter((line) => !isLeftOut(line))
        .join("");
    });
  }
}
