import { assertion, project, soapStep, step, transfer } from "./soapuiProjects.ts";

const shop = "urn:example:shop";
const message = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;

const property = (path: string) => `$\{${path}}`;

/** The scenario of samples/shop as a SoapUI project, for a service at an origin. */
export function shopProject(origin: string): string {
  const cells = (...values: readonly string[]) =>
    `<row>&lt;a>${values.map((value) => `&lt;con:entry xmlns:con="http://eviware.com/soapui/config">${value}&lt;/con:entry>`).join("")}&lt;/a></row>`;
  const columns = ["sku", "count", "price"].map((name) => `<con:property>${name}</con:property>`).join("");
  const rows = `<con:dataSource type="Grid"><con:configuration>${cells("A-1", "2", "3")}${cells("C-3", "5", "7.5")}</con:configuration></con:dataSource>${columns}`;
  const status = (codes: string) => assertion("Valid HTTP Status Codes", { codes });
  const price = assertion("XPath Match", {
    path: `declare namespace o='${shop}'; //o:price`,
    content: property("Rows#price"),
  });
  const token = `<con:setting id="com.eviware.soapui.impl.wsdl.WsdlRequest@request-headers">&lt;entry key="Authorization" value="Bearer ${property("Properties#token")}" xmlns="http://eviware.com/soapui/config"/></con:setting>`;
  const order = `<Order xmlns="${shop}"><sku>${property("Rows#sku")}</sku><count>${property("Rows#count")}</count><country>CH</country></Order>`;
  return project(
    `<con:interface type="wsdl" name="CalcSoap" soapVersion="1_1"><con:endpoints><con:endpoint>${origin}</con:endpoint></con:endpoints><con:operation name="Add" action="order"/></con:interface>
<con:testSuite name="Suite"><con:testCase name="Orders">
${soapStep("Login", { body: message(`<Login xmlns="${shop}"><user>ann</user></Login>`), endpoint: `${origin}/shop/login`, inner: status("200") })}
${step("transfer", "Token", transfer({ name: "token", sourceStep: "Login", sourceType: "Response", sourcePath: "//*:token", targetStep: "Properties", targetType: "token" }))}
${step("properties", "Properties", "<con:properties><con:property><con:name>token</con:name><con:value/></con:property></con:properties>")}
${step("datasource", "Rows", rows)}
${soapStep("Order", { body: message(order), endpoint: `${origin}/shop/orders`, inner: status("201") + price }).replace("<con:settings>", `<con:settings>${token}`)}
${step("delay", "Delay", "<delay>50</delay>")}
<con:testStep type="httprequest" name="Status"><con:config method="GET" name="Status"><con:endpoint>${origin}/shop/orders/CH-1</con:endpoint>${status("200")}</con:config></con:testStep>
${soapStep("Cancel", { body: message(`<Cancel xmlns="${shop}"/>`), endpoint: `${origin}/shop/orders/CH-1`, inner: status("200") })}
${step("datasourceloop", "Loop", "<dataSourceStep>Rows</dataSourceStep><targetStep>Order</targetStep>")}
</con:testCase></con:testSuite>`,
    "Shop",
  );
}
