import { documentsOf } from "./support.ts";

/** A schema whose element `r` has a content model. */
const model = (particle: string, more = "", mixed = "") =>
  `<xs:element name="r"><xs:complexType${mixed}>${particle}</xs:complexType></xs:element>${more}`;
const sequence = (...parts: readonly string[]) => `<xs:sequence>${parts.join("")}</xs:sequence>`;
const element = (name: string, attributes = "") => `<xs:element name="${name}" type="xs:string" ${attributes}/>`;

suite("content models", () => {
  test("a sequence has its elements in order", () => {
    documentsOf(model(sequence(element("a"), element("b"))))`
      <r><a/><b/></r>  <r> <a/> <!-- c --> <b/> <?p i?> </r>
      <«r»><a/></r> | element-missing
      <r><«b»/></r> | element-missing
      <r><«b»/><a/></r> | element-order
      <r><a/><b/><«b»/></r> | element-count
      <r><a/><«c»/><b/></r> | element-unexpected
      <r><a/>«text»<b/></r> | text-unexpected
    `;
  });

  test("a choice has one of its branches", () => {
    documentsOf(model(`<xs:choice>${element("a")}${sequence(element("b"), element("c"))}</xs:choice>`))`
      <r><a/></r>  <r><b/><c/></r>
      <«r»/> | element-missing
      <r><a/><«b»/></r> | element-alternative
      <«r»><b/></r> | element-missing
    `;
  });

  test("a choice without branches has no valid content", () => {
    documentsOf(model("<xs:choice/>"))`<«r»/> | element-missing`;
  });

  test("all has its elements in any order", () => {
    const all = `<xs:all>${element("a")}${element("b")}${element("c", 'minOccurs="0"')}</xs:all>`;
    documentsOf(model(all))`
      <r><b/><a/></r>  <r><c/><b/><a/></r>  <r><a/><c/><b/></r>
      <«r»><b/></r> | element-missing
      <r><b/><a/><«b»/></r> | element-count
      <r><b/><a/><«d»/></r> | element-unexpected
    `;
    documentsOf(model(all.replace("<xs:all>", '<xs:all minOccurs="0">')))`
      <r/>  <r><b/><a/></r>
      <«r»><a/></r> | element-missing
    `;
  });

  test("elements and groups occur as often as their counters say", () => {
    documentsOf(model(sequence(element("a", 'minOccurs="2" maxOccurs="3"'))))`
      <r><a/><a/></r>  <r><a/><a/><a/></r>
      <«r»><a/></r> | element-missing
      <r><a/><a/><a/><«a»/></r> | element-count
    `;
    const pair = `<xs:sequence minOccurs="2" maxOccurs="2">${element("a", 'minOccurs="0"')}${element("b")}</xs:sequence>`;
    documentsOf(model(pair))`
      <r><b/><b/></r>  <r><a/><b/><b/></r>  <r><b/><a/><b/></r>
      <«r»><a/><b/></r> | element-missing
      <r><b/><b/><«b»/></r> | element-count
      <r><b/><b/><«a»/></r> | element-order
    `;
  });

  test("nested counters are multiplied", () => {
    const nested = `<xs:sequence maxOccurs="2">${sequence(element("a", 'minOccurs="2" maxOccurs="2"'))}</xs:sequence>`;
    documentsOf(model(nested))`
      <r><a/><a/></r>  <r><a/><a/><a/><a/></r>
      <«r»><a/><a/><a/></r> | element-missing
      <r><a/><a/><a/><a/><«a»/></r> | element-count
    `;
  });

  test("an ambiguous model is followed in all ways", () => {
    const ambiguous = sequence(
      sequence(element("a", 'minOccurs="0"'), element("b", 'minOccurs="0"')),
      `<xs:choice>${element("a")}${sequence(element("b"), element("c"))}</xs:choice>`,
    );
    documentsOf(model(ambiguous))`
      <r><a/></r>  <r><a/><a/></r>  <r><a/><b/><c/></r>  <r><b/><c/></r>  <r><a/><b/><b/><c/></r>
      <«r»><a/><b/></r> | element-missing
    `;
    const counted = `<xs:sequence maxOccurs="3">${element("a", 'minOccurs="2" maxOccurs="3"')}</xs:sequence>`;
    documentsOf(model(counted))`
      ${[2, 3, 4, 5, 6, 7, 8, 9].map((count) => `<r>${"<a/>".repeat(count)}</r>`).join("\n")}
      <«r»><a/></r> | element-missing
      <r>${"<a/>".repeat(9)}<«a»/></r> | element-count
    `;
  });

  test("an ambiguous model with large counters is followed along the most different paths", () => {
    const inner = element("a", 'maxOccurs="50"') + element("b", 'minOccurs="0"');
    const large = `<xs:sequence minOccurs="40" maxOccurs="50">${inner}</xs:sequence>`;
    const [a, ab] = [(count: number) => "<a/>".repeat(count), (count: number) => "<a/><b/>".repeat(count)];
    documentsOf(model(large))`
      ${[40, 45, 50, 51, 100, 2500].map((count) => `<r>${a(count)}</r>`).join("\n")}
      ${[40, 50].map((count) => `<r>${ab(count)}</r>`).join("\n")}
      <r>${a(10)}<b/>${a(30)}</r>  <r>${a(100)}<b/>${a(60)}<b/>${a(50)}</r>  <r>${ab(20)}${a(1500)}</r>
      <«r»>${a(39)}</r> | element-missing
      <«r»>${a(10)}<b/>${a(28)}</r> | element-missing
      <r>${a(2500)}<«a»/></r> | element-count
    `;
  });

  test("an element that never occurs is not allowed", () => {
    documentsOf(model(sequence(element("a"), element("b", 'minOccurs="0" maxOccurs="0"'))))`
      <r><a/></r>
      <r><a/><«b»/></r> | element-unexpected
    `;
  });

  test("groups are part of the models that refer to them", () => {
    const groups = `<xs:group name="g"><xs:choice>${element("a")}${element("b")}</xs:choice></xs:group>`;
    documentsOf(model(sequence('<xs:group ref="t:g" maxOccurs="2"/>', element("c")), groups))`
      <r><a/><c/></r>  <r><b/><a/><c/></r>
      <r><«c»/></r> | element-missing
      <r><a/><a/><«a»/><c/></r> | element-count
    `;
  });

  test("empty content allows not even whitespace", () => {
    documentsOf(model(""))`
      <r/>  <r></r>  <r><!-- c --><?p i?></r>  <r><![CDATA[]]></r>
      <r>« »</r> | text-unexpected
      <r>«x»</r> | text-unexpected
      <r><«a»/><a/></r> | element-unexpected
    `;
    documentsOf(model("<xs:sequence/>"))`
      <r/>
      <r>« »</r> | text-unexpected
    `;
    documentsOf(model(sequence(element("a", 'minOccurs="0"'))))`<r> </r>  <r/>`;
  });

  test("whitespace in empty content hides nothing that comes after it", () => {
    documentsOf(model(""))`
      <r>« »<«a»/> <b/></r> | text-unexpected element-unexpected
      <r>« »<!-- c --> <?p i?>«text»</r> | text-unexpected text-unexpected
    `;
  });

  test("mixed content allows text between its elements", () => {
    documentsOf(model(sequence(element("a")), "", ' mixed="true"'))`
      <r>x<a/>y</r>
      <«r»>x</r> | element-missing
    `;
    documentsOf(model("", "", ' mixed="true"'))`
      <r>x</r>  <r/>
      <r>x<«a»/></r> | element-unexpected
    `;
  });

  test("simple content has no elements", () => {
    documentsOf('<xs:element name="r" type="xs:int"/>')`
      <r> 1 </r>  <r><!-- c -->1<![CDATA[2]]></r>
      <r>«one»</r> | value
      <«r»/> | value
      <r>1<«a»/></r> | element-unexpected
    `;
  });

  test("a variable in place of elements may be any of them", () => {
    documentsOf(model(sequence(element("a"), element("b"))))`
      <r>{{content}}</r>  <r><a/>{{rest}}</r>
      <r>{{content}}<«c»/></r> | element-unexpected
    `;
    documentsOf('<xs:element name="r" type="xs:int"/>')`<r>{{number}}</r>  <r>1{{digits}}</r>`;
  });
});

suite("substitution groups", () => {
  const heads = `<xs:element name="head" type="xs:decimal" HEAD/>
    <xs:element name="whole" type="xs:int" substitutionGroup="t:head"/>
    <xs:element name="plain" substitutionGroup="t:head"/>
    <xs:element name="deep" substitutionGroup="t:whole"/>`;
  const schema = (head: string) =>
    model(sequence('<xs:element ref="t:head" maxOccurs="3"/>'), heads.replace("HEAD", head));

  test("a member may occur in place of its head, in any number of steps", () => {
    documentsOf(schema(""))`
      <r><head>1.5</head><whole>1</whole><plain>1.5</plain></r>  <r><deep>1</deep></r>
      <r><whole>«1.5»</whole></r> | value
      <r><deep>«1.5»</deep></r> | value
      <r><«other»/></r> | element-unexpected
    `;
  });

  test("an abstract head can't occur itself", () => {
    documentsOf(schema('abstract="true"'))`
      <r><whole>1</whole></r>
      <r><«head»>1</head></r> | element-abstract
    `;
  });

  test("a head may forbid substitutes, or those with derived types", () => {
    documentsOf(schema('block="substitution"'))`
      <r><head>1</head></r>
      <r><«plain»>1</plain></r> | element-unexpected
    `;
    documentsOf(schema('block="restriction"'))`
      <r><plain>1</plain></r>
      <r><«whole»>1</whole></r> | element-unexpected
    `;
  });

  test("only a reference to a head is replaced, not an element of its name", () => {
    documentsOf(model(sequence(element("head")), heads.replace("HEAD", "")))`
      <r><head>x</head></r>
      <r><«whole»>1</whole></r> | element-unexpected
    `;
  });
});

suite("wildcards", () => {
  const any = (attributes: string) =>
    `${model(sequence(`<xs:any ${attributes}/>`), '<xs:element name="known" type="xs:int"/>')}`;
  const other = '<o:x xmlns:o="urn:o"/>';

  test("wildcards accept elements by namespace", () => {
    documentsOf(any('namespace="##any" processContents="skip"'))`<r><a/></r>  <r>${other}</r>`;
    documentsOf(any('namespace="##other" processContents="skip"'))`
      <r>${other}</r>
      <r><«a»/></r> | element-unexpected
      <r><«a» xmlns=""/></r> | element-unexpected
    `;
    documentsOf(any('namespace="##targetNamespace" processContents="skip"'))`
      <r><a/></r>
      <r><«o:x» xmlns:o="urn:o"/></r> | element-unexpected
    `;
    documentsOf(any('namespace="##local urn:o" processContents="skip"'))`
      <r><a xmlns=""/></r>  <r>${other}</r>
      <r><«a»/></r> | element-unexpected
    `;
  });

  test("skip checks nothing, lax what is declared, strict requires a declaration", () => {
    documentsOf(any('processContents="skip"'))`<r><known>x</known></r>`;
    documentsOf(any('processContents="lax"'))`
      <r><known>1</known></r>  <r><a>x<b/></a></r>
      <r><known>«x»</known></r> | value
      <r><a><known>«x»</known></a></r> | value
      <r><a xsi:type="xs:int">«x»</a></r> | value
    `;
    documentsOf(any('processContents="strict"'))`
      <r><known>1</known></r>  <r><a xsi:type="xs:int">1</a></r>
      <r><«a»/></r> | element-undeclared
      <r><a xsi:type="«none»"/></r> | type-unknown
    `;
  });

  test("an element declaration comes before a wildcard", () => {
    documentsOf(model(sequence(element("a", 'minOccurs="0"'), '<xs:any processContents="skip" minOccurs="0"/>')))`
      <r><a/></r>  <r><b/></r>  <r><a/><a/></r>
      <r><a/><b/><«c»/></r> | element-unexpected
    `;
  });
});
