export function countTests(output: string): { readonly passed: number; readonly failed: number } | undefined;
