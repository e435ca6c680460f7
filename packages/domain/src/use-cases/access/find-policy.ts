import { isOfOneRecord, type Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';

/** The document under a name, or `null` where there is none any more, or another one than was added. */
export const findPolicy = (policies: PolicyStore, ref: PolicyRef): TaskEither<Unavailable, Policy | null> =>
  pipe(
    policies.get(ref),
    TE.map((policy): Policy | null => policy),
    TE.orElse((error) => (error._tag === 'NotFound' || isOfOneRecord(error) ? TE.right(null) : TE.left(error))),
  );
