import type { Rule } from "./rule.ts";

export const multipartRules: readonly Rule[] = [];
