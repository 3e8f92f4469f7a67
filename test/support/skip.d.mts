import type { Context } from "mocha";

interface Place {
  readonly ci?: string | undefined;
  readonly platform?: string | undefined;
  readonly user?: number | undefined;
}

export function skip(context: Context, reason: string, place?: Place): never;
