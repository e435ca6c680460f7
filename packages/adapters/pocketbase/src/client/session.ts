import { decode, E, type Either, t, type Unavailable, unavailable } from '@portcullis/domain';
import type PocketBase from 'pocketbase';
import { failureOf } from './failure.ts';

/** The account of the database's superuser. */
export type Credentials = { readonly email: string; readonly password: string };

/** The SDK answers an empty token, and no error, when something else than PocketBase answers the login. */
const LoggedIn = t.type({ token: t.refinement(t.string, (token) => token !== '', 'a token') });

type Session = {
  /** Makes sure of a token and answers it; callers at the same time share one login. */
  readonly enter: () => Promise<Either<Unavailable, string>>;
  /** A new token in place of one that was refused, unless another caller has already renewed it. */
  readonly renew: (refused: string) => Promise<Either<Unavailable, string>>;
};

/** One login at a time, however many ask for it. */
export const sessionOf = (pb: PocketBase, { email, password }: Credentials, deadlineMs: number): Session => {
  let entering: Promise<Either<Unavailable, string>> | null = null;

  const logIn = async (): Promise<Either<Unavailable, string>> => {
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await pb.collection('_superusers').authWithPassword(email, password, { signal });
      const known = decode(LoggedIn, answer);
      if (E.isRight(known)) return E.right(known.right.token);
      return E.left(unavailable('database', 'the login was not answered by PocketBase', 'invalid_response'));
    } catch (cause) {
      if (signal.aborted) return E.left(unavailable('database', `no login within ${deadlineMs} ms`, 'timeout'));
      const failure = failureOf('database', cause);
      if (failure._tag === 'Unavailable') return E.left(failure);
      return E.left(unavailable('database', 'PocketBase refuses the superuser account', 'rejected'));
    }
  };

  const enter: Session['enter'] = async () => {
    if (pb.authStore.token !== '') return E.right(pb.authStore.token);
    entering ??= logIn().finally(() => {
      entering = null;
    });
    return entering;
  };

  return {
    enter,
    renew: (refused) => {
      if (pb.authStore.token === refused) pb.authStore.clear();
      return enter();
    },
  };
};
