import assert from "node:assert/strict";
import { countTests, withoutReason } from "../../scripts/count.mjs";

suite("counting tests in a runner's output", () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["mocha", "  suite\n    ✔ a\n\n  12 passing (3s)\n  2 failing\n\n  1) b\n", { passed: 12, failed: 2, skipped: {} }],
    [
      "mocha without failures",
      "  1 passing (3ms)\n  1 pending\n",
      { passed: 1, failed: 0, skipped: { [withoutReason]: 1 } },
    ],
    ["mocha twice", "  3 passing (1s)\n  1 failing\n\n  4 passing (1s)\n", { passed: 7, failed: 1, skipped: {} }],
    ["mocha with no test", "  0 passing (0ms)\n", { passed: 0, failed: 0, skipped: {} }],
    [
      "the grammar runner",
      "✓ a.soaphttp run successfuly.\n✖ b.soaphttp failed\n",
      { passed: 1, failed: 1, skipped: {} },
    ],
    [
      "mocha with skipped tests",
      "skipped 1: no curl\n  ....skipped 2: no python\nskipped 1: no curl\n  1 passing (3ms)\n  4 pending\n",
      { passed: 1, failed: 0, skipped: { "no curl": 2, "no python": 2 } },
    ],
    ["an aborted run", "  suite\n    ✔ a\nError: no\n", undefined],
    ["nothing", "", undefined],
    ["text that mentions passing", "all 12 passing it on\n", undefined],
  ];
  for (const [name, output, expected] of cases) {
    test(name, () => assert.deepEqual(countTests(output), expected));
  }
});
