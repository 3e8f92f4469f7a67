import type {
  Body,
  Collection,
  CollectionFile,
  CollectionHeader,
  CollectionMock,
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

/** Where a text of a collection is. */
export type TextPlace =
  | { readonly kind: "target" | "body" | "line" }
  /** The value of a header, of a variable or of a field in a form; `name` is that of the header, variable or field. */
  | { readonly kind: "header" | "variable" | "field"; readonly name: string };

/** What is written for each text of a collection. */
export interface Rewriter {
  readonly text: (text: Text, place: TextPlace) => Text;
  /**
   * A text without insertions. `name`: of anything, and everything else that may become a name; `script`: also assertions,
   * whose lines are no prose.
   */
  readonly plain: (text: string, kind: "name" | "comment" | "script") => string;
  /** A variable of the project or of an environment. */
  readonly shared: (variable: Variable) => Variable;
  readonly request: (request: CollectionRequest) => CollectionRequest;
}

/** A collection with each of its texts rewritten: the only place that lists where a collection has texts. */
export function rewritten(collection: Collection, by: Rewriter): Collection {
  return new Rewriting(collection, by).collection();
}

class Rewriting {
  readonly #collection: Collection;
  readonly #by: Rewriter;
  /** Requests refer to them as objects. */
  readonly #files: ReadonlyMap<ExtraFile, ExtraFile>;
  readonly #wsdls: ReadonlyMap<CollectionWsdl, CollectionWsdl>;

  constructor(collection: Collection, by: Rewriter) {
    this.#collection = collection;
    this.#by = by;
    this.#files = new Map(collection.files.map((file) => [file, this.#file(file)]));
    this.#wsdls = new Map(
      collection.wsdls.map((wsdl) => {
        const documents = wsdl.documents.map(({ url, text }) => ({ url, text: by.plain(text, "name") }));
        return [wsdl, { ...wsdl, name: by.plain(wsdl.name, "name"), documents }];
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
      variables: variables.map(shared),
      environments: environments.map((one) => {
        return { ...one, name: plain(one.name, "name"), variables: one.variables.map(shared) };
      }),
      wsdls: [...this.#wsdls.values()],
      mocks: mocks.map((mock) => this.#mock(mock)),
      files: [...this.#files.values()],
    };
  }

  #file(file: ExtraFile): ExtraFile {
    // Its content is sent as it is.
    return { ...file, name: this.#by.plain(file.name, "name") };
  }

  #folder({ name, entries }: Folder): Folder {
    return {
      name: this.#by.plain(name, "name"),
      entries: entries.map((one) => ("steps" in one ? this.#requestFile(one) : this.#folder(one))),
    };
  }

  #requestFile({ name, comments, variables, steps }: CollectionFile): CollectionFile {
    return {
      name: this.#by.plain(name, "name"),
      comments: comments.map((one) => this.#comment(one)),
      variables: this.#variables(variables),
      steps: steps.map((one) => this.#step(one)),
    };
  }

  #variables(variables: readonly Variable[]): readonly Variable[] {
    return variables.map((one) => {
      return { ...one, value: this.#by.text(one.value, { kind: "variable", name: one.name }) };
    });
  }

  #comment<C extends Extract<PreambleLine, { kind: "comment" }>>(comment: C): C {
    const isTyped = comment.item?.kind === "script" || comment.item?.kind === "assertion";
    return { ...comment, text: this.#by.plain(comment.text, isTyped ? "script" : "comment") };
  }

  #step(step: CollectionStep): CollectionStep {
    const name = this.#by.plain(step.name, "name");
    if (step.kind === "comment") return { ...step, name, comments: step.comments.map((one) => this.#comment(one)) };
    const { preamble, target, headers, body, wsdl, ...others } = this.#by.request(step);
    return {
      ...others,
      name,
      preamble: preamble.map((line) => this.#preambleLine(line)),
      target: this.#by.text(target, { kind: "target" }),
      headers: this.#headers(headers),
      body: body && this.#body(body),
      wsdl: wsdl && (this.#wsdls.get(wsdl) ?? wsdl),
    };
  }

  #preambleLine(line: PreambleLine): PreambleLine {
    const { text, plain } = this.#by;
    switch (line.kind) {
      case "comment":
        return this.#comment(line);
      case "expect":
        return { ...line, expectation: text(line.expectation, { kind: "line" }) };
      case "set":
        return { ...line, path: plain(line.path, "name") };
      case "data":
        return { ...line, file: this.#files.get(line.file) ?? line.file };
      case "skip":
        return { ...line, reason: plain(line.reason, "comment") };
      case "auth":
        return {
          ...line,
          user: text(line.user, { kind: "line" }),
          password: text(line.password, { kind: "field", name: "password" }),
        };
      case "directive":
        return { ...line, value: plain(line.value, "name") };
    }
  }

  #headers(headers: readonly CollectionHeader[]): readonly CollectionHeader[] {
    return headers.map((one) => ({ ...one, value: this.#by.text(one.value, { kind: "header", name: one.name }) }));
  }

  #body(body: Body): Body {
    switch (body.kind) {
      case "text":
        return { ...body, text: this.#by.text(body.text, { kind: "body" }) };
      case "file":
        return { ...body, file: this.#files.get(body.file) ?? body.file };
      case "multipart":
        return { ...body, parts: body.parts.map((one) => this.#part(one)) };
    }
  }

  #part({ headers, content }: CollectionPart): CollectionPart {
    const written = this.#headers(headers);
    if ("item" in content) return { headers: written, content: this.#files.get(content) ?? content };
    const disposition = headers.find(({ name }) => name.toLowerCase() === "content-disposition")?.value ?? [];
    const [, name] = /\bname="([^"]*)"/.exec(disposition.filter((one) => typeof one === "string").join("")) ?? [];
    return {
      headers: written,
      content: this.#by.text(content, name === undefined ? { kind: "body" } : { kind: "field", name }),
    };
  }

  #mock(mock: CollectionMock): CollectionMock {
    const { plain, text } = this.#by;
    return {
      ...mock,
      name: plain(mock.name, "name"),
      comments: mock.comments.map((one) => this.#comment(one)),
      variables: this.#variables(mock.variables),
      responses: mock.responses.map((response) => ({
        ...response,
        name: plain(response.name, "name"),
        when: response.when.map((one) => plain(one, "name")),
        preamble: response.preamble.map((line) =>
          line.kind === "comment" ? this.#comment(line) : { ...line, value: plain(line.value, "name") },
        ),
        headers: this.#headers(response.headers),
        body: response.body && text(response.body, { kind: "body" }),
      })),
    };
  }
}
