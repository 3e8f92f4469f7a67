import type { TimeOffset } from "./timeOffset.ts";

/*
 * The times in the tokens of WS-Security, in UTC and without fractions of seconds: some stacks read no others.
 */

/** `2026-01-02T03:04:05Z` */
export function createdAt(now: Date): string {
  return `${now.toISOString().slice(0, -".000Z".length)}Z`;
}

/** The time after a lifetime that begins at `createdAt`. */
export function expiresAt(now: Date, lifetime: TimeOffset): string {
  return `${lifetime.from(new Date(createdAt(now))).format("YYYY-MM-DD[T]HH:mm:ss")}Z`;
}
