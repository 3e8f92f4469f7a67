import { equal } from "node:assert/strict";
import { countBytes, formatBytes, formatDuration } from "../../../../client/src/core/text/quantities.ts";

suite("quantities", () => {
  test("sizes use units of 1,024 and at most one decimal place", () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, "0 B"],
      [1, "1 B"],
      [1023, "1023 B"],
      [1024, "1.0 KB"],
      [1434, "1.4 KB"],
      [10188, "9.9 KB"],
      [10189, "10 KB"],
      [1024 * 1024 - 1, "1.0 MB"],
      [1024 * 1024, "1.0 MB"],
      [50 * 1024 * 1024, "50 MB"],
      [3 * 1024 ** 4, "3072 GB"],
    ];
    for (const [bytes, text] of cases) {
      equal(formatBytes(bytes), text, `${bytes}`);
    }
  });

  test("durations use the unit that keeps the number short", () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, "0.0 ms"],
      [0.42, "0.4 ms"],
      [1, "1 ms"],
      [131.6, "132 ms"],
      [999.4, "999 ms"],
      [999.5, "1.0 s"],
      [1300, "1.3 s"],
      [59_949, "59.9 s"],
      [59_950, "1 min 0 s"],
      [125_000, "2 min 5 s"],
    ];
    for (const [milliseconds, text] of cases) {
      equal(formatDuration(milliseconds), text, `${milliseconds}`);
    }
  });

  test("one byte is singular", () => {
    equal(countBytes(1), "1 byte");
    equal(countBytes(0), "0 bytes");
    equal(countBytes(299), "299 bytes");
  });
});
