/** The file beside which a command is started. */
const envFile = '.env';

const codeOf = (cause: unknown): unknown => (cause instanceof Error ? Reflect.get(cause, 'code') : undefined);

/**
 * Reads `.env` of the current folder into the environment of this process, if there is one, in the format of Node's
 * `--env-file`. A variable that is set already stays as it is, also an empty one. Answers `null`, or what is wrong in a
 * sentence that repeats nothing of the file.
 */
export const loadEnvFile = (): string | null => {
  try {
    process.loadEnvFile(envFile);
    return null;
  } catch (cause) {
    const code = codeOf(cause);
    return code === 'ENOENT' ? null : `The file ${envFile} cannot be read (${code ?? 'of another kind'}).`;
  }
};
