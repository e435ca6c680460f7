/** A failure that is told to the person at the terminal in one sentence, without a stack. */
export const demoFailure = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'DemoFailure' });

/** Whether this was foreseen; anything else is a fault of the program and keeps its stack. */
export const isDemoFailure = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'DemoFailure';

/** The system's code of a failure (`ECONNREFUSED`, `ENOENT`), also where fetch hides it in a cause. */
export const systemCode = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return null;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  if (thrown instanceof AggregateError) return systemCode(thrown.errors[0]);
  return systemCode(thrown.cause);
};
