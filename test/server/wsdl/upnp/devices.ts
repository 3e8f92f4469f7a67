/*
 * Device descriptions and SCPDs, as devices have them.
 */

/** A device description. `services`: for each service its type, and the other elements. */
export function device(services: readonly string[], more = "", inner = ""): string {
  return `<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>${more}
<device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName>Kitchen</friendlyName>
<serviceList>${services.join("\n")}</serviceList>${inner}</device></root>`;
}

export function service(name: string, { type = `urn:schemas-upnp-org:service:${name}:1`, scpd = `/${name}.xml` } = {}) {
  return `<service><serviceType>${type}</serviceType><serviceId>urn:upnp-org:serviceId:${name}</serviceId>
<SCPDURL>${scpd}</SCPDURL><controlURL>/ctl/${name}?a=1&amp;b=2</controlURL><eventSubURL>/evt/${name}</eventSubURL></service>`;
}

/** An action with the state variables `Volume` (`ui2`, 0 to 100), `Mute` (`boolean`) and `Channel` (`Master`, `LF` or `RF`). */
export const setVolume = action("SetVolume", "in Channel", "in Volume", "out Mute");

/** An action. `args`: `in` or `out`, and the name of a state variable, which is also that of the argument. */
export function action(name: string, ...args: readonly string[]): string {
  const written = args.map((one) => {
    const [direction, variable = ""] = one.split(" ");
    return `<argument><name>${variable}</name><direction>${direction}</direction><relatedStateVariable>${variable}</relatedStateVariable></argument>`;
  });
  return `<action><name>${name}</name><argumentList>${written.join("")}</argumentList></action>`;
}

export function variable(name: string, dataType: string, more = ""): string {
  return `<stateVariable sendEvents="no"><name>${name}</name><dataType>${dataType}</dataType>${more}</stateVariable>`;
}

export const volumes = [
  variable(
    "Volume",
    "ui2",
    "<allowedValueRange><minimum>0</minimum><maximum>100</maximum><step>1</step></allowedValueRange>",
  ),
  variable("Mute", "boolean"),
  variable(
    "Channel",
    "string",
    "<allowedValueList><allowedValue>Master</allowedValue><allowedValue> LF </allowedValue><allowedValue>RF</allowedValue></allowedValueList>",
  ),
].join("\n");

export function scpd(actions: string = setVolume, variables: string = volumes): string {
  return `<?xml version="1.0"?>
<scpd xmlns="urn:schemas-upnp-org:service-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<actionList>${actions}</actionList><serviceStateTable>${variables}</serviceStateTable></scpd>`;
}
