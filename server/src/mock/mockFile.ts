import type { Contract } from "../contract/contract.ts";
import { declaredName } from "../expectations/declared.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import type { Scope } from "../message/scope.ts";
import type { ExternalFile } from "../resources/resolver.ts";
import { LineIndex } from "../text/lineIndex.ts";
import { memoized } from "../text/memoized.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { declaredPrefixes, withWellKnown } from "../xpath/prefixes.ts";
import type { PrefixReader } from "../xpath/xpath.ts";
import { type DataRow, RowsByColumn } from "./dataRows.ts";
import { dataFileProblem } from "./directives/dataFile.ts";
import { isResponse, type MockDirectiveProblem, type MockDirectives, mockDirectives } from "./directives/directives.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";
import type { MockResponse } from "./response.ts";

/** A `.soapmock` file that was parsed, with what it needs besides its text. */
export interface MockSource {
  /** As messages and the log show it: `calc.soapmock`. */
  readonly name: string;
  readonly document: SoapHttpDocument;
  readonly scope: Scope;
  /** Those that all files use, completely read. */
  readonly contracts: readonly Contract[];
  /** The message of a response; undefined if it has no text. */
  responseOf(segment: Segment): MockResponse | undefined;
  /** The rows of a data file, or a sentence about why it can't be read. */
  rows(path: string, file: ExternalFile): readonly DataRow[] | string;
}

/** One version of a file, with all that its responses need. */
export interface ReadMockFile {
  readonly scope: Scope;
  readonly contracts: readonly Contract[];
  readonly responses: readonly FileResponse[];
  /** Errors; their offsets are in the text of the file. */
  readonly problems: readonly MockDirectiveProblem[];
}

export interface FileResponse {
  /** For the log: `calc.soapmock#sum`, or without a name its line, `calc.soapmock:12`. */
  readonly name: string;
  readonly segment: Segment;
  /** The line, from 1, of an offset in the segment. */
  readonly lineOf: (offset: number) => number;
  readonly directives: MockDirectives;
  /** Undefined if it has no text. */
  readonly message: MockResponse | undefined;
  readonly prefixes: MockPrefixes;
  /** Of `# @data`. */
  readonly rows: RowsByColumn | undefined;
}

/** Reads a file. Data files are read now, so that this version doesn't change. */
export function readMockFile(source: MockSource): ReadMockFile {
  const { name, document, scope } = source;
  const named = scope.wsdls.flatMap((location) => scope.contracts.at(location) ?? []);
  const contracts = [...source.contracts, ...named.filter(({ pending }) => pending.length === 0)];
  const lines = new LineIndex(document.text);
  const problems: MockDirectiveProblem[] = [];
  const placed = document.segments.filter(({ segment }) => isResponse(segment));
  const responses = placed.map(({ segment, start }): FileResponse => {
    const { rows, problems: wrong } = readRows(segment, source);
    problems.push(...wrong.map((one) => ({ ...one, start: start + one.start, end: start + one.end })));
    const message = source.responseOf(segment);
    const own = declaredName(segment);
    const first = segment.message?.start ?? segment.preamble[0]?.start ?? 0;
    const lineOf = (offset: number) => lines.at(start + offset) + 1;
    return {
      name: own === undefined ? `${name}:${lineOf(first)}` : `${name}#${own}`,
      segment,
      lineOf,
      directives: mockDirectives(segment),
      message,
      prefixes: new MockPrefixes(() => message?.xml, contracts),
      rows,
    };
  });
  return { scope, contracts, responses, problems };
}

/** The rows of a response, and its errors. */
function readRows(segment: Segment, { scope, rows: read }: MockSource) {
  const { data, problems } = mockDirectives(segment);
  const errors = problems.filter(({ code }) => code !== "directive-unknown");
  if (!data) return { rows: undefined, problems: errors };
  const file = scope.file(data.file);
  const problem = dataFileProblem(data, file);
  if (problem) return { rows: undefined, problems: [...errors, problem] };
  const rows = read(data.file, file);
  if (typeof rows !== "string") return { rows: new RowsByColumn(rows, data.column.name), problems: errors };
  const { start, end } = data;
  return { rows: undefined, problems: [...errors, { start, end, code: "data-file-missing" as const, message: rows }] };
}

/** The prefixes of a response's paths: those of its body, then those of the WSDLs, then those of the request. */
class MockPrefixes {
  readonly #response: () => XmlDocument | undefined;
  readonly #contracts: readonly Contract[];
  #own: readonly ReadonlyMap<string, string>[] | undefined;

  constructor(response: () => XmlDocument | undefined, contracts: readonly Contract[]) {
    this.#response = response;
    this.#contracts = contracts;
  }

  /** Reads the prefixes at their first use. */
  for(request: ReceivedRequest): PrefixReader {
    let all: ReadonlyMap<string, string> | undefined;
    return () => {
      this.#own ??= [declaredPrefixes(this.#response()), ...this.#contracts.map(prefixesOfWsdl)];
      all ??= withWellKnown([...this.#own, declaredPrefixes(request.xml)], request.xml?.root?.namespace);
      return all;
    };
  }
}

/** Those of its root. */
const prefixesOfWsdl = memoized(readPrefixes);

function readPrefixes({ documents }: Contract): ReadonlyMap<string, string> {
  const text = documents[0]?.text.slice(0, longestStart) ?? "";
  const { root } = parseXml(text, 0, text.length);
  const end = root?.children[0]?.start ?? text.length;
  return declaredPrefixes(parseXml(text, 0, end));
}

/** In UTF-16 units: of a WSDL, up to the end of its first start tag. */
const longestStart = 100_000;
