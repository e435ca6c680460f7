import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

/**
 * The values that a client needs to call a provider itself, under the names that the client reads. Only the provider's
 * adapter knows them: they are answered as they are, and stored nowhere.
 */
export type ClientParameters = { readonly [name: string]: string };

export type CredentialsIssuer = {
  /**
   * Issues new credentials for each call, with which a browser may stream one liveness check, and do nothing else. They
   * are valid for 15 minutes and never shared between people.
   */
  readonly issue: (call: VendorCall) => TaskEither<Unavailable, ClientParameters>;
};
