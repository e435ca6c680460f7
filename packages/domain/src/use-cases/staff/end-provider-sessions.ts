import type { Invalid, Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';
import type { RequestTrace } from '../../kernel/principal.ts';
import type { StaffLogout, StaffSignInCause } from '../../ports/providers/staff-provider.ts';
import type { ListedSession, StaffSessions } from '../../ports/stores/staff-sessions.ts';
import { isoNow } from '../access/change-profile.ts';
import { useCase } from '../input/use-case.ts';
import { endSessionsWhere } from './end-sessions.ts';
import { noProvider, type ProviderDeps, providerSessionOf, staffIdOf } from './sign-in-at-provider.ts';

/**
 * Ends the sessions of a member of staff who has signed out at the provider. Answers whether its word was taken, which
 * it is once. A cause of a refusal goes to the operator alone.
 */
export type EndProviderSessions = (given: {
  readonly token: string;
  readonly request: RequestTrace | null;
}) => TaskEither<Invalid | Unavailable, boolean>;

type Deps = Pick<ProviderDeps, 'staffProvider' | 'tokenStates' | 'clock' | 'onStaffSignInRefused'> & {
  readonly staffSessions: Pick<StaffSessions, 'page' | 'end'>;
};

/** A named session of a subject also ends the subject's sessions that belong to no known session there. */
const isMeant = ({ issuer, session, subject }: StaffLogout): ((listed: ListedSession) => boolean) => {
  const staffId = subject === null ? null : staffIdOf({ issuer, subject });
  const there = session === null ? null : providerSessionOf(issuer, session);
  return (listed) => {
    if (staffId !== null && listed.staffId !== staffId) return false;
    const known = listed.session?.providerSession;
    return there === null || known === there || (known === undefined && staffId !== null);
  };
};

export const endProviderSessions = useCase(
  'endProviderSessions',
  ['tokenStates', 'clock', 'onStaffSignInRefused', 'staffSessions'],
  (deps: Deps): EndProviderSessions =>
    ({ request, token }) =>
    async () => {
      const { clock, onStaffSignInRefused, staffProvider, tokenStates } = deps;
      const refuse = (cause: StaffSignInCause) => {
        onStaffSignInRefused(cause, request);
        return E.right(false);
      };
      if (staffProvider === null) return E.left(noProvider);
      const read = await staffProvider.readLogout(token)();
      if (E.isLeft(read)) return read.left._tag === 'Unavailable' ? E.left(read.left) : refuse(read.left.cause);
      const { endsAt, id, issuer } = read.right;
      const used = { id: canonicalDigest({ staff_logout: [issuer, id] }), expiresAt: endsAt };
      const use = await tokenStates.useAssertion(used, isoNow(clock))();
      if (E.isLeft(use)) return use;
      if (use.right === 'repeated') return refuse('logout_used');
      const ended = await endSessionsWhere(deps, isMeant(read.right))();
      return E.isLeft(ended) ? ended : E.right(true);
    },
);
