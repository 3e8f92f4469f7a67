/** A path that is being typed: its folders with a slash at the end, and the beginning of a name. */
export interface TypedPath {
  readonly folder: string;
  readonly name: string;
  readonly isQuoted: boolean;
}

/** The path at the end of a line up to the cursor: of a body file, of a file part, of `# @data` or of `$file`. */
export function typedPath(line: string): TypedPath | undefined {
  const quoted = /\{\{\$file[ \t]+"(|[^\s<>{}"\\][^<>{}"\\]*)$/.exec(line)?.[1];
  const path = quoted ?? /^(?:<@?[ \t]+|[ \t]*#[ \t]*@data[ \t]+)(|[^\s<>{}][^<>{}]*)$/.exec(line)?.[1];
  if (path === undefined) return undefined;
  const nameStart = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, nameStart), name: path.slice(nameStart), isQuoted: quoted !== undefined };
}

/** The text that is inserted for a name in the folder of a path; undefined if a line can't have it. Hidden files are offered after a dot. */
export function insertedName({ folder, name, isQuoted }: TypedPath, entry: string): string | undefined {
  if (!/^[^\s<>{}][^<>{}\r\n]*$/.test(entry) || entry.endsWith(" ")) return undefined;
  if (isQuoted && /["\\]/.test(entry)) return undefined;
  if (entry.startsWith(".") && !name.startsWith(".")) return undefined;
  return folder === "" && name === "" ? `./${entry}` : entry;
}
