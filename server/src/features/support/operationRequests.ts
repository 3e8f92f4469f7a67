import type { Contract } from "../../contract/contract.ts";
import { endpointName } from "../../contract/find.ts";
import type { RequestOptions } from "../../contract/write/endpoint.ts";
import { directiveValues } from "../../format/preamble.ts";
import { firstBreak } from "../../text/lines.ts";
import { plainText, type Snippet } from "../../text/snippet.ts";
import type { MessageSection } from "./section.ts";

export const maxOperations = 50;

export interface OperationRequest {
  /** The name of the operation, such as `Service/Port/Operation`. */
  readonly name: string;
  readonly location: string;
  text(): string;
}

/** Requests for the operations in the WSDLs of a section, at most `maxOperations`. */
export function operationRequests(section: MessageSection): readonly OperationRequest[] {
  const writer = new RequestWriter(section, { heading: false, contentLength: "calculated" });
  const all = contractsOf(section).flatMap((contract) =>
    contract.endpoints.slice(0, maxOperations).map((endpoint, index) => ({
      name: endpointName(endpoint),
      location: writer.locationOf(contract),
      text: () => plainText(writer.write(contract, index)),
    })),
  );
  return all.slice(0, maxOperations);
}

/** The WSDLs that the segment names, or else the WSDLs that the file names, or else all WSDLs of the workspace. */
export function contractsOf({ text, preamble, analysis: { scope } }: MessageSection): readonly Contract[] {
  const { contracts } = scope.resolver;
  const own = directiveValues({ text, preamble }, "wsdl");
  const named = own.length > 0 ? own : scope.variables.wsdls;
  const all =
    named.length > 0
      ? named.flatMap((location) => contracts.at(location) ?? [])
      : [...contracts.ofSetting(), ...contracts.ofWorkspace()];
  return [...new Set(all)];
}

interface WriterOptions {
  /** Whether each request begins with a separator line. */
  readonly heading: boolean;
  readonly contentLength: RequestOptions["contentLength"];
}

export class RequestWriter {
  readonly #section: MessageSection;
  readonly #options: WriterOptions;
  readonly #taken: readonly string[];
  readonly #lineEnds: "\n" | "\r\n";

  constructor(section: MessageSection, options: WriterOptions) {
    const { document } = section.analysis;
    this.#section = section;
    this.#options = options;
    this.#taken = document.segments.flatMap(({ segment }) => directiveValues(segment, "name"));
    this.#lineEnds = firstBreak(document.text) === "\r\n" ? "\r\n" : "\n";
  }

  locationOf(contract: Contract): string {
    return this.#section.analysis.scope.resolver.contracts.locationOf(contract.uri);
  }

  /** A request without directives that the segment already has. `mtom`: binary values become parts. */
  write(contract: Contract, index: number, mtom = false): Snippet {
    const { preamble, analysis } = this.#section;
    const { heading, contentLength } = this.#options;
    const own = { text: this.#section.text, preamble: heading ? [] : preamble };
    const isNamed = directiveValues(own, "wsdl").length > 0 || analysis.scope.variables.wsdls.length > 0;
    const wsdl = isNamed ? undefined : this.locationOf(contract);
    const options = { extent: "parameters", wsdl, contentLength, mtom, lineEnds: this.#lineEnds } as const;
    const pieces = contract.requestSnippet([index], options, this.#taken);
    const hasName = directiveValues(own, "name").length > 0;
    const isLeftOut = (line: string) =>
      (!heading && line.startsWith("###")) || (hasName && line.startsWith("# @name "));
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
