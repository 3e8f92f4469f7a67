/** The URI of the folder that a document is in, with a slash at its end; `undefined` where it is in none. */
function folderOf(uri: string): string | undefined {
  if (!hasFolder(uri)) return undefined;
  const [path = ""] = uri.split(/[?#]/);
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** `untitled:Untitled-1` has no place, and at that of `untitled:/tmp/x` nothing can be read before it is saved. */
function hasFolder(uri: string): boolean {
  return /^(?!untitled:)[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?\//i.test(uri);
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
  if (!hasFolder(base)) return undefined;
  const slashed = path.replaceAll("\\", "/");
  const escaped = slashed.replace(/[%?#]/g, encodeURIComponent);
  try {
    if (/^[A-Za-z]:\//.test(slashed)) return base.startsWith("file:") ? new URL(`file:///${escaped}`).href : undefined;
    return new URL(escaped.startsWith("/") ? escaped.replace(/^\/+/, "/") : `./${escaped}`, base).href;
  } catch {
    return undefined;
  }
}

/** Whether two URIs name the same file: editors differ in what they percent-encode, and in the case of a drive. */
export function sameUri(a: string, b: string): boolean {
  return a === b || comparable(a) === comparable(b);
}

function comparable(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[A-Za-z]:/, (drive) => drive.toLowerCase());
  } catch {
    return uri;
  }
}
