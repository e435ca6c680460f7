import { type DomainError, invalid } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { MachinePrincipal } from '../../kernel/principal.ts';
import type { Json, LedgerEntry } from '../../ledger/entry.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { Command } from '../../profile/commands.ts';
import type { FromSnapshot } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { type IdempotentRequest, operationId } from '../access/operation.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { newChangeQueue } from './change-queue.ts';
import { type EntryDeps, entryOfChange } from './entry-of-change.ts';

/**
 * Appends a partner's own event to the ledger, `partner.*`; it never changes the status. The time at which the partner
 * says that it occurred is data of the entry: the entry has the time at which it was written.
 */
export type AppendVerificationEvent = (
  input: {
    readonly caller: MachinePrincipal;
    readonly id: ProfileId;
    readonly type: string;
    readonly occurredAt: string | null;
    readonly outcome: string | null;
    readonly data: { readonly [key: string]: Json };
    readonly expectedVersion: number | null;
  } & FromSnapshot &
    IdempotentRequest,
) => TaskEither<DomainError, LedgerEntry>;

type Input = Parameters<AppendVerificationEvent>[0];

const commandOf = (id: string, { caller, type, occurredAt, outcome, data }: Input): Command => ({
  id,
  actor: actorOf(caller),
  action: {
    type: 'append',
    event: type,
    data: { ...(occurredAt !== null && { occurred_at: occurredAt }), ...(outcome !== null && { outcome }), data },
  },
});

/**
 * Whether a time has the form in which the ledger writes it: ISO 8601 UTC with milliseconds and a year of four digits.
 */
const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

export const appendVerificationEvent = useCase(
  'appendVerificationEvent',
  [...changePorts, 'ledgerReader', 'ids'],
  (deps: EntryDeps & { readonly ids: IdGenerator }): AppendVerificationEvent => {
    const change = newChangeQueue(deps);
    return (input) => {
      if (input.occurredAt !== null && !isTimestamp(input.occurredAt)) {
        return TE.left(invalid([{ pointer: '/occurred_at', message: 'not a time of ours' }]));
      }
      const command = commandOf(operationId(deps.ids, input, 'command'), input);
      return pipe(
        change({ ...input, purpose: 'write', commandId: command.id, plan: () => E.right([command]) }),
        TE.flatMap((changed) => entryOfChange(deps, changed)),
      );
    };
  },
);
