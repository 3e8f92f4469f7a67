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
  readonly #firstShape: number;
  #names = 0;
  #depth = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#firstShape = this.#random.below(shapes.length);
    this.#mixed = this.#random.chance(15);
    this.#root = this.#random.chance(15) ? this.#all() : this.#group();
    const elements = Array.from({ length: Math.max(this.#names, 1) }, (_, at) => this.#declared(at));
    this.schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="root"><xs:complexType${this.#mixed ? ' mixed="true"' : ""}>${written(this.#root)}
        <xs:attribute name="a" type="xs:int" use="required"/><xs:attribute name="b" fixed="x"/>
      </xs:complexType></xs:element>
      ${elements.join("\n      ")}
      <xs:element name="s0" substitutionGroup="e0" type="xs:int"/>
      ${types}
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
      'a=" 2 "',
      'a="1"',
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
    const { valid, invalid } = this.#shape(at);
    const sample = this.#random.pick(this.#random.chance(95) ? valid : invalid);
    return (typeof sample === "string" ? sample : sample(this.#random)).replaceAll("NAME", own);
  }

  #shape(at: number): ElementShape {
    const shape = shapes[at === 0 ? 0 : (at + this.#firstShape) % shapes.length];
    if (shape === undefined) throw new Error("no shape");
    return shape;
  }

  #declared(at: number): string {
    const declared = this.#shape(at).declared.replaceAll("KEY", `e${at}`);
    return `<xs:element name="e${at}"${declared.startsWith(">") ? "" : " "}${declared}`;
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

interface ElementShape {
  /** Attributes and content of the declaration of a global element. `KEY` is its own name. */
  readonly declared: string;
  /** Elements that are named `NAME`. */
  readonly valid: readonly (string | ((random: Random) => string))[];
  readonly invalid: readonly string[];
}

/** `e0` has the first shape; `e1`, `e2`, … have those from a random one on. */
const shapes: readonly ElementShape[] = [
  {
    declared: 'type="xs:int"/>',
    valid: ["<NAME>1</NAME>", "<NAME> 2\n</NAME>"],
    invalid: ["<NAME>x</NAME>", '<NAME xsi:nil="true"/>', '<NAME xsi:type="none">1</NAME>'],
  },
  {
    declared: 'type="pair" nillable="true"/>',
    valid: [
      ...["<NAME><x>1</x></NAME>", "<NAME><x>1</x><y>2026-02-28</y></NAME>", "<NAME c='1'> <x>1</x> </NAME>"],
      ...['<NAME xsi:type="triple"><x>1</x><z>z</z></NAME>', '<NAME xsi:nil="1" c="0"/>'],
      '<NAME xsi:nil="0"><x>1</x></NAME>',
    ],
    invalid: [
      ...["<NAME><y>2026-02-28</y></NAME>", "<NAME c='2'><x>1</x></NAME>", "<NAME>text<x>1</x></NAME>"],
      ...['<NAME xsi:type="triple"><x>1</x></NAME>', '<NAME xsi:type="price">1</NAME>'],
      ...['<NAME xsi:nil="1"><x>1</x></NAME>', '<NAME xsi:nil="1"> </NAME>'],
    ],
  },
  {
    declared: 'type="empty"/>',
    valid: ["<NAME/>", "<NAME></NAME>", "<NAME><!-- c --></NAME>"],
    invalid: [
      ...["<NAME> </NAME>", '<NAME c="1"/>', "<NAME><x/></NAME>", "<NAME> <x/></NAME>", "<NAME> text</NAME>"],
      ...["<NAME>\n  <x/>\n  <e0/>\n</NAME>", "<NAME> <!-- c --> </NAME>"],
    ],
  },
  {
    declared: 'type="price"/>',
    valid: ["<NAME>1.5</NAME>", '<NAME unit="USD"> 1 </NAME>', '<NAME xsi:type="price">1</NAME>'],
    invalid: ["<NAME>1,5</NAME>", "<NAME><x/></NAME>", "<NAME> <x/></NAME>", "<NAME/>"],
  },
  {
    declared: 'type="xs:string" fixed="fixed"/>',
    valid: ["<NAME/>", "<NAME>fixed</NAME>", "<NAME><![CDATA[fixed]]></NAME>", "<NAME>fi<!-- c -->xed</NAME>"],
    invalid: ["<NAME>default</NAME>", "<NAME> fixed </NAME>", '<NAME xsi:nil="false"/>', "<NAME> </NAME>"],
  },
  {
    declared: 'type="xs:IDREFS" default="i1 i2"/>',
    valid: ["<NAME/>", "<NAME>i1\n\ti2</NAME>", "<NAME>i1</NAME>"],
    invalid: ["<NAME>none</NAME>", "<NAME>1</NAME>"],
  },
  {
    // The whitespace of attributes in a schema is that of XML: each of these is a space.
    declared: 'type="lines" default="a\tb\nc"/>',
    valid: [
      ...["<NAME/>", "<NAME>a b c</NAME>", '<NAME code="x y">a b c</NAME>', '<NAME code="x\ny">d e</NAME>'],
      ...['<NAME fixed="p q">f</NAME>', '<NAME fixed="p\nq">f</NAME>', '<NAME pattern="a b">f</NAME>'],
    ],
    invalid: [
      ...["<NAME>a&#9;b&#10;c</NAME>", "<NAME>a\tb\nc</NAME>", "<NAME>a  b c</NAME>", '<NAME fixed="p&#10;q">f</NAME>'],
      ...['<NAME code="x&#9;y">a b c</NAME>', '<NAME pattern="a&#9;b">f</NAME>'],
    ],
  },
  {
    declared: `><xs:complexType><xs:sequence><xs:element name="row" type="row" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="other" type="row" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>
        <xs:key name="key-KEY"><xs:selector xpath="row"/><xs:field xpath="@k"/></xs:key>
        <xs:unique name="unique-KEY"><xs:selector xpath="row|other"/><xs:field xpath="v"/></xs:unique>
        <xs:unique name="two-KEY"><xs:selector xpath=".//row"/><xs:field xpath="@r"/><xs:field xpath="v"/></xs:unique>
        <xs:keyref name="keyref-KEY" refer="key-KEY"><xs:selector xpath=".//row|other"/><xs:field xpath="@r"/></xs:keyref>
      </xs:element>`,
    valid: [
      (random) =>
        `<NAME>${random.some(0, 3, () => row(random, "row"))}${random.some(0, 2, () => row(random, "other"))}</NAME>`,
    ],
    invalid: ['<NAME><row k="a"/><row k=" a"/></NAME>', "<NAME><row/></NAME>", '<NAME><row k="a" r="b"/></NAME>'],
  },
  {
    declared: 'type="base" block="restriction"/>',
    valid: [
      ...[
        '<NAME xsi:type="derived" n="1"/>',
        '<NAME xsi:type="derived"/>',
        '<NAME xsi:type="derived" xml:lang="d e"/>',
      ],
      '<NAME xsi:type="derived" n="1"><e0>1</e0></NAME>',
    ],
    invalid: [
      ...["<NAME/>", '<NAME xsi:type="base"/>', '<NAME xsi:type="narrow" n="3"/>', '<NAME xsi:type="pair"/>'],
      '<NAME xsi:type="derived" n="1" free="x"/>',
    ],
  },
  {
    declared: 'type="numbers" default="1 2"/>',
    valid: ["<NAME/>", "<NAME>1 2</NAME>", "<NAME>\n1 2 3\n</NAME>", "<NAME>1 never</NAME>"],
    invalid: ["<NAME>1 2 3 4</NAME>", "<NAME>1</NAME>", "<NAME>1 other</NAME>"],
  },
];

/** Attributes and a child that are keys, references and IDs: most of them valid. */
function row(random: Random, name: string): string {
  const isKey = name === "row";
  const key =
    isKey || random.chance(20)
      ? ` k="${random.below(random.pick([30, 30, 3]))}${random.pick(["", "", " b", "\nb"])}"`
      : "";
  const reference = random.chance(15) ? ` r="${random.pick(["1", "2", "1 b"])}"` : "";
  const id = random.chance(15) ? ` id="i${random.below(9)}"` : "";
  const value = random.pick([
    "",
    "",
    '<v xsi:nil="true"/>',
    `<v>${random.below(30)}</v>`,
    `<v>${random.below(9)}.0</v>`,
  ]);
  return `<${name}${key}${reference}${id}>${value}</${name}>`;
}

/** The types of the shapes. */
const types = `<xs:complexType name="lines"><xs:simpleContent><xs:extension base="text"><xs:attribute name="code"><xs:simpleType>
        <xs:restriction base="xs:string"><xs:enumeration value="x\ty"/><xs:enumeration value="x\nz"/></xs:restriction></xs:simpleType></xs:attribute>
        <xs:attribute name="fixed" fixed="p\nq"/><xs:attribute name="pattern"><xs:simpleType>
        <xs:restriction base="xs:string"><xs:pattern value="a\tb"/></xs:restriction></xs:simpleType></xs:attribute></xs:extension></xs:simpleContent></xs:complexType>
      <xs:simpleType name="text"><xs:restriction base="xs:string"><xs:enumeration value="a\tb\nc"/><xs:enumeration value="d e"/><xs:enumeration value="f"/></xs:restriction></xs:simpleType>
      <xs:complexType name="row"><xs:sequence><xs:element name="v" type="xs:decimal" nillable="true" minOccurs="0"/></xs:sequence>
        <xs:attribute name="k" type="xs:token"/><xs:attribute name="r" type="xs:token"/><xs:attribute name="id" type="xs:ID"/></xs:complexType>
      <xs:complexType name="base" abstract="true"><xs:attribute name="n" type="xs:int"/></xs:complexType>
      <xs:complexType name="derived"><xs:complexContent><xs:extension base="base"><xs:sequence minOccurs="0"><xs:element ref="e0"/></xs:sequence>
        <xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace" processContents="skip"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="narrow"><xs:complexContent><xs:restriction base="base"><xs:attribute name="n" type="xs:int" use="required"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:simpleType name="numbers"><xs:restriction><xs:simpleType><xs:list><xs:simpleType><xs:union memberTypes="xs:int"><xs:simpleType>
        <xs:restriction base="xs:string"><xs:enumeration value="never"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:list></xs:simpleType>
        <xs:minLength value="2"/><xs:maxLength value="3"/></xs:restriction></xs:simpleType>`;

function written(particle: Particle): string {
  const { min, max } = particle;
  const occurs = `${min === 1 ? "" : ` minOccurs="${min}"`}${max === 1 ? "" : ` maxOccurs="${max === Number.POSITIVE_INFINITY ? "unbounded" : max}"`}`;
  if (particle.kind === "element") return `<xs:element ref="${particle.name}"${occurs}/>`;
  if (particle.kind === "any") return `<xs:any processContents="${particle.process}"${occurs}/>`;
  return `<xs:${particle.kind}${occurs}>${particle.parts.map(written).join("")}</xs:${particle.kind}>`;
}
