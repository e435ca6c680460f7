import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed } from '../command/command-result.ts';
import { isHttpUrl } from '../command/values.ts';
import { isDemoFailure } from '../demo/failure.ts';
import { runningSandbox } from '../demo/find-sandbox.ts';
import type { SandboxAccess } from '../demo/play.ts';

/** The address of a Portcullis, without a slash at its end, and the credentials of a client of a partner. */
export type ApiAccess = SandboxAccess;

/** The needs of the commands over the API. */
export const accessNeeds =
  'The API and the client are those of PORTCULLIS_URL, PORTCULLIS_CLIENT_ID and PORTCULLIS_CLIENT_SECRET, and without these variables those of the sandbox that runs in SANDBOX_DIR or .sandbox, or else of the service on this machine with JWT_CLIENT_ID and JWT_CLIENT_SECRET.';

const variables = ['PORTCULLIS_URL', 'PORTCULLIS_CLIENT_ID', 'PORTCULLIS_CLIENT_SECRET'] as const;

/** The service on this machine, with the client that `init` made in the `.env` of both. */
const ownService = (env: Environment): ApiAccess | null => {
  const { JWT_CLIENT_ID: clientId, JWT_CLIENT_SECRET: clientSecret, PORT: port } = env;
  return clientId && clientSecret ? { baseUrl: `http://127.0.0.1:${port || 8000}`, clientId, clientSecret } : null;
};

const localAccess = async (env: Environment): Promise<Either<CommandResult, ApiAccess>> => {
  const folder = env['SANDBOX_DIR'] || '.sandbox';
  try {
    const access = (await runningSandbox(folder)) ?? ownService(env);
    if (access !== null) return E.right(access);
    return failed(
      1,
      `No sandbox runs in ${folder}. Start one with npm run sandbox, or set ${variables.join(', ').replace(/, (?=\w+$)/, ' and ')}.`,
    );
  } catch (cause) {
    if (isDemoFailure(cause)) return failed(1, cause.message);
    throw cause;
  }
};

/** Reads which API is meant, and as which client. A value is never repeated: one of them is a secret. */
export const readAccess = async (env: Environment): Promise<Either<CommandResult, ApiAccess>> => {
  const [url = '', clientId = '', clientSecret = ''] = variables.map((name) => env[name]?.trim());
  const missing = variables.filter((name) => (env[name]?.trim() ?? '') === '');
  if (missing.length === variables.length) return localAccess(env);
  if (missing.length > 0)
    return failed(78, ...missing.map((name) => `${name} is missing; the three variables go together.`));
  if (!isHttpUrl(url))
    return failed(
      78,
      'PORTCULLIS_URL must be an http or https address without credentials, such as https://example.org.',
    );
  return E.right({ baseUrl: url.replace(/\/+$/, ''), clientId, clientSecret });
};
