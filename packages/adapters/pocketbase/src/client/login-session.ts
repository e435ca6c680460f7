import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, singleFlight, t, withOutageCause } from '@portcullis/domain/kernel';
import type PocketBase from 'pocketbase';
import { failureOf, unexpectedRejection } from './failure.ts';

/** The account of the database's superuser. */
export type Credentials = { readonly email: string; readonly password: string };

/** When something other than PocketBase answers the login, the SDK returns an empty token and no error. */
const LoggedIn = t.type({ token: t.refinement(t.string, (token) => token !== '', 'a token') });

type LoginSession = {
  /** Ensures that there is a token and returns it. Concurrent callers share one login. */
  readonly ensureToken: () => Promise<Either<Unavailable, string>>;
  /** Replaces a token that was rejected, unless another caller has already replaced it. */
  readonly renewToken: (rejected: string) => Promise<Either<Unavailable, string>>;
};

/** Manages the login. At most one login runs at a time. */
export const loginSession = (pb: PocketBase, { email, password }: Credentials, deadlineMs: number): LoginSession => {
  const shareLogin = singleFlight<Unavailable, string>();

  const logIn = async (): Promise<Either<Unavailable, string>> => {
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await pb.collection('_superusers').authWithPassword(email, password, { signal });
      const decoded = decode(LoggedIn, answer);
      if (E.isRight(decoded)) return E.right(decoded.right.token);
      const foreign = unavailable('database', 'the login was not answered by PocketBase', 'invalid_response');
      return E.left(withOutageCause(foreign, 'bad_answer'));
    } catch (cause) {
      const late = unavailable('database', `no login within ${deadlineMs} ms`, 'timeout');
      if (signal.aborted) return E.left(withOutageCause(late, 'timeout'));
      const failure = failureOf('database', cause);
      if (failure._tag === 'Unavailable') return E.left(failure);
      // PocketBase refuses an account with 400. With 404 it says that it has no accounts under this path.
      if (failure.status !== 400) return E.left(unexpectedRejection('database', failure, 'bad_answer'));
      const refused = unavailable('database', 'PocketBase refuses the superuser account', 'rejected');
      return E.left(withOutageCause(refused, 'login_refused'));
    }
  };

  const ensureToken: LoginSession['ensureToken'] = async () => {
    if (pb.authStore.token !== '') return E.right(pb.authStore.token);
    return shareLogin('login', logIn)();
  };

  return {
    ensureToken,
    renewToken: (rejected) => {
      if (pb.authStore.token === rejected) pb.authStore.clear();
      return ensureToken();
    },
  };
};
