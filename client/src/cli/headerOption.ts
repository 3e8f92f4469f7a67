import type { Arguments } from "./arguments.ts";

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** The headers of `--header "NAME: VALUE"`. A message contains no value, which may be a secret. */
export function readHeaders(given: Arguments): readonly Header[] {
  return given.all("header").flatMap((typed) => {
    const colon = typed.indexOf(":");
    const [name, value] = [typed.slice(0, Math.max(colon, 0)), typed.slice(colon + 1).trim()];
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name)) given.refuse('Invalid value for --header. Use "NAME: VALUE".');
    else if (!/^[\t\x20-\x7e]*$/.test(value))
      given.refuse(`The value of --header ${name} must consist of ASCII characters.`);
    else return [{ name, value }];
    return [];
  });
}
