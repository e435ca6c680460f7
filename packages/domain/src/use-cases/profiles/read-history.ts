import type { Invalid, NotFound, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { MachinePrincipal, StaffPrincipal } from '../../kernel/principal.ts';
import type { EntryKind } from '../../ledger/entry.ts';
import type { EntryPage, HistoryReader } from '../../ports/stores/ledger-reader.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import { historyOf, profileFor } from '../access/records.ts';
import { useCase } from '../access/use-case.ts';

/** Reads the entries of one kind after `afterSeq`, in order. One that is damaged is left out, and named. */
export type ReadHistory = (input: {
  readonly caller: MachinePrincipal | StaffPrincipal;
  readonly id: ProfileId;
  readonly kind: EntryKind;
  readonly afterSeq: number;
  readonly limit: number;
}) => TaskEither<Invalid | NotFound | Unavailable, EntryPage>;

type Deps = { readonly profiles: ProfileStore; readonly ledgerReader: HistoryReader };

export const readHistory = useCase('readHistory', ['profiles', 'ledgerReader'], (deps: Deps): ReadHistory => {
  return ({ caller, id, kind, afterSeq, limit }) =>
    pipe(
      profileFor(deps, caller, id),
      TE.flatMap((profile) => historyOf(deps, profile, { kind, afterSeq, limit })),
    );
});
