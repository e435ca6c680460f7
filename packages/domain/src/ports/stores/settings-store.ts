import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Json } from '../../ledger/entry.ts';

/** Reads free-form values for the partner's own application, which the operator sets. */
export type SettingsStore = { readonly app: () => TaskEither<Unavailable, { readonly [key: string]: Json }> };
