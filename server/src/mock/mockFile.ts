import type { Contract } from "../contract/contract.ts";
import { declaredName } from "../expectations/declared.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import type { Scope } from "../message/scope.ts";
import type { ExternalFile } from "../resources/resolver.ts";
import { LineIndex } from "../text/lineIndex.ts";
import { type DataRow, RowsByColumn } from "./dataRows.ts";
import { dataFileProblem } from "./directives/dataFile.ts";
import { isResponse, type MockDirectiveProblem, type MockDirectives, mockDirectives } from "./directives/directives.ts";
import { MockPrefixes } from "./mockPrefixes.ts";
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
    return {
      name: own === undefined ? `${name}:${lines.at(start + first) + 1}` : `${name}#${own}`,
      segment,
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
