export const namespace: string;
export function wsdl(addresses: { readonly "1.1"?: string; readonly "1.2"?: string }): string;
