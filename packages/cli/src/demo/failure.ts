/** An expected failure, which is printed to the user in one sentence without a stack. */
export const demoFailure = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'DemoFailure' });

/** Whether this is an expected failure; anything else is a bug and keeps its stack. */
export const isDemoFailure = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'DemoFailure';

/** The system's code of a failure (`ECONNREFUSED`, `ENOENT`), also where fetch puts it into a cause. */
export const systemCode = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return null;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  if (thrown instanceof AggregateError) return systemCode(thrown.errors[0]);
  return systemCode(thrown.cause);
};
