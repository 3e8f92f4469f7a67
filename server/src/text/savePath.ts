const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=[. ]|$)/iu;

/** Whether Windows opens a device for a file with this name, in any folder. */
export function isDeviceName(name: string): boolean {
  return device.test(name);
}

/** What no name of a file may have: in Windows, or because it isn't seen. `GIT~1` is another name of `.git`. */
const illegal = /[<>:"\\|?*]|~\d|\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]/u;

/**
 * Whether a relative path leads to a file below its folder on every system, and neither is nor is in what a name with a dot
 * hides, such as `.git`.
 */
export function isSavePath(path: string): boolean {
  return path
    .replace(/^\.\//, "")
    .split("/")
    .every((name) => name !== "" && !/^[. ]|[. ]$/.test(name) && !illegal.test(name) && !isDeviceName(name));
}
