/** Returns the line (from 1) that begins at an offset. Ascending offsets take one pass over the text in total. */
export function lineCounter(text: string): (offset: number) => number {
  let [at, line] = [0, 1];
  return (offset) => {
    if (offset < at) [at, line] = [0, 1];
    line += breaksIn(text.slice(at, offset));
    at = offset;
    return line;
  };
}

function breaksIn(text: string): number {
  const pairs = count(text, "\r\n");
  return count(text, "\n") + count(text, "\r") - pairs;
}

function count(text: string, part: string): number {
  let lines = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) lines++;
  return lines;
}
