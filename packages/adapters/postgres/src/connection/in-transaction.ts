import type { Session } from './client.ts';

/**
 * Executes some work in a transaction. It is undone where the work says so, or fails: then the failure is what counts,
 * whatever comes of the rollback. The end of a transaction has no name that a server could miss, and a commit that was
 * not executed is undone as well: the next transaction of the connection would fail.
 */
export const inTransaction = async <A>(
  session: Session,
  work: () => Promise<A>,
  isDone: (answer: A) => boolean,
): Promise<A> => {
  await session.begin();
  try {
    const answer = await work();
    await session.run({ text: isDone(answer) ? 'commit' : 'rollback', values: [] });
    return answer;
  } catch (cause) {
    await session.run({ text: 'rollback', values: [] }).catch(() => undefined);
    throw cause;
  }
};
