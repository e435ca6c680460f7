import { pipe, TE } from '@portcullis/domain';
import type { Scope, TokenPrincipal } from '@portcullis/domain/kernel';
import type { VerifyToken } from '#domain/use-cases/tokens/verify-token';
import { aPerson, aService, partner, type Service } from '../services/memory-service.ts';
import { multipartType } from './multipart.ts';
import { openServer, type TestResponse, type TestServer } from './server.ts';
import { stubServices } from './stub-services.ts';

type Sent = {
  readonly token?: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly multipart?: Uint8Array;
};

/** The API over the use cases in memory, with one profile that a partner has created. */
export type MemoryServer = {
  readonly server: TestServer;
  readonly service: Service;
  readonly id: string;
  /** The person's token, which `send` takes unless it is given another one. */
  readonly flow: string;
  readonly send: (method: string, path: string, sent?: Sent) => Promise<TestResponse>;
};

const scopesOf = (token: string): readonly Scope[] =>
  partner.scopes.filter((scope) => token.split('/').includes(scope.replace(':', '.')));

/** A machine token with these scopes alone. The service in memory would issue tokens that say nothing. */
export const machineToken = (...scopes: readonly Scope[]): string =>
  scopes.map((scope) => scope.replace(':', '.')).join('/');

const headersOf = ({ json, key, multipart, token }: Sent) => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(key !== undefined && { 'idempotency-key': key }),
  ...(json !== undefined && { 'content-type': 'application/json' }),
  ...(multipart !== undefined && { 'content-type': multipartType }),
});

/** Opens the API over `service`, and other services if there are any, for one new profile. */
export const openMemoryServer = async (
  service: Service = aService(),
  others: Parameters<typeof stubServices>[0] = {},
): Promise<MemoryServer> => {
  const machines = new Map<string, TokenPrincipal>();
  const verifyToken: VerifyToken = (token) => {
    const scopes = scopesOf(token);
    if (scopes.length === 0)
      return pipe(
        service.tokens.verify(token),
        TE.map(({ principal }) => principal),
      );
    // A request is recognized by its caller, so that one token always is one caller.
    const machine = machines.get(token) ?? { ...partner, scopes, behindReviews: [] };
    machines.set(token, machine);
    return TE.right(machine);
  };
  const server = await openServer({
    services: stubServices({
      verifyToken,
      authorizeProfile: service.authorizeProfile,
      createProfile: service.create,
      getProfile: service.get,
      updateProfile: service.update,
      analyzeDocument: service.analyze,
      openLivenessSession: service.openSession,
      readLivenessResult: service.readResult,
      issueBrowserCredentials: service.issueCredentials,
      submitLivenessCapture: service.submitCapture,
      postStatusEvent: service.post,
      appendVerificationEvent: service.append,
      readHistory: service.history,
      readFile: service.read,
      ...others,
    }),
  });
  const { id, token } = await aPerson(service);
  return {
    server,
    service,
    id,
    flow: token,
    send: (method, path, sent = {}) =>
      server.send({
        method,
        path,
        headers: headersOf({ token, ...sent }),
        ...(sent.json !== undefined && { body: JSON.stringify(sent.json) }),
        ...(sent.multipart !== undefined && { body: sent.multipart }),
      }),
  };
};
