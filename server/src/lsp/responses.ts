import type { Finding } from "../languageService.ts";
import type { PresentParams, PresentResult, ResponseFacts } from "../protocol.ts";
import { presentResponse } from "../response/present.ts";
import type { Decoding } from "../response/received.ts";
import { checkResponse } from "../rules/response.ts";

/** What is known of the responses that are shown: by the URI of their document. */
export class Responses {
  /** The author's, the best first: a Fault's reason may be given in several. */
  languages: readonly string[] = [];
  private readonly known = new Map<string, { readonly facts: ResponseFacts; readonly decoding: Decoding }>();

  present(params: PresentParams): PresentResult {
    const result = presentResponse(params, this.languages);
    const { charset, contradicted } = result;
    this.known.set(params.uri, { facts: params.facts, decoding: { charset, contradicted } });
    return result;
  }

  check(uri: string, text: string): readonly Finding[] {
    const known = this.known.get(uri);
    return checkResponse(text, known?.facts, known?.decoding);
  }

  forget(uri: string): void {
    this.known.delete(uri);
  }
}
