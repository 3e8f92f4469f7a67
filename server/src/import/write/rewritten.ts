import type {
  Body,
  Collection,
  CollectionFile,
  CollectionHeader,
  CollectionMock,
  CollectionMockResponse,
  CollectionPart,
  CollectionRequest,
  CollectionStep,
  CollectionWsdl,
  ExtraFile,
  Folder,
  PreambleLine,
  Text,
  Variable,
} from "../collection.ts";

export type TextPlace =
  | { readonly kind: "target" | "body" | "line" }
  /** The value of a header, of a variable or of a field in a form. `name`: name of the header, variable or field. */
  | { readonly kind: "header" | "variable" | "field"; readonly name: string };

export interface Rewriter {
  readonly text: (text: Text, place: TextPlace) => Text;
  /**
   * Rewrites a text without insertions. `name`: a name, or a text from which names are derived. `script`: a script or an
   * assertion, whose lines aren't prose.
   */
  readonly plain: (text: string, kind: "name" | "comment" | "script") => string;
  /** Rewrites a variable of the project or of an environment. */
  readonly shared: (variable: Variable) => Variable;
  readonly request: (request: CollectionRequest) => CollectionRequest;
}

/** Only this function lists the places of texts in a collection. Parts without changes stay the same objects. */
export function rewritten(collection: Collection, by: Rewriter): Collection {
  return new Rewriting(collection, by).collection();
}

/** A list in which each entry is rewritten; the same list if no entry changes. */
export function eachOf<T>(list: readonly T[], by: (item: T) => T): readonly T[] {
  const written = list.map((one) => by(one));
  return written.every((one, at) => one === list[at]) ? list : written;
}

/** An object with some parts replaced; the same object if the parts are unchanged. */
function withParts<T extends object>(whole: T, parts: Partial<T>): T {
  for (const key in parts) if (parts[key] !== whole[key]) return { ...whole, ...parts };
  return whole;
}

class Rewriting {
  readonly #collection: Collection;
  readonly #by: Rewriter;
  /** The rewritten files. Requests refer to files as objects, so each file is rewritten only once. */
  readonly #files: ReadonlyMap<ExtraFile, ExtraFile>;
  readonly #wsdls: ReadonlyMap<CollectionWsdl, CollectionWsdl>;

  constructor(collection: Collection, by: Rewriter) {
    this.#collection = collection;
    this.#by = by;
    this.#files = new Map(collection.files.map((file) => [file, this.#file(file)]));
    this.#wsdls = new Map(
      collection.wsdls.map((wsdl) => {
        const documents = eachOf(wsdl.documents, (one) => withParts(one, { text: by.plain(one.text, "name") }));
        return [wsdl, withParts(wsdl, { name: by.plain(wsdl.name, "name"), documents })];
      }),
    );
  }

  collection(): Collection {
    const { ledger, name, requests, tests, variables, environments, mocks } = this.#collection;
    const { plain, shared } = this.#by;
    for (const item of ledger.items) item.rewrite((text) => plain(text, "name"));
    return {
      ledger,
      name: plain(name, "name"),
      requests: this.#folder(requests),
      tests: this.#folder(tests),
      variables: eachOf(variables, shared),
      environments: eachOf(environments, (environment) =>
        withParts(environment, {
          name: plain(environment.name, "name"),
          variables: eachOf(environment.variables, shared),
        }),
      ),
      wsdls: [...this.#wsdls.values()],
      mocks: eachOf(mocks, (mock) => this.#mock(mock)),
      files: [...this.#files.values()],
    };
  }

  #file(file: ExtraFile): ExtraFile {
    // The content is sent unchanged.
    return withParts(file, { name: this.#by.plain(file.name, "name") });
  }

  #folder(folder: Folder): Folder {
    return withParts(folder, {
      name: this.#by.plain(folder.name, "name"),
      entries: eachOf(folder.entries, (one) => ("steps" in one ? this.#requestFile(one) : this.#folder(one))),
    });
  }

  #requestFile(file: CollectionFile): CollectionFile {
    return withParts(file, {
      name: this.#by.plain(file.name, "name"),
      comments: eachOf(file.comments, (one) => this.#comment(one)),
      variables: this.#variables(file.variables),
      steps: eachOf(file.steps, (one) => this.#step(one)),
    });
  }

  #variables(variables: readonly Variable[]): readonly Variable[] {
    return eachOf(variables, (variable) =>
      withParts(variable, { value: this.#by.text(variable.value, { kind: "variable", name: variable.name }) }),
    );
  }

  #comment<C extends Extract<PreambleLine, { kind: "comment" }>>(comment: C): C {
    const isTyped = comment.item?.kind === "script" || comment.item?.kind === "assertion";
    const text = this.#by.plain(comment.text, isTyped ? "script" : "comment");
    return text === comment.text ? comment : { ...comment, text };
  }

  #step(step: CollectionStep): CollectionStep {
    const name = this.#by.plain(step.name, "name");
    if (step.kind === "comment") {
      return withParts(step, { name, comments: eachOf(step.comments, (one) => this.#comment(one)) });
    }
    const request = this.#by.request(step);
    const { preamble, target, headers, body, wsdl } = request;
    return withParts(request, {
      name,
      preamble: eachOf(preamble, (line) => this.#preambleLine(line)),
      target: this.#by.text(target, { kind: "target" }),
      headers: this.#headers(headers),
      body: body && this.#body(body),
      wsdl: wsdl && (this.#wsdls.get(wsdl) ?? wsdl),
    });
  }

  #preambleLine(line: PreambleLine): PreambleLine {
    const { text, plain } = this.#by;
    switch (line.kind) {
      case "comment":
        return this.#comment(line);
      case "expect":
        return withParts(line, { expectation: text(line.expectation, { kind: "line" }) });
      case "define":
        return withParts(line, { value: text(line.value, { kind: "variable", name: line.name }) });
      case "set":
        return withParts(line, { path: plain(line.path, "name") });
      case "data":
        return withParts(line, { file: this.#files.get(line.file) ?? line.file });
      case "skip":
        return withParts(line, { reason: plain(line.reason, "comment") });
      case "auth":
        return withParts(line, {
          user: text(line.user, { kind: "line" }),
          password: text(line.password, { kind: "field", name: "password" }),
        });
      case "directive":
        return withParts(line, { value: plain(line.value, "name") });
    }
  }

  #headers(headers: readonly CollectionHeader[]): readonly CollectionHeader[] {
    return eachOf(headers, (header) =>
      withParts(header, { value: this.#by.text(header.value, { kind: "header", name: header.name }) }),
    );
  }

  #body(body: Body): Body {
    switch (body.kind) {
      case "text":
        return withParts(body, { text: this.#by.text(body.text, { kind: "body" }) });
      case "file":
        return withParts(body, { file: this.#files.get(body.file) ?? body.file });
      case "multipart":
        return withParts(body, { parts: eachOf(body.parts, (one) => this.#part(one)) });
    }
  }

  #part(part: CollectionPart): CollectionPart {
    const { headers, content } = part;
    const written = this.#headers(headers);
    if ("item" in content) return withParts(part, { headers: written, content: this.#files.get(content) ?? content });
    const disposition = headers.find(({ name }) => name.toLowerCase() === "content-disposition")?.value ?? [];
    const [, name] = /\bname="([^"]*)"/.exec(disposition.filter((one) => typeof one === "string").join("")) ?? [];
    return withParts(part, {
      headers: written,
      content: this.#by.text(content, name === undefined ? { kind: "body" } : { kind: "field", name }),
    });
  }

  #mock(mock: CollectionMock): CollectionMock {
    return withParts(mock, {
      name: this.#by.plain(mock.name, "name"),
      comments: eachOf(mock.comments, (one) => this.#comment(one)),
      variables: this.#variables(mock.variables),
      responses: eachOf(mock.responses, (response) => this.#mockResponse(response)),
    });
  }

  #mockResponse(response: CollectionMockResponse): CollectionMockResponse {
    const { plain, text } = this.#by;
    return withParts(response, {
      name: plain(response.name, "name"),
      when: eachOf(response.when, (one) => plain(one, "name")),
      preamble: eachOf(response.preamble, (line) =>
        line.kind === "comment" ? this.#comment(line) : withParts(line, { value: plain(line.value, "name") }),
      ),
      headers: this.#headers(response.headers),
      body: response.body && text(response.body, { kind: "body" }),
    });
  }
}
