import { joseTokenService } from '@portcullis/adapter-jose';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { JoseTokenOptions } from '#adapters/jose/token-service';
import { fakeClock } from '../clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../run.ts';
import { rawToken } from './raw-token.ts';

/** The secret is shared with other programs that mint tokens. */
export const secret = 'shared with those who mint tokens elsewhere';
/** The time at which the services of these tests begin, in seconds since 1970. */
export const now = Date.parse('2026-05-01T00:00:00.000Z') / 1000;
/** Answers a token service and its clock. */
export const serviceWith = (more: Partial<JoseTokenOptions> = {}) => {
  const clock = fakeClock();
  const options = {
    secret,
    machineTtlSeconds: 600,
    flowTtlSeconds: 300,
    clock,
    ids: sequentialIds(),
    ...more,
  };
  return { clock, tokens: joseTokenService(options) };
};

/** Valid claims. */
export const machine = {
  iat: now,
  exp: now + 60,
  partner_id: 'acme',
  team_id: 'berlin',
  client_id: 'shop',
  scope: 'profiles:read',
};
export const flow = {
  exp: now + 60,
  token_use: 'flow',
  profile_id: 'abc000000000001',
  partner_id: 'acme',
  team_id: 'berlin',
  gen: 2,
  jti: 'j1',
};
/** Mints a token by hand from any header and claims, with a valid signature. */
export const minted = (header: object, payload: object): string =>
  rawToken({ header: JSON.stringify({ alg: 'HS256', ...header }), payload: JSON.stringify(payload), secret });
export const without = (claims: object, name: string): object =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

export const refusal = async (token: string, more: Partial<JoseTokenOptions> = {}): Promise<unknown> =>
  mustFail(serviceWith(more).tokens.verify(token));
export const acceptance = async (token: string, more: Partial<JoseTokenOptions> = {}): Promise<unknown> =>
  (await mustSucceed(serviceWith(more).tokens.verify(token))).principal;
export const refused = { _tag: 'InvalidToken', expired: false };
export const expired = { _tag: 'InvalidToken', expired: true };
