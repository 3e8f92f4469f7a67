import type { Contract } from "../contract/contract.ts";
import { type DataRow, dataRows } from "../data/dataRows.ts";
import { declaredName } from "../expectations/declared.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import type { Scope } from "../message/scope.ts";
import { LineIndex } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { declaredPrefixes, withWellKnown } from "../xpath/prefixes.ts";
import type { PrefixReader } from "../xpath/xpath.ts";
import { isResponse, type MockDirectiveProblem, type MockDirectives, mockDirectives } from "./directives/directives.ts";
import { dataFileProblem, thenProblem } from "./directives/fileProblems.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";
import type { MockResponse } from "./response.ts";

/** A parsed `.soapmock` file, with the contracts and resources that its responses need. */
interface MockSource {
  /** The file's name in messages and in the log: `calc.soapmock`. */
  readonly name: string;
  readonly document: SoapHttpDocument;
  readonly scope: Scope;
  /** The contracts that all files use, completely read. */
  readonly contracts: readonly Contract[];
  /** The message of a response; undefined if it has no text. */
  responseOf(segment: Segment): MockResponse | undefined;
}

/** One version of a file, with everything that its responses need. */
export interface ReadMockFile {
  readonly scope: Scope;
  readonly contracts: readonly Contract[];
  readonly responses: readonly FileResponse[];
  /** Whether a condition or value depends on the signatures of requests. */
  readonly verifies: boolean;
  /** Errors; their offsets are in the text of the file. */
  readonly problems: readonly MockDirectiveProblem[];
}

export interface FileResponse {
  /** The name of the response in the log: `calc.soapmock#sum`, or its file and line, `calc.soapmock:12`. */
  readonly name: string;
  readonly segment: Segment;
  /** The line of an offset in the segment, counted from 1. */
  readonly lineOf: (offset: number) => number;
  readonly directives: MockDirectives;
  /** Undefined if the response has no text. */
  readonly message: MockResponse | undefined;
  readonly prefixes: MockPrefixes;
  /** The rows of `# @data`; undefined without `# @data`. */
  readonly rows: RowsByColumn | undefined;
}

/** Reads a file. Its data files are read at once, so that this version doesn't change. */
export function readMockFile(source: MockSource): ReadMockFile {
  const { name, document, scope } = source;
  const named = scope.variables.wsdls.flatMap((location) => scope.resolver.contracts.at(location) ?? []);
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
  const verifies = responses.some(({ directives: { conditions, expected } }) => {
    const all = [...conditions, ...expected.flatMap((one) => (one.kind === "request" ? one.condition : []))];
    return all.some(({ kind }) => kind === "signature");
  });
  return { scope, contracts, responses, verifies, problems };
}

function readRows(segment: Segment, { scope }: MockSource) {
  const { data, thens, problems } = mockDirectives(segment);
  const ofThens = thens.flatMap((one) => thenProblem(one, scope.resolver.imported(one.path)) ?? []);
  const errors = [...problems.filter(({ code }) => code !== "directive-unknown"), ...ofThens];
  if (!data) return { rows: undefined, problems: errors };
  const file = scope.resolver.file(data.file);
  const problem = dataFileProblem(data, file);
  if (problem) return { rows: undefined, problems: [...errors, problem] };
  const rows = dataRows({ path: data.file }, file);
  if (typeof rows !== "string") return { rows: new RowsByColumn(rows, data.column.name), problems: errors };
  const { start, end } = data;
  return { rows: undefined, problems: [...errors, { start, end, code: "data-file-missing" as const, message: rows }] };
}

/** The prefixes in a response's paths, as declared in its body, in the WSDLs or in the request. The first one wins. */
class MockPrefixes {
  readonly #response: () => XmlDocument | undefined;
  readonly #contracts: readonly Contract[];
  #own: readonly ReadonlyMap<string, string>[] | undefined;

  constructor(response: () => XmlDocument | undefined, contracts: readonly Contract[]) {
    this.#response = response;
    this.#contracts = contracts;
  }

  /** A reader of the prefixes for a request, which reads them at first use. */
  for(request: ReceivedRequest): PrefixReader {
    let all: ReadonlyMap<string, string> | undefined;
    return () => {
      this.#own ??= [declaredPrefixes(this.#response()), ...this.#contracts.map(prefixesOfWsdl)];
      all ??= withWellKnown([...this.#own, declaredPrefixes(request.xml)], request.xml?.root?.namespace);
      return all;
    };
  }
}

const prefixesOfWsdl = memoized(readPrefixes);

function readPrefixes({ documents }: Contract): ReadonlyMap<string, string> {
  const text = documents[0]?.text.slice(0, longestStart) ?? "";
  const { root } = parseXml(text, 0, text.length);
  const end = root?.children[0]?.start ?? text.length;
  return declaredPrefixes(parseXml(text, 0, end));
}

/** Maximum length of the start of a WSDL, up to the end of its first start tag, in UTF-16 units. */
const longestStart = 100_000;

/** The rows of a data file, found by the values of one column. */
class RowsByColumn {
  readonly #rows: readonly DataRow[];
  readonly #first = new Map<string, number>();

  constructor(rows: readonly DataRow[], column: string) {
    this.#rows = rows;
    for (const [index, row] of rows.entries()) {
      const value = row.get(column)?.text.trim();
      if (value !== undefined && !this.#first.has(value)) this.#first.set(value, index);
    }
  }

  /** The first row with one of the values. Whitespace around values doesn't count. */
  find(values: readonly string[]): DataRow | undefined {
    const rows = values.flatMap((value) => this.#first.get(value.trim()) ?? []);
    return this.#rows[rows.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY)];
  }
}
