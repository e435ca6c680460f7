import type { Session } from './client.ts';
import { statement } from './statement.ts';

/** Undoes a transaction, whose connection may be gone with it. */
const rollBack = (session: Session): Promise<unknown> => session.run({ text: 'rollback', values: [] });

/**
 * Executes some work in a transaction. It is undone where the work says so, or fails: then the failure is what counts,
 * whatever comes of the rollback.
 */
export const inTransaction = async <A>(
  session: Session,
  work: () => Promise<A>,
  isDone: (answer: A) => boolean,
): Promise<A> => {
  await session.begin();
  let answer: A;
  try {
    answer = await work();
  } catch (cause) {
    await rollBack(session).catch(() => undefined);
    throw cause;
  }
  if (isDone(answer)) await session.run(statement('commit'));
  else await rollBack(session);
  return answer;
};
