/** File names of environments. The private file wins over the other; users keep it out of version control. */
export const environmentFiles = [
  { name: "http-client.private.env.json", secret: true },
  { name: "http-client.env.json", secret: false },
] as const;

/** The name of the environment with variables for all environments. */
export const sharedEnvironment = "$shared";
