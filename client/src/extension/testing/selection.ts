import type * as vscode from "vscode";
import { fileRowNumber, isGroup, isOfMock, type TestTree } from "./testTree.ts";

/** The tests of a file to run. `all`: all tests, also ones that are added in the meantime. */
export interface FileSelection {
  readonly file: vscode.TestItem;
  all: boolean;
  /** The rows to run, by the ids of the tests' items. A test with an empty set is run with all of its rows. */
  readonly tests: Map<string, Set<number>>;
  readonly excluded: Set<string>;
  /** The rows that the file is run for; empty: all of them. */
  readonly fileRows: Set<number>;
}

export function selectionOf(
  { include, exclude }: Pick<vscode.TestRunRequest, "include" | "exclude">,
  tree: TestTree,
): readonly FileSelection[] {
  const byFile = new Map<string, FileSelection>();
  const of = (file: vscode.TestItem) => {
    const selection = byFile.get(file.id) ?? {
      file,
      all: false,
      tests: new Map(),
      excluded: new Set(),
      fileRows: new Set(),
    };
    byFile.set(file.id, selection);
    return selection;
  };
  for (const item of include ?? tree.files()) add(item);
  for (const item of exclude ?? []) remove(item);
  return [...byFile.values()];

  function add(item: vscode.TestItem): void {
    const file = tree.fileOf(item);
    const number = fileRowNumber(item.parent && fileRowNumber(item) === undefined ? item.parent : item);
    if (file !== undefined && number !== undefined) {
      of(file).fileRows.add(number);
      if (fileRowNumber(item) === undefined) of(file).tests.set(item.id, new Set());
      else of(file).all = true;
    } else if (file === undefined || isGroup(item)) item.children.forEach(add);
    // What a service receives depends on all requests of the file.
    else if (file === item || isOfMock(item)) of(file).all = true;
    else if (item.parent === file || (item.parent && isGroup(item.parent))) of(file).tests.set(item.id, new Set());
    else if (item.parent) {
      const { tests } = of(file);
      const rows = tests.get(item.parent.id);
      // Without rows, all of them are run.
      if (rows === undefined) tests.set(item.parent.id, new Set([Number(item.id)]));
      else if (rows.size > 0) rows.add(Number(item.id));
    }
  }

  function remove(item: vscode.TestItem): void {
    const file = tree.fileOf(item);
    if (file === undefined || isGroup(item)) item.children.forEach(remove);
    else if (file === item) byFile.delete(file.id);
    else if (item.parent === file || (item.parent && isGroup(item.parent))) byFile.get(file.id)?.excluded.add(item.id);
  }
}

export function isWhole({ all, excluded, fileRows }: FileSelection): boolean {
  return all && excluded.size === 0 && fileRows.size === 0;
}

export function isSelected({ all, tests, excluded }: FileSelection, id: string): boolean {
  return (all || tests.has(id)) && !excluded.has(id);
}
