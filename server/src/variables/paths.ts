/** The URI of the folder that a document is in, with a slash at its end; `undefined` where it is in none. */
function folderOf(uri: string): string | undefined {
  const path = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?\//i.exec(uri);
  // `untitled:Untitled-1` has no place; `untitled:/tmp/x` is not saved, and yet it is there that it will be.
  return path ? uri.slice(0, uri.lastIndexOf("/") + 1) : undefined;
}

/** The folders from that of a document up to the one of `roots` that it is in; its own alone where it is in none. */
export function foldersUpwards(uri: string, roots: readonly string[]): readonly string[] {
  const folder = folderOf(uri);
  if (folder === undefined) return [];
  const root = roots
    .map((one) => (one.endsWith("/") ? one : `${one}/`))
    .filter((one) => folder.startsWith(one))
    .sort((a, b) => b.length - a.length)[0];
  const folders = [folder];
  if (root === undefined) return folders;
  for (let at = folder; at.length > root.length; ) {
    at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1);
    folders.push(at);
  }
  return folders;
}

/** The URI of a file whose path is relative to a document; `undefined` where the document has no place of its own. */
export function fileUri(path: string, base: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  const escaped = slashed.replace(/[%?#]/g, encodeURIComponent);
  try {
    if (/^[A-Za-z]:\//.test(slashed)) return base.startsWith("file:") ? new URL(`file:///${escaped}`).href : undefined;
    return new URL(escaped.startsWith("/") ? escaped.replace(/^\/+/, "/") : `./${escaped}`, base).href;
  } catch {
    // `untitled:Untitled-1` is the base of nothing.
    return undefined;
  }
}
