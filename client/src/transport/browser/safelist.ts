import { isBrowsersOwn } from "../../../../server/src/http/fetch.ts";
import type { Field } from "../result.ts";

/**
 * Returns the names of the fields that a service must allow before a page may send them, each once: all except the
 * browser's own and those that are CORS-safelisted (Fetch Standard).
 */
export function fieldsToAllow(fields: readonly Field[]): readonly string[] {
  const names = new Map<string, string>();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    if (!isBrowsersOwn(key) && !isSafelisted(key, value) && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** Bytes of a safelisted value. */
const maxLength = 128;

function isSafelisted(name: string, value: string): boolean {
  if (new TextEncoder().encode(value).length > maxLength) return false;
  switch (name) {
    case "accept":
      return !unsafe.test(value);
    case "accept-language":
    case "content-language":
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case "content-type":
      return (
        !unsafe.test(value) &&
        /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain) *(;|$)/i.test(value)
      );
    case "range":
      return /^bytes=\d+-\d*$/.test(value);
    default:
      return false;
  }
}

/** CORS-unsafe request-header bytes. */
const unsafe = /[\0-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;
