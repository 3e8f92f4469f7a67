import { isSeed } from "../../../server/src/service/languageService.ts";
import type { Arguments } from "./arguments.ts";

/** Reads `--seed`. */
export function readSeed(given: Arguments): string | undefined {
  const seed = given.last("seed");
  if (seed !== undefined && !isSeed(seed)) given.refuse(`--seed must be a number of up to 15 digits, but is ${seed}.`);
  return seed;
}
