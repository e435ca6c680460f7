import type { Caller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { BrowserCredentials } from '../ports/browser-credentials.ts';

/** Credentials for streaming one liveness check: only with consent and an open session, and only a few times an attempt. */
export type IssueBrowserCredentials = (input: {
  readonly caller: Caller;
  readonly profileId: ProfileId;
}) => TaskEither<DomainError, BrowserCredentials & { readonly serverTime: string }>;
