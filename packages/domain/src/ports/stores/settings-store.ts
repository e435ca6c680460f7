import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { Json } from '../../ledger/entry.ts';

/** Free-form values for the partner's own application, set by the operator. */
export type SettingsStore = { readonly app: () => TaskEither<Unavailable, { readonly [key: string]: Json }> };
