import type { Contract } from "../contract/contract.ts";
import { declaredPrefixes, withWellKnown } from "../evaluation/prefixes.ts";
import type { PrefixReader } from "../evaluation/xpath.ts";
import { memoized } from "../text/memoized.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

/** The prefixes of a response's paths: those of its body, then those of the WSDLs, then those of the request. */
export class MockPrefixes {
  readonly #response: () => XmlDocument | undefined;
  readonly #contracts: readonly Contract[];
  #own: readonly ReadonlyMap<string, string>[] | undefined;

  constructor(response: () => XmlDocument | undefined, contracts: readonly Contract[]) {
    this.#response = response;
    this.#contracts = contracts;
  }

  /** Reads the prefixes at their first use. */
  for(request: ReceivedRequest): PrefixReader {
    let all: ReadonlyMap<string, string> | undefined;
    return () => {
      this.#own ??= [declaredPrefixes(this.#response()), ...this.#contracts.map(prefixesOfWsdl)];
      all ??= withWellKnown([...this.#own, declaredPrefixes(request.xml)], request.xml?.root?.namespace);
      return all;
    };
  }
}

/** Those of its root. */
const prefixesOfWsdl = memoized(readPrefixes);

function readPrefixes({ documents }: Contract): ReadonlyMap<string, string> {
  const text = documents[0]?.text.slice(0, longestStart) ?? "";
  const { root } = parseXml(text, 0, text.length);
  const end = root?.children[0]?.start ?? text.length;
  return declaredPrefixes(parseXml(text, 0, end));
}

/** In UTF-16 units: of a WSDL, up to the end of its first start tag. */
const longestStart = 100_000;
