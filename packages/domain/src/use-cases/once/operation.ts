import { idFrom } from '../../ledger/digest.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Profile } from '../../profile/profile.ts';

/**
 * The operation of a request that can be repeated. The ids of what it writes are derived from `id`, which is the same
 * for every attempt. `isRetry` means that an earlier attempt began to carry it out, so what it wrote may be there.
 */
export type Operation = { readonly id: string; readonly again: boolean };

/** Every use case that writes takes this. Without an operation a request is carried out as often as it comes. */
export type Repeatable = { readonly operation?: Operation | null };

/** The id of one thing that a request writes. */
export const idIn = (ids: Ids, { operation }: Repeatable, name: string): string =>
  operation ? idFrom(`${operation.id}/${name}`) : ids.id();

/** Finds where a profile says that a command was applied to it. */
export const appliedIn = ({ applied }: Profile, commandId: string): Profile['applied'][number] | null =>
  applied.find((done) => done.commandId === commandId) ?? null;
