import * as l10n from "@vscode/l10n";
import { type ChosenRows, readDataSource, readDataValues, readFileRows } from "../format/directiveValues.ts";
import type { Directive } from "../format/preamble.ts";
import type { DataSource } from "../protocol/protocol.ts";
import { type Span, slice } from "../text/span.ts";
import { parseJsonPath } from "./jsonPath.ts";
import type { NamedRequest } from "./namedRequests.ts";
import { type Path, readComputedPath } from "./path.ts";
import type { DirectiveProblem } from "./problem.ts";
import { parseReference, type ResponseReference } from "./reference.ts";
import { xpathProblem } from "./xpath.ts";

/** `# @data PATH …`. Variables in the path aren't replaced. The span contains the path. */
export interface DataFile extends Span, DataSource, ChosenRows {
  readonly kind: "file";
}

/** `# @data NAME = REFERENCE`. The span contains the name. */
export interface DataValues extends Span {
  readonly kind: "values";
  readonly name: string;
  readonly request: NamedRequest;
  readonly reference: ResponseReference;
  /** The reference, including its steps. */
  readonly path: Path;
}

/** Reads the value of `# @data`; `undefined` for a value that is neither a file nor a name with a reference. */
export function readData(text: string, { value }: Directive): DataFile | DataValues | DirectiveProblem | undefined {
  const typed = slice(text, value);
  const values = readDataValues(typed);
  if (!values) {
    const { source: typedSource, ...chosen } = readFileRows(typed);
    const end = value.start + typedSource.length;
    const source = readDataSource(typedSource);
    const fault = source?.rows?.startsWith("$") ? parseJsonPath(source.rows) : xpathProblem(source?.rows ?? "*");
    if (source?.rows !== undefined && fault && "why" in fault) {
      const start = end - source.rows.length + fault.at;
      return { start, end: Math.max(start, end), message: fault.why };
    }
    return source && { kind: "file", start: value.start, end: value.start + source.path.length, ...source, ...chosen };
  }
  const path = readComputedPath(text, { start: value.start + values.reference, end: value.end });
  const reference = parseReference(path.text);
  const missing = () => l10n.t("@data needs a value of a response behind =, such as list.response.body.//m:Id.");
  if (!reference || "why" in reference)
    return { ...(path.start === path.end ? value : path), message: reference?.why ?? missing() };
  const { request: name } = reference;
  const request = { start: path.start, end: path.start + name.length, name };
  const at = { start: value.start, end: value.start + values.name.length };
  return { kind: "values", ...at, name: values.name, request, reference, path };
}

/** Problems of `# @data` directives: misplaced options, and directives that exclude each other. */
export function dataProblems(
  rows: readonly (DataFile | DataValues)[],
  isOfMessage: boolean,
): readonly DirectiveProblem[] {
  const second = l10n.t("A request can't have another @data beside the values of a response.");
  const others = rows.every(({ kind }) => kind === "file") ? [] : rows.slice(1);
  return [
    ...others.map(({ start, end }) => ({ start, end, message: second })),
    ...rows.flatMap((data) => {
      const message = misplaced(data, isOfMessage);
      return message === undefined ? [] : [{ start: data.start, end: data.end, message }];
    }),
  ];
}

function misplaced(data: DataFile | DataValues, isOfMessage: boolean): string | undefined {
  if (!isOfMessage && data.kind === "values")
    return l10n.t("The data of the whole file must be a file, such as ./rows.csv.");
  if (isOfMessage && data.kind === "file" && (data.where || data.parallel))
    return l10n.t(
      "where and parallel are only for the data of the whole file. Put @data above all requests, with ### below it.",
    );
  return undefined;
}
