import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { searchedWsdls } from "../../../../server/src/text/limits.ts";

/** Bounds of a search: a shell may be in a home folder. */
export interface SearchBounds {
  /** Maximum files and folders to examine. */
  readonly entries: number;
  /** Maximum duration in milliseconds. */
  readonly time: number;
  readonly now: () => number;
}

const usual: SearchBounds = { entries: 100_000, time: 3_000, now: () => Date.now() };

export interface WsdlSearch {
  /** Sorted paths, relative to the folder. */
  readonly names: readonly string[];
  /** A sentence about the WSDLs that are left out. */
  readonly leftOut: string | undefined;
}

/**
 * Finds the WSDLs in a folder and below, the nearest ones first. As in patterns, names that begin with a dot,
 * `node_modules`, and links to folders are left out. Folders that can't be read have none.
 */
export function searchWsdls(folder: string, bounds: SearchBounds = usual): WsdlSearch {
  const paths: string[] = [];
  const waiting = [""];
  const end = bounds.now() + bounds.time;
  let left = bounds.entries;
  let stopped: string | undefined;
  // An index instead of `shift`, which moves all other elements.
  for (let at = 0; at < waiting.length && stopped === undefined; at++) {
    const parent = waiting[at] ?? "";
    const { folders, wsdls, count } = contentOf(join(folder, parent));
    left -= count;
    for (const name of folders) waiting.push(`${parent}${name}/`);
    for (const name of wsdls) paths.push(`${parent}${name}`);
    if (at === waiting.length - 1) break;
    if (left < 0) stopped = `${bounds.entries.toLocaleString("en")} files`;
    else if (bounds.now() > end) stopped = `${bounds.time / 1000} seconds`;
  }
  return { names: paths.sort(), leftOut: leftOutText(paths, stopped) };
}

/** The names of the folders and WSDLs in a folder, sorted, so that a search that ends early finds the same ones each time. */
function contentOf(folder: string) {
  const folders: string[] = [];
  const wsdls: string[] = [];
  const entries = entriesOf(folder);
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith(".")) continue;
    if (!entry.isDirectory()) {
      if (name.endsWith(".wsdl")) wsdls.push(name);
    } else if (name !== "node_modules") folders.push(name);
  }
  return { folders: folders.sort(), wsdls, count: entries.length };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function leftOutText(names: readonly string[], stopped: string | undefined): string | undefined {
  const last = names[searchedWsdls - 1];
  if (stopped !== undefined) return `The search for WSDLs in the current folder ended after ${stopped}. ${howToName}`;
  if (names.length <= searchedWsdls) return undefined;
  return `The current folder has ${names.length} WSDLs. Only the first ${searchedWsdls} by path are searched, up to ${last}. ${howToName}`;
}

const howToName = "Use --wsdl or # @wsdl to name the WSDL of a request.";
