import type { Finding } from "../languageService.ts";
import type { PresentParams, PresentResult, ResponseFacts } from "../protocol.ts";
import { presentResponse } from "../response/present.ts";
import { checkResponse } from "../rules/response.ts";

/** What is known of the responses that are shown: by the URI of their document. */
export class Responses {
  /** The author's, the best first: a Fault's reason may be given in several. */
  languages: readonly string[] = [];
  private readonly facts = new Map<string, ResponseFacts>();

  present(params: PresentParams): PresentResult {
    this.facts.set(params.uri, params.facts);
    return presentResponse(params, this.languages);
  }

  check(uri: string, text: string): readonly Finding[] {
    return checkResponse(text, this.facts.get(uri));
  }

  forget(uri: string): void {
    this.facts.delete(uri);
  }
}
