import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type WaitOptions, waitForAnswer } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { unexpectedRejection } from '../client/failure.ts';

/** The SDK accepts a web page as a response, so the code in the body decides. */
const Healthy = t.type({ code: t.literal(200) });

const checkHealth = (client: PocketbaseClient): TaskEither<Unavailable, void> =>
  pipe(
    client.callAnonymously(Healthy, (pb, options) => pb.health.check(options)),
    TE.mapLeft((failure) => (failure._tag === 'Rejected' ? unexpectedRejection('database', failure) : failure)),
    TE.map(() => undefined),
  );

/** Checks the health of the database until it is healthy. Returns the last failure when the time is over. */
export const waitForDatabase = (client: PocketbaseClient, options: WaitOptions = {}): TaskEither<Unavailable, void> =>
  waitForAnswer(checkHealth(client), options);
