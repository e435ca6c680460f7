import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

/** Temporary credentials with which a browser may stream one liveness check, and do nothing else. */
export type BrowserCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: string;
  readonly region: string;
};

export type CredentialsIssuer = {
  /** Issues new credentials for each call. They are valid for 15 minutes and never shared between people. */
  readonly issue: (call: VendorCall) => TaskEither<Unavailable, BrowserCredentials>;
};
