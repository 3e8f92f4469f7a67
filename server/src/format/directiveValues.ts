/** Readers of the values in `directives.ts`. Each returns `undefined` for an invalid value. */
import type { DataSource, Receiving } from "../protocol/protocol.ts";
import { parseDuration } from "../text/duration.ts";

/** Reads a source such as `./a.csv separator=";"`, `./a.json $.orders[*]`, `./a.xml //order` or `./a.xlsx #Orders`. */
export function readDataSource(typed: string): DataSource | undefined {
  if (isDataPath(typed)) return { path: typed };
  const [whole = "", ending = ""] =
    /^.+?\.(?:json(?=[ \t]+\$)|xml(?=[ \t]+[/(])|xlsx(?=[ \t]*#)|(csv)(?=[ \t]+separator=))/i.exec(typed) ?? [];
  const rest = typed.slice(whole.length).trim();
  if (whole === "") return undefined;
  if (ending !== "") {
    const [, quoted, bare = ""] = /^separator=(?:"([,;\t]|tab)"|([,;]|tab))$/i.exec(rest) ?? [];
    const separator = separators[(quoted ?? bare).toLowerCase()];
    return separator && { path: whole, separator };
  }
  if (!rest.startsWith("#")) return { path: whole, rows: rest };
  const sheet = rest.slice(1).replace(/^"(.*)"$/, "$1");
  return sheet === "" ? undefined : { path: whole, sheet };
}

const separators: Readonly<Record<string, DataSource["separator"]>> = { ",": ",", ";": ";", tab: "\t", "\t": "\t" };

export function isDataPath(typed: string): boolean {
  return /.\.(?:csv|json|xml|xlsx)$/i.test(typed);
}

export interface ChosenRows {
  readonly where: { readonly column: string; readonly value: string } | undefined;
  readonly parallel: boolean;
}

/** Reads a source of rows, which may be followed by `where COLUMN = VALUE` and `parallel`. */
export function readFileRows(typed: string): ChosenRows & { readonly source: string } {
  const parallel = /[ \t]parallel$/.test(typed);
  const rest = (parallel ? typed.slice(0, -"parallel".length) : typed).trim();
  const at = rest.search(/[ \t]where[ \t]/);
  const [, column, quoted, bare] =
    /^([^\s="]+)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s"]+))$/.exec(rest.slice(at + 7).trim()) ?? [];
  const value = quoted ?? bare;
  if (at < 0 || column === undefined || value === undefined) return { source: rest, where: undefined, parallel };
  return { source: rest.slice(0, at).trim(), where: { column, value }, parallel };
}

/** The name before `=`, and the offset of the reference behind it, which may be empty; `undefined` for a file. */
export function readDataValues(typed: string): { readonly name: string; readonly reference: number } | undefined {
  const [whole = "", name] = /^([A-Za-z_][^\s={}.]*)[ \t]*=[ \t]*/.exec(typed) ?? [];
  const isFile = readDataSource(typed) !== undefined && !/\.(?:request|response)\./.test(typed);
  return name === undefined || isFile ? undefined : { name, reference: whole.length };
}

/** The number of retries, and the pause in milliseconds; by default one second. */
export function readRetry(typed: string): { readonly times: number; readonly every: number } | undefined {
  const [, times, pause = "1 s"] = /^(\d{1,4})(?:[ \t]+every[ \t]+(\d\S*(?:[ \t]+\S+)?))?$/.exec(typed) ?? [];
  const every = parseDuration(pause);
  return times === undefined || every === undefined ? undefined : { times: Number(times), every };
}

/** The number of sendings, the pause in milliseconds, and the offset of the condition behind `until`, which may be empty. */
export function readRepeat(
  typed: string,
): { readonly times: number; readonly every: number; readonly condition: number | undefined } | undefined {
  const [whole, number = "", pause = "0 s", until] =
    /^(\d{1,6})(?:(?:[ \t]+every[ \t]+(\d\S*(?:[ \t]+(?!until(?!\S))\S+)?))?[ \t]+(until)(?:[ \t]+|$)|$)/.exec(typed) ??
    [];
  const times = readCount(number, 100_000);
  const every = parseDuration(pause);
  if (whole === undefined || times === undefined || every === undefined) return undefined;
  return { times, every, condition: until === undefined ? undefined : whole.length };
}

/** The name before `when`, and the offset of the condition behind it, which may be empty. */
export function readRenewal(typed: string): { readonly name: string; readonly condition: number } | undefined {
  const [whole = "", name] = /^(\S+)[ \t]+when(?:[ \t]+|$)/.exec(typed) ?? [];
  return name === undefined ? undefined : { name, condition: whole.length };
}

/** Whether `unless`, and the UTF-16 offset of the condition, maybe empty; `undefined` if the value is a reason. */
export function readSkip(typed: string): { readonly unless: boolean; readonly condition: number } | undefined {
  const [whole = "", word] = /^(if|unless)(?:[ \t]+|$)/.exec(typed) ?? [];
  return word === undefined ? undefined : { unless: word === "unless", condition: whole.length };
}

/** The tags in a list that is separated by blanks; `undefined` if one isn't valid. */
export function readTags(typed: string): readonly string[] | undefined {
  const tags = typed.split(/[ \t]+/);
  return tags.every(isTag) ? tags : undefined;
}

export function isTag(typed: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(typed);
}

/** Milliseconds of a wait. The maximum is an hour, so that a typing mistake doesn't stop a run. */
export function readWait(typed: string): number | undefined {
  const milliseconds = /[a-z]$/i.test(typed) ? parseDuration(typed) : undefined;
  return milliseconds !== undefined && milliseconds <= 3_600_000 ? milliseconds : undefined;
}

export function readWeight(typed: string): number | undefined {
  return readCount(typed, 1000);
}

/** A number from 1 to `most` with at most six digits; undefined for other texts. */
export function readCount(typed: string, most: number): number | undefined {
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= most ? count : undefined;
}

export function isSeed(typed: string): boolean {
  return /^\d{1,15}$/.test(typed);
}

/** The file of `# @mock`, and its name in `{{mock.NAME}}`; `undefined` if the name isn't valid there. */
export function readMock(typed: string): { readonly path: string; readonly name: string } | undefined {
  const [, name] = /(?:^|[/\\])([A-Za-z_][\w.-]*)\.(?:soapmock|wsdl)$/i.exec(typed) ?? [];
  return name === undefined ? undefined : { path: typed, name };
}

/** A percentage up to 100% as a number up to 1; undefined for other texts. */
export function readChance(typed: string): number | undefined {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,6})?)[ \t]*%$/.exec(typed) ?? [];
  const share = Number(percent ?? Number.NaN) / 100;
  return share > 0 && share <= 1 ? share : undefined;
}

/** Reads a value such as `POST /callback within 30 s`: method, path, and the time limit in milliseconds. */
export function readReceive(typed: string): Receiving | undefined {
  const [, method, path, wait = "30 s"] =
    /^([A-Z][A-Z-]{0,30})[ \t]+(\/[^\s?#{}]*)(?:[ \t]+within[ \t]+(\S.*))?$/.exec(typed) ?? [];
  const within = readWait(wait);
  return method === undefined || path === undefined || within === undefined ? undefined : { method, path, within };
}

/** A request to send after a response: its file, its name, and the delay in milliseconds. */
export interface ThenDirective {
  readonly after: number;
  readonly path: string;
  readonly name: string;
}

/** Reads a value such as `after 2 s ./notify.soaphttp#notify`. */
export function readThen(typed: string): ThenDirective | undefined {
  const [, wait = "0 s", request = ""] = /^(?:after[ \t]+(\d[\d.]*[ \t]*[a-z]+)[ \t]+)?(\S+)$/.exec(typed) ?? [];
  const [path = "", name = "", more] = request.split("#");
  const after = readWait(wait);
  const isRequest = /.\.soaphttp$/.test(path) && name !== "" && more === undefined;
  return after === undefined || !isRequest ? undefined : { after, path, name };
}
