/** Whether a path, without `..` and links, is in a folder. `separator`: between the parts of a path. */
export function isWithin(path: string, folder: string, separator: string): boolean {
  return path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);
}
