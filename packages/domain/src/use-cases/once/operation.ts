import { idFrom } from '../../ledger/digest.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Profile } from '../../profile/profile.ts';

/**
 * What a request that can be repeated writes, it names after its operation: `id` is the same for every try of it.
 * `again`: an earlier try began to carry it out, and what it wrote may be there.
 */
export type Operation = { readonly id: string; readonly again: boolean };

/** What every use case that writes takes; without an operation a request is carried out as often as it comes. */
export type Repeatable = { readonly operation?: Operation | null };

/** The id of one thing that a request writes. */
export const idIn = (ids: Ids, { operation }: Repeatable, name: string): string =>
  operation ? idFrom(`${operation.id}/${name}`) : ids.id();

/** Where a profile says that a command was applied to it. */
export const appliedIn = ({ applied }: Profile, commandId: string): Profile['applied'][number] | null =>
  applied.find((done) => done.commandId === commandId) ?? null;
