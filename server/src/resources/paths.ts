import { percentDecoded } from "../text/escapes.ts";

/** URI of a document's folder, with a slash at the end; `undefined` if the document is in no folder. */
function folderOf(uri: string): string | undefined {
  if (!hasFolder(uri)) return undefined;
  const [path = ""] = uri.split(/[?#]/);
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The URI that paths in a document are relative to. A document that isn't saved belongs to the first open folder. */
export function placeOf(uri: string, [root]: readonly string[]): string {
  return root === undefined || hasFolder(uri) ? uri : `${withSlash(root)}unsaved`;
}

export function withSlash(root: string): string {
  return root.endsWith("/") ? root : `${root}/`;
}

/** Whether a URI has a folder. False for `untitled:Untitled-1`, and for `untitled:/tmp/x`, a document that isn't saved yet. */
function hasFolder(uri: string): boolean {
  return /^(?!untitled:)[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?\//i.test(uri);
}

/** URIs of the document's folder and its parents, up to one of `roots`. Only the document's folder if it is in none of them. */
export function foldersUpwards(uri: string, roots: readonly string[]): readonly string[] {
  const folder = folderOf(uri);
  if (folder === undefined) return [];
  const root = roots
    .map(withSlash)
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

/** The URI of a path relative to a document; `undefined` if the document is in no folder. */
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

/** The path with which `fileUri` finds a file relative to `base`; the URI itself if there is no such path. */
export function relativePath(uri: string, base: string): string {
  const [root, ...to] = parts(uri);
  const [ownRoot, ...own] = parts(base);
  if (root === undefined || root !== ownRoot || /[?#]/.test(uri)) return uri;
  const from = own.slice(0, -1);
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  // Windows has no path from one drive to another.
  if (same === 0 && /^[A-Za-z]:$/.test(to[0] ?? "")) return to.join("/");
  const up = from.slice(same).map(() => "..");
  return [...(up.length > 0 ? up : ["."]), ...to.slice(same)].join("/");
}

/** The path of a file relative to the first of `roots`; its URI if there is no such path. */
export function pathFromRoot(uri: string, [root]: readonly string[]): string {
  return root === undefined ? uri : relativePath(uri, withSlash(root)).replace(/^\.\//, "");
}

/** Scheme and authority, followed by the decoded segments of the path. Empty for a web address and for a document in no folder. */
function parts(uri: string): readonly string[] {
  const [, root, path] =
    /^(?!https?:)([a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?)\/(.*)$/is.exec(hasFolder(uri) ? uri : "") ?? [];
  return root === undefined ? [] : [root, ...percentDecoded(path ?? "").split("/")];
}

/** Tells whether a URI is one of `uris`, or below one. Ignores percent-encoding and the case of a drive letter. */
export function isAtOrBelow(uris: readonly string[]): (uri: string) => boolean {
  const folders = new Set(uris.map(comparableUri));
  return (uri) => {
    for (let folder = comparableUri(uri); folder.includes("/"); folder = folder.slice(0, folder.lastIndexOf("/"))) {
      if (folders.has(folder)) return true;
    }
    return false;
  };
}

/** One form for all URIs of a file, because VS Code escapes URIs differently from this project. */
export function comparableUri(uri: string): string {
  return percentDecoded(uri).replace(/^file:\/\/\/[A-Za-z]:/, (drive) => drive.toLowerCase());
}
