/** Whether a path, without `..` and links, leads into a folder. `separator`: what divides its parts. */
export function isWithin(path: string, folder: string, separator: string): boolean {
  return path.startsWith(folder.endsWith(separator) ? folder : `${folder}${separator}`);
}
