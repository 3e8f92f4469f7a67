/** The same text in memory of its own. A slice would keep the whole text that it is a part of in memory. */
export function copyOf(text: string): string {
  return text.split("").join("");
}
