/** The build puts it in: see esbuild.mjs. */
declare const SOAPHTTP_VERSION: string;

/** Of the package. */
export const version = SOAPHTTP_VERSION;
