import * as l10n from "@vscode/l10n";

/**
 * A sentence about why the address of a file isn't a file of this system. Checked before anything is read: on
 * Windows, the name of another computer in a document would make the system connect to it. Undefined for a file
 * beside `base`, and for other addresses.
 * @param base URI of the document that names the file, or that the user has chosen
 */
export function whyNoFile(uri: string, base: string): string | undefined {
  const url = parsed(uri);
  if (url === undefined) return l10n.t("It is not a valid address.");
  if (url.protocol !== "file:") return undefined;
  const own = parsed(base);
  if (url.host !== "" && url.host !== (own?.protocol === "file:" ? own.host : "")) {
    return l10n.t("It is on another computer ({0}), whose files are not read.", url.host);
  }
  return isPath(url.pathname) ? undefined : l10n.t("It is not a valid path.");
}

function parsed(uri: string): URL | undefined {
  try {
    return new URL(uri);
  } catch {
    return undefined;
  }
}

/** Whether Node accepts a path. It refuses encoded slashes, NUL, and percent signs that encode no character. */
function isPath(pathname: string): boolean {
  try {
    return !/%2f|%00/i.test(pathname) && decodeURIComponent(pathname) !== "";
  } catch {
    return false;
  }
}
