import { referenceAt } from "../text/references.ts";
import { codePointName, isChar } from "./characters.ts";
import * as char from "./codes.ts";
import type { Scanner } from "./scanner.ts";

const predefined: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["apos", "'"],
  ["quot", '"'],
]);

/** The offset after the variable at an offset; after one brace if there is no variable. */
export function afterVariable(scanner: Scanner, offset: number): number {
  if (!scanner.variables || scanner.at(offset + 1) !== char.LEFT_BRACE) return offset + 1;
  const end = referenceAt(scanner.text, offset)?.end ?? offset;
  return end > offset && end <= scanner.end ? end : offset + 1;
}

/** Checks the reference (section 4.1) at an `&`. Returns the offset after it, or after an `&` that begins no reference. */
export function readReference(scanner: Scanner, offset: number, end: number): number {
  return scanner.at(offset + 1) === char.HASH
    ? readCharacterReference(scanner, offset, end)
    : readEntityReference(scanner, offset, end);
}

function readEntityReference(scanner: Scanner, offset: number, end: number): number {
  const resume = scanner.pos;
  scanner.pos = offset + 1;
  const name = scanner.name()?.text;
  const after = scanner.pos;
  scanner.pos = resume;
  if (name === undefined || after > end) {
    scanner.report("ampersand-bare", offset, offset + 1);
    return offset + 1;
  }
  if (after >= end || scanner.at(after) !== char.SEMICOLON) {
    if (predefined.has(name)) scanner.report("reference-semicolon-missing", offset, after, [`&${name}`]);
    else scanner.report("ampersand-bare", offset, offset + 1);
    return after;
  }
  if (!predefined.has(name)) reportEntity(scanner, name, offset, after + 1);
  return after + 1;
}

function reportEntity(scanner: Scanner, name: string, start: number, end: number): void {
  if (!scanner.entitiesUnknown) {
    scanner.report("entity-undefined", start, end, [name]);
  } else if (!scanner.entityReported) {
    scanner.entityReported = true;
    scanner.report("entity-unknown", start, end, [name]);
  }
}

function readCharacterReference(scanner: Scanner, offset: number, end: number): number {
  const [typed = "", digits = "", semicolon = ""] =
    /^&#([0-9A-Za-z]*)(;?)/.exec(scanner.slice(offset, Math.min(end, scanner.end))) ?? [];
  const after = offset + typed.length;
  const point = /^(?:[0-9]+|x[0-9A-Fa-f]+)$/.test(digits) ? Number(`0${digits}`) : undefined;
  if (point === undefined) scanner.report("character-reference-malformed", offset, after, [typed]);
  else if (semicolon === "") scanner.report("reference-semicolon-missing", offset, after, [typed]);
  else if (!isChar(point)) {
    // Larger numbers aren't code points.
    const shown = point <= 0x10ffff ? codePointName(point) : `&#${digits}`;
    scanner.report("character-reference-forbidden", offset, after, [shown]);
  }
  return after;
}

const reference = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|([a-z]+));|\r\n?/g;

/** Character data with references replaced and LF as line breaks (sections 2.11 and 4.4). Undefined references stay as typed. */
export function resolveReferences(text: string, start: number, end: number): string {
  const typed = text.slice(start, end);
  return typed.includes("&") || typed.includes("\r") ? typed.replace(reference, replacement) : typed;
}

function replacement(typed: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return predefined.get(name) ?? typed;
  if (decimal === undefined && hex === undefined) return "\n";
  const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
  return isChar(point) ? String.fromCodePoint(point) : typed;
}

/** Like `resolveReferences`, for an attribute's value, in which whitespace becomes spaces (section 3.3.3, CDATA). */
export function decodeValue(text: string, start: number, end: number): string {
  const typed = text.slice(start, end);
  return /[&\t\r\n]/.test(typed) ? typed.replace(/\r\n|[\t\n\r]/g, " ").replace(reference, replacement) : typed;
}
