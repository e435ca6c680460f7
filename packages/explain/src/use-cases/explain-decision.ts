import {
  type LedgerReader,
  type MachinePrincipal,
  type NotFound,
  notFound,
  type PolicyStore,
  type Profile,
  type ProfileId,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { useCase } from '@portcullis/domain/input';
import type { Invalid, StaffPrincipal } from '@portcullis/domain/kernel';
import type { RecordedDecision } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { entriesOf, findPolicy, profileFor } from '@portcullis/domain/use-cases';
import { explain } from '../explanation/explain.ts';
import type { Explanation } from '../explanation/explanation.ts';

/**
 * Explains a decision of a profile: the newest one, or the one in the ledger entry `seq`. A profile without a decision
 * and an entry that holds none are `NotFound`, too. It only reads, and explains the stored state: later due changes are
 * not applied.
 */
export type ExplainDecision = (input: {
  readonly caller: MachinePrincipal | StaffPrincipal;
  readonly id: ProfileId;
  readonly seq: number | null;
}) => TaskEither<Invalid | NotFound | Unavailable, Explanation>;

type Deps = { readonly profiles: ProfileStore; readonly ledgerReader: LedgerReader; readonly policies: PolicyStore };

const decisionIn = (
  deps: Deps,
  profile: Profile,
  asked: number | null,
): TaskEither<NotFound | Unavailable, RecordedDecision> => {
  const seq = asked ?? profile.decision?.seq;
  if (seq === undefined) return TE.left(notFound);
  return pipe(
    entriesOf(deps, profile, { afterSeq: seq - 1, limit: 1 }),
    TE.flatMap(([entry]) => {
      const recorded = entry?.seq === seq ? recordedDecision(entry) : null;
      return recorded ? TE.right(recorded) : TE.left(notFound);
    }),
  );
};

export const explainDecision = useCase(
  'explainDecision',
  ['profiles', 'ledgerReader', 'policies'],
  (deps: Deps): ExplainDecision =>
    ({ caller, id, seq }) =>
      pipe(
        TE.Do,
        TE.bindW('profile', () => profileFor(deps, caller, id)),
        TE.bindW('recorded', ({ profile }) => decisionIn(deps, profile, seq)),
        TE.bindW('policy', ({ recorded }) => findPolicy(deps.policies, recorded.policy)),
        TE.map(({ policy, profile, recorded }) => explain(policy, profile, recorded)),
      ),
);
