import type { MachineCaller } from '../../access/caller.ts';
import { type DomainError, invalid } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Json, LedgerEntry } from '../../ledger/entry.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Command } from '../../profile/commands.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type EntryNeeds, entryOf } from '../once/entry-of.ts';
import { idIn, type Repeatable } from '../once/operation.ts';
import { changeProfile } from '../running/change-profile.ts';

/** Appends a partner's own event to the ledger; it never changes the status. */
export type AppendVerificationEvent = (
  input: {
    readonly caller: MachineCaller;
    readonly id: ProfileId;
    readonly type: string;
    readonly occurredAt: string | null;
    readonly outcome: string | null;
    readonly data: { readonly [key: string]: Json };
    readonly expectedVersion: number | null;
  } & Repeatable,
) => TaskEither<DomainError, LedgerEntry>;

type Input = Parameters<AppendVerificationEvent>[0];

const commandOf = (id: string, { caller, type, occurredAt, outcome, data }: Input): Command => ({
  id,
  actor: actorOf(caller),
  action: { type: 'append', event: type, occurredAt, data: outcome === null ? { data } : { outcome, data } },
});

/**
 * Whether a time has the form in which the ledger writes it: ISO 8601 UTC with milliseconds and a year of four digits.
 */
const isPoint = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

export const appendVerificationEvent =
  (needs: EntryNeeds & { readonly ids: Ids }): AppendVerificationEvent =>
  (input) => {
    if (input.occurredAt !== null && !isPoint(input.occurredAt)) {
      return TE.left(invalid([{ pointer: '/occurred_at', message: 'not a time of ours' }]));
    }
    const command = commandOf(idIn(needs.ids, input, 'command'), input);
    return pipe(
      changeProfile(needs, { ...input, purpose: 'write', repeats: command.id, plan: () => E.right([command]) }),
      TE.flatMap((changed) => entryOf(needs, changed)),
    );
  };
