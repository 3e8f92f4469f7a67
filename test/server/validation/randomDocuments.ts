import { Random } from "../../fuzz/random.ts";

/*
 * Random schemas without a target namespace, and documents for them: most of them nearly valid.
 */

/** A particle of the schema, and what documents are made of. */
type Particle =
  | { readonly kind: "element"; readonly name: string; readonly min: number; readonly max: number }
  | { readonly kind: "any"; readonly min: number; readonly max: number; readonly process: string }
  | {
      readonly kind: "sequence" | "choice" | "all";
      readonly parts: readonly Particle[];
      readonly min: number;
      readonly max: number;
    };

const occurrences: readonly (readonly [number, number])[] = [
  ...([
    [1, 1],
    [1, 1],
    [0, 1],
    [0, 3],
    [2, 3],
    [0, Number.POSITIVE_INFINITY],
    [1, Number.POSITIVE_INFINITY],
  ] as const),
  ...([
    [2, Number.POSITIVE_INFINITY],
    [3, 3],
    [0, 0],
  ] as const),
];

export class RandomDocuments {
  readonly schema: string;
  readonly #random: Random;
  readonly #root: Particle;
  readonly #mixed: boolean;
  #names = 0;
  #depth = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#mixed = this.#random.chance(15);
    this.#root = this.#random.chance(15) ? this.#all() : this.#group();
    const elements = Array.from({ length: this.#names }, (_, at) => elementOf(at));
    this.schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="root"><xs:complexType${this.#mixed ? ' mixed="true"' : ""}>${written(this.#root)}
        <xs:attribute name="a" type="xs:int" use="required"/><xs:attribute name="b" fixed="x"/>
      </xs:complexType></xs:element>
      ${elements.join("\n      ")}
      <xs:element name="s0" substitutionGroup="e0" type="${typeOf(0)}"/>
      <xs:complexType name="pair"><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="y" minOccurs="0" type="xs:date"/></xs:sequence><xs:attribute name="c" type="xs:boolean"/></xs:complexType>
      <xs:complexType name="triple"><xs:complexContent><xs:extension base="pair"><xs:sequence><xs:element name="z" type="xs:NMTOKEN"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="empty"><xs:attribute name="c" type="xs:boolean" use="prohibited"/></xs:complexType>
      <xs:complexType name="price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" default="EUR"/></xs:extension></xs:simpleContent></xs:complexType>
    </xs:schema>`;
  }

  /** A document that is valid by its model, with a few changes. */
  document(): string {
    let content = this.#content(this.#root);
    for (let changes = this.#random.below(3); changes > 0; changes--) content = this.#changed(content);
    const attributes = this.#random.pick([
      'a="1"',
      'a="1"',
      'a="1"',
      'a="1" b="x"',
      'a="1" b="y"',
      "",
      'a="one"',
      'a=" 7 " c="1"',
    ]);
    const text = this.#mixed && this.#random.chance(30) ? "text" : this.#random.chance(3) ? "text" : "";
    return `<root xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${attributes}>${text}${content.join("")}</root>`;
  }

  #group(): Particle {
    const kind = this.#random.pick(["sequence", "sequence", "choice"] as const);
    const [min, max] = this.#random.pick(occurrences);
    this.#depth++;
    const parts = Array.from({ length: 1 + this.#random.below(4) }, () => this.#part());
    this.#depth--;
    return { kind, parts, min, max };
  }

  #all(): Particle {
    const parts = Array.from({ length: 1 + this.#random.below(5) }, () => ({
      ...{ kind: "element" as const, name: `e${this.#names++}`, min: this.#random.below(2), max: 1 },
    }));
    return { kind: "all", parts, min: this.#random.below(2), max: 1 };
  }

  #part(): Particle {
    if (this.#depth < 3 && this.#random.chance(30)) return this.#group();
    const [min, max] = this.#random.pick(occurrences);
    return { kind: "element", name: `e${this.#names++}`, min, max };
  }

  #content(part: Particle): readonly string[] {
    const most = Math.min(part.max, part.min + 2);
    const count = part.min + this.#random.below(most - part.min + 1);
    return Array.from({ length: count }, () => this.#once(part)).flat();
  }

  #once(part: Particle): readonly string[] {
    if (part.kind === "element") return [this.#element(part.name)];
    if (part.kind === "any") return [this.#random.pick(["<other/>", "<e0/>"])];
    if (part.kind === "sequence") return part.parts.flatMap((one) => this.#content(one));
    if (part.kind === "choice") return this.#content(this.#random.pick(part.parts));
    const shuffled = part.parts.toSorted(() => this.#random.below(3) - 1);
    return shuffled.flatMap((one) => this.#content(one));
  }

  #element(name: string): string {
    const at = Number(name.slice(1));
    const own = at === 0 && this.#random.chance(30) ? "s0" : name;
    return this.#random.pick(samples[at % samples.length] ?? [""]).replaceAll("NAME", own);
  }

  #changed(content: readonly string[]): readonly string[] {
    const at = this.#random.below(content.length + 1);
    const other = this.#random.below(content.length + 1);
    switch (this.#random.below(5)) {
      case 0:
        return content.filter((_, index) => index !== at);
      case 1:
        return [...content.slice(0, at), content[other] ?? "<unknown/>", ...content.slice(at)];
      case 2:
        return content.map((one, index) =>
          index === at ? (content[other] ?? one) : index === other ? (content[at] ?? one) : one,
        );
      case 3:
        return [
          ...content.slice(0, at),
          this.#element(`e${this.#random.below(this.#names + 1)}`),
          ...content.slice(at),
        ];
      default:
        return [
          ...content.slice(0, at),
          this.#random.pick([" ", "\n", "text", "<!-- c -->", "<?p i?>", "<![CDATA[]]>"]),
          ...content.slice(at),
        ];
    }
  }
}

const types = ["xs:int", "pair", "empty", "price", "xs:string", "xs:IDREFS"];

function typeOf(at: number): string {
  return types[at % types.length] ?? "xs:string";
}

const samples: readonly (readonly string[])[] = [
  [
    "<NAME>1</NAME>",
    "<NAME>1</NAME>",
    "<NAME> 2\n</NAME>",
    "<NAME>x</NAME>",
    '<NAME xsi:nil="true"/>',
    '<NAME xsi:type="none">1</NAME>',
  ],
  [
    ...["<NAME><x>1</x></NAME>", "<NAME><x>1</x><y>2026-02-28</y></NAME>", "<NAME><y>2026-02-28</y></NAME>"],
    ...[
      "<NAME c='1'> <x>1</x> </NAME>",
      "<NAME c='2'><x>1</x></NAME>",
      '<NAME xsi:type="triple"><x>1</x><z>z</z></NAME>',
    ],
    ...['<NAME xsi:type="triple"><x>1</x></NAME>', '<NAME xsi:type="price">1</NAME>', '<NAME xsi:nil="1" c="0"/>'],
    ...['<NAME xsi:nil="1"><x>1</x></NAME>', '<NAME xsi:nil="0"><x>1</x></NAME>', "<NAME>text<x>1</x></NAME>"],
  ],
  ["<NAME/>", "<NAME></NAME>", "<NAME> </NAME>", "<NAME><!-- c --></NAME>", '<NAME c="1"/>', "<NAME><x/></NAME>"],
  [
    "<NAME>1.5</NAME>",
    '<NAME unit="USD"> 1 </NAME>',
    "<NAME>1,5</NAME>",
    "<NAME><x/></NAME>",
    '<NAME xsi:type="price">1</NAME>',
  ],
  ["<NAME/>", "<NAME>default</NAME>", "<NAME>fixed</NAME>", "<NAME> fixed </NAME>", "<NAME><![CDATA[fixed]]></NAME>"],
  ["<NAME>none</NAME>"],
];

function elementOf(at: number): string {
  const given = at % types.length === 4 ? ' fixed="fixed"' : "";
  const nillable = at % types.length === 1 ? ' nillable="true"' : "";
  return `<xs:element name="e${at}" type="${typeOf(at)}"${given}${nillable}/>`;
}

function written(particle: Particle): string {
  const { min, max } = particle;
  const occurs = `${min === 1 ? "" : ` minOccurs="${min}"`}${max === 1 ? "" : ` maxOccurs="${max === Number.POSITIVE_INFINITY ? "unbounded" : max}"`}`;
  if (particle.kind === "element") return `<xs:element ref="${particle.name}"${occurs}/>`;
  if (particle.kind === "any") return `<xs:any processContents="${particle.process}"${occurs}/>`;
  return `<xs:${particle.kind}${occurs}>${particle.parts.map(written).join("")}</xs:${particle.kind}>`;
}
