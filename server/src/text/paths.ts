const maxAlternatives = 100;

/**
 * Whether a path with slashes matches a pattern: `*` and `?` within a name, `**` for any folders, `{a,b}` for
 * alternatives. The time is proportional to the product of both lengths.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split("/");
  return alternatives(pattern).some((alternative) => {
    return matches(alternative.split("/"), names, (part) => part === "**", matchesName);
  });
}

/** Whether a name matches a pattern: `*` for any text, `?` for any character. The time is proportional to the product of both lengths. */
export function matchesName(pattern: string, name: string): boolean {
  return matches(
    [...pattern],
    [...name],
    (part) => part === "*",
    (part, character) => part === "?" || part === character,
  );
}

/** Matches items with the parts of a pattern. Only the last part that matches any number of items must be tried again. */
function matches(
  parts: readonly string[],
  items: readonly string[],
  isAny: (part: string) => boolean,
  fits: (part: string, item: string) => boolean,
): boolean {
  let [part, item] = [0, 0];
  let retry: { part: number; item: number } | undefined;
  while (item < items.length) {
    const next = parts[part];
    if (next !== undefined && isAny(next)) {
      retry = { part: ++part, item };
    } else if (next !== undefined && fits(next, items[item] ?? "")) {
      part++;
      item++;
    } else if (retry) {
      part = retry.part;
      item = ++retry.item;
    } else return false;
  }
  while (part < parts.length && isAny(parts[part] ?? "")) part++;
  return part === parts.length;
}

function alternatives(pattern: string): readonly string[] {
  const open: string[] = [pattern];
  const patterns: string[] = [];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const end = current.indexOf("}");
    const start = current.lastIndexOf("{", end);
    if (end < 0 || start < 0 || open.length + patterns.length >= maxAlternatives) {
      patterns.push(current);
      continue;
    }
    for (const choice of current.slice(start + 1, end).split(","))
      open.push(current.slice(0, start) + choice + current.slice(end + 1));
  }
  return patterns;
}

/** Whether a path is in a folder. It must have no `..` and no links. `separator`: between the names of a path. */
export function isWithin(path: string, folder: string, separator: string): boolean {
  return path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);
}

const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=[. ]|$)/iu;

/** Whether Windows opens a device for a file with this name, in any folder. */
export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/**
 * Characters and texts that a file name must not contain, because Windows doesn't allow them or because they are
 * invisible. `GIT~1` is another name for `.git` in Windows.
 */
const illegal = /[<>:"\\|?*]|~\d|\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]/u;

/** Whether a relative path is below its folder on every system. False if a name begins with a dot, such as `.git`. */
export function isSavePath(path: string): boolean {
  return path
    .replace(/^\.\//, "")
    .split("/")
    .every((name) => name !== "" && !/^[. ]|[. ]$/.test(name) && !illegal.test(name) && !isDeviceName(name));
}
