import { brunoReader } from "./bruno/bruno.ts";
import { harReader } from "./har/har.ts";
import { insomniaReader } from "./insomnia/insomnia.ts";
import { postmanReader } from "./postman/postman.ts";
import { soapui } from "./soapui/reader.ts";
import type { Reader } from "./source.ts";

/** A reader for each kind of source. The first that recognizes a file reads it. */
export const readers: readonly Reader[] = [soapui, postmanReader, insomniaReader, brunoReader, harReader];
