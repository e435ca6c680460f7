/** An expected failure, which is printed to the user in one sentence without a stack. */
export const demoFailure = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'DemoFailure' });

/** Whether this is an expected failure; anything else is a bug and keeps its stack. */
export const isDemoFailure = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'DemoFailure';

const connectionFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'the host name is not known',
  UND_ERR_HEADERS_TIMEOUT: 'it took too long',
};

/** Why `fetch` has no answer, in words. Its own refusal, as of a port that no browser uses, has no code. */
export const connectionFailure = (thrown: unknown): string => {
  const code = systemCode(thrown);
  if (code !== null) return connectionFailures[code] ?? code;
  if (!(thrown instanceof Error)) return 'no answer';
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
};

/** The system's code of a failure (`ECONNREFUSED`, `ENOENT`), also where fetch puts it into a cause. */
export const systemCode = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return null;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  if (thrown instanceof AggregateError) return systemCode(thrown.errors[0]);
  return systemCode(thrown.cause);
};
