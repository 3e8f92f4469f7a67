/** Where the lines of a text begin. LF, CRLF and CR break lines. */
export class LineIndex {
  private readonly text: string;
  private readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    this.text = text;
    this.starts = starts;
  }

  /** The number of the line that an offset is in; the first is 0. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** The end of a line, before its line break. */
  endOf(line: number): number {
    const start = this.startOf(line);
    let end = this.startOf(line + 1);
    while (end > start && /[\r\n]/.test(this.text.charAt(end - 1))) end--;
    return end;
  }

  get count(): number {
    return this.starts.length;
  }
}
