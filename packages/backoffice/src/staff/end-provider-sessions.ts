import { E, type Invalid, type RequestTrace, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import type { TokenStateStore } from '@portcullis/domain/ports';
import { useCase } from '../access/use-case.ts';
import type { StaffLogout } from '../ports/staff-provider.ts';
import type { ListedSession, StaffSessions } from '../ports/staff-sessions.ts';
import { endSessionsWhere } from './end-sessions.ts';
import { type AtProvider, rememberLogout } from './provider-logouts.ts';
import { noProvider, type ProviderDeps, providerSessionOf, staffIdOf } from './sign-in-at-provider.ts';

/**
 * Ends the sessions of a member of staff who has signed out at the provider. Answers whether its word was taken; the
 * cause of a refusal goes to the operator alone. The same word again ends what it ended, and nothing that began since.
 */
export type EndProviderSessions = (given: {
  readonly token: string;
  readonly request: RequestTrace | null;
}) => TaskEither<Invalid | Unavailable, boolean>;

type Deps = Pick<ProviderDeps, 'staffProvider' | 'clock' | 'onStaffSignInRefused'> & {
  readonly staffSessions: Pick<StaffSessions, 'page' | 'end'>;
  readonly tokenStates: Pick<TokenStateStore, 'revoke'>;
};

/** By how much the clock of the provider may differ, in milliseconds. */
const toleratedMs = 30_000;

/** A named session of a subject also ends the subject's sessions that belong to no known session there. */
const isMeant =
  ({ staffId, there }: AtProvider, { issuedAt }: StaffLogout): ((listed: ListedSession) => boolean) =>
  (listed) => {
    if (staffId !== null && listed.staffId !== staffId) return false;
    const { session } = listed;
    if (session !== null && Date.parse(session.createdAt) > Date.parse(issuedAt) + toleratedMs) return false;
    const known = session?.providerSession;
    return there === null || known === there || (known === undefined && staffId !== null);
  };

export const endProviderSessions = useCase(
  'endProviderSessions',
  ['tokenStates', 'clock', 'onStaffSignInRefused', 'staffSessions'],
  (deps: Deps): EndProviderSessions =>
    ({ request, token }) =>
    async () => {
      const { onStaffSignInRefused, staffProvider } = deps;
      if (staffProvider === null) return E.left(noProvider);
      const read = await staffProvider.readLogout(token)();
      if (E.isLeft(read)) {
        if (read.left._tag === 'Unavailable') return E.left(read.left);
        onStaffSignInRefused(read.left.cause, request);
        return E.right(false);
      }
      const { id, issuer, session, subject } = read.right;
      const of = {
        staffId: subject === null ? null : staffIdOf({ issuer, subject }),
        there: session === null ? null : providerSessionOf(issuer, session),
      };
      const remembered = await rememberLogout(deps, of, id)();
      if (E.isLeft(remembered)) return remembered;
      const ended = await endSessionsWhere(deps, isMeant(of, read.right))();
      return E.isLeft(ended) ? ended : E.right(true);
    },
);
