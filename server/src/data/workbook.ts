import * as l10n from "@vscode/l10n";
import { decodeText } from "../text/decode.ts";
import { largestSheet, longestFound, mostRows } from "../text/limits.ts";
import { nearest } from "../text/similar.ts";
import { TooLarge, unzipped } from "../text/unpack.ts";
import { localName } from "../xml/query.ts";
import { attributesIn, readWellFormed } from "../xsd/wellFormed.ts";
import { numberFormat } from "./numberFormat.ts";

/** Signals that a workbook can't be read. The message is a sentence. */
class Unreadable extends Error {}

/** The texts of a row's cells by their zero-based columns, without empty cells. */
export type SheetRow = ReadonlyMap<number, string>;

/**
 * The rows of a sheet in an Excel workbook (ECMA-376 part 1), without empty rows, and at most two more than allowed; or a
 * sentence about why the workbook can't be read. Decompresses only the necessary parts, and computes no formulas.
 * @param sheet name of the sheet; the first sheet by default
 */
export function sheetRows(bytes: Uint8Array, sheet?: string): readonly SheetRow[] | string {
  try {
    return new Workbook(bytes).rows(sheet);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** Functions that format numbers, by the style of the cell. */
type Formats = readonly ((value: number) => string)[];

class Workbook {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  rows(name: string | undefined): readonly SheetRow[] {
    const [book] = [...this.#related("", "officeDocument").values()];
    const text = book === undefined ? undefined : this.#part(book);
    if (book === undefined || text === undefined) throw new Unreadable(noWorkbook());
    const ids = this.#related(book, "worksheet");
    const sheets = new Map<string, string>();
    let isFrom1904 = false;
    scan(text, {
      open: (tag, attributes) => {
        if (tag === "workbookPr") isFrom1904 = /^(?:1|true)$/.test(attributes().get("date1904") ?? "");
        if (tag !== "sheet") return;
        const part = ids.get(attributes().get("id") ?? "");
        if (part !== undefined) sheets.set(attributes().get("name") ?? "", part);
      },
    });
    const part = name === undefined ? [...sheets.values()][0] : sheets.get(name);
    if (part === undefined) throw new Unreadable(whyNoSheet(name ?? "", [...sheets.keys()]));
    const [strings] = this.#related(book, "sharedStrings").values();
    const [styles] = this.#related(book, "styles").values();
    const source = this.#part(part);
    if (source === undefined) throw new Unreadable(noWorkbook());
    return sheetIn(source, {
      strings: textsIn((strings === undefined ? undefined : this.#part(strings)) ?? ""),
      formats: formatsIn((styles === undefined ? undefined : this.#part(styles)) ?? "", isFrom1904),
    });
  }

  /** The parts to which a part is related, by the id of the relationship. An empty name means the whole file. */
  #related(part: string, type: string): ReadonlyMap<string, string> {
    const folder = part.slice(0, part.lastIndexOf("/") + 1);
    const targets = new Map<string, string>();
    scan(this.#part(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? "", {
      open: (tag, attributes) => {
        if (tag !== "Relationship" || !attributes().get("Type")?.endsWith(`/${type}`)) return;
        const target = attributes().get("Target") ?? "";
        targets.set(attributes().get("Id") ?? "", target.startsWith("/") ? target.slice(1) : folder + target);
      },
    });
    return targets;
  }

  #part(name: string): string | undefined {
    try {
      const { content } = unzipped(this.#bytes, largestSheet, (one) => one === name);
      return content && decodeText(content).text;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw new Unreadable(noWorkbook());
      const most = largestSheet / 1_000_000;
      throw new Unreadable(
        l10n.t("it has more than {0} MB when it is decompressed. Split it into several files.", most),
      );
    }
  }
}

function noWorkbook(): string {
  return l10n.t("it isn't an Excel workbook. Save it as .xlsx without a password.");
}

function whyNoSheet(name: string, sheets: readonly string[]): string {
  const near = nearest(name, sheets);
  if (near !== undefined) return l10n.t("it has no sheet {0}. Did you mean {1}?", name, near);
  return l10n.t("it has no sheet {0}. Its sheets are {1}.", name, sheets.join(", "));
}

/** The shared strings, without phonetic readings (furigana). */
function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  let depth = 0;
  scan(source, {
    open: (tag) => {
      if (tag === "si") texts.push("");
      if (tag === "rPh") depth++;
    },
    text: (part, tag) => {
      if (tag === "t" && depth === 0) texts.push((texts.pop() ?? "") + part);
    },
    close: (tag) => {
      if (tag === "rPh") depth--;
    },
  });
  return texts.map(unescaped);
}

function formatsIn(source: string, isFrom1904: boolean): Formats {
  const codes = new Map<string, string>();
  const formats: ((value: number) => string)[] = [];
  let isOfCells = false;
  scan(source, {
    open: (tag, attributes) => {
      if (tag === "cellXfs") isOfCells = true;
      if (tag === "numFmt") codes.set(attributes().get("numFmtId") ?? "", attributes().get("formatCode") ?? "");
      const id = tag === "xf" && isOfCells ? (attributes().get("numFmtId") ?? "0") : undefined;
      if (id !== undefined) formats.push(numberFormat(codes.get(id) ?? Number(id), isFrom1904));
    },
    close: (tag) => {
      if (tag === "cellXfs") isOfCells = false;
    },
  });
  return formats.length > 0 ? formats : [numberFormat(0, isFrom1904)];
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: Formats;
}

function sheetIn(source: string, context: SheetContext): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  let row = new Map<number, string>();
  let cell: ReadonlyMap<string, string> = new Map();
  let column = -1;
  let value = "";
  let hasFormula = false;
  let length = 0;
  let depth = 0;
  scan(source, {
    open: (tag, attributes) => {
      if (rows.length >= mostRows + 2) return;
      if (tag === "row") {
        row = new Map();
        column = -1;
      } else if (tag === "c") {
        cell = attributes();
        column = columnOf(cell.get("r") ?? "") ?? column + 1;
        value = "";
        hasFormula = false;
      } else if (tag === "f") hasFormula = true;
      else if (tag === "rPh") depth++;
    },
    text: (part, tag) => {
      if (tag === "v" || (tag === "t" && depth === 0)) value += part;
    },
    close: (tag) => {
      if (tag === "rPh") depth--;
      if (rows.length >= mostRows + 2) return;
      if (tag === "row" && row.size > 0) rows.push(row);
      if (tag !== "c") return;
      const where = cell.get("r") ?? "";
      if (hasFormula && value === "" && cell.get("t") !== "str")
        throw new Unreadable(l10n.t("the formula in {0} has no stored value. Save the file in a spreadsheet.", where));
      const text = shown(value, cell, context);
      length += text.length;
      if (length > longestFound)
        throw new Unreadable(
          l10n.t("its cells have more than {0} characters. Split it into several files.", longestFound),
        );
      if (text !== "") row.set(column, text);
    },
  });
  return rows;
}

/** The zero-based column of a reference such as `AB12`. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shown(value: string, cell: ReadonlyMap<string, string>, { strings, formats }: SheetContext): string {
  switch (cell.get("t") ?? "n") {
    case "s":
      return strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "n": {
      const number = Number(value);
      if (value === "" || Number.isNaN(number)) return value;
      return formats[Number(cell.get("s") ?? 0)]?.(number) ?? value;
    }
    default:
      return unescaped(value);
  }
}

/** Decodes escapes such as `_x000D_`, which stand for characters that XML doesn't allow (ECMA-376 part 1, section 22.9.2.19). */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

interface Handler {
  readonly open?: (tag: string, attributes: () => ReadonlyMap<string, string>) => void;
  /** Called with the text and the name of the element around it. */
  readonly text?: (part: string, tag: string) => void;
  readonly close?: (tag: string) => void;
}

/** Reads a part: calls the handlers with local names, which are unique. An empty part has no elements. */
function scan(source: string, { open, text, close }: Handler): void {
  const tags: string[] = [];
  const isRead =
    source === "" ||
    readWellFormed(
      source,
      { start: 0, end: source.length },
      {
        openTag: (name, { start }) => {
          const tag = localName(name);
          tags.push(tag);
          open?.(tag, () => {
            const written = attributesIn(source, start + 1 + name.length);
            return new Map(written.map((attribute) => [localName(attribute.name), attribute.value]));
          });
          return false;
        },
        text: (part) => text?.(part, tags.at(-1) ?? ""),
        closeTag: () => close?.(tags.pop() ?? ""),
      },
    );
  if (!isRead) throw new Unreadable(noWorkbook());
}
