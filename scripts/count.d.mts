interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: Readonly<Record<string, number>>;
}

export const withoutReason: string;
export function countTests(output: string): TestCount | undefined;
