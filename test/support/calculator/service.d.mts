export interface SampleService {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}
export function startService(options?: { readonly port?: number }): Promise<SampleService>;
