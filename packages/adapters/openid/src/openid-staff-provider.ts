import {
  type StaffClaims,
  type StaffProvider,
  type StaffSignInRefused,
  signInTransactionSeconds,
  staffSignInRefused,
  wholePartner,
} from '@portcullis/backoffice/ports';
import { type Diagnosis, E, type Either, pipe } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import {
  type ClientFor,
  configurationFor,
  configurationOf,
  discoverProvider,
  type OpenidClient,
  toleratedSeconds,
} from './discovered-provider.ts';
import { logoutTokenReader } from './logout-token.ts';
import { openidDiagnosis } from './openid-diagnosis.ts';
import { failureFrom, service } from './provider-errors.ts';
import { transactionSeal } from './sealed-transaction.ts';
import { mayBeOfType } from './token-type.ts';

export type OpenidOptions = OpenidClient & {
  /** The names of the claims of the ID token that have the roles, the partner and the team; `*` asks for no team. */
  readonly claims: { readonly roles: string; readonly partner: string; readonly team: string };
  /** The secret under which transactions are sealed. */
  readonly secret: string;
  readonly clientFor: ClientFor;
  readonly clock: Clock;
};

/** The provider for its owner, who may examine and close it. */
export type OpenidStaffProvider = StaffProvider & {
  readonly diagnosis: Diagnosis;
  /** Ends all calls to the provider, because the service stops. */
  readonly close: () => Promise<void>;
};

const Text = t.union([t.string, t.undefined, t.null]);
/** Some providers write one role as a text and several as a list. */
const Roles = t.union([t.readonlyArray(t.string), t.string, t.undefined, t.null]);
const Claims = t.type({
  iss: t.string,
  sub: t.string,
  sid: Text,
  name: Text,
  roles: Roles,
  partner: Text,
  team: Text,
});

const readClaims = (
  token: { readonly [claim: string]: unknown },
  { partner, roles, team }: OpenidOptions['claims'],
): Either<StaffSignInRefused, StaffClaims> => {
  const { iss, name, preferred_username: username, sid, sub } = token;
  const decoded = decode(Claims, {
    iss,
    sub,
    sid,
    name: name ?? username,
    roles: token[roles],
    partner: token[partner],
    team: team === wholePartner ? wholePartner : token[team],
  });
  if (E.isLeft(decoded)) return E.left(staffSignInRefused('claims_malformed'));
  const read = decoded.right;
  return E.right({
    issuer: read.iss,
    subject: read.sub,
    session: read.sid || null,
    name: read.name ?? null,
    roles: typeof read.roles === 'string' ? [read.roles] : (read.roles ?? []),
    partnerId: read.partner ?? null,
    teamId: read.team ?? null,
  });
};

/**
 * Checks what the library leaves: a token that another client has asked for says so (`azp`, OpenID Connect Core 1.0
 * section 3.1.3.7), and one of this sign-in was issued after it began and before now.
 */
const isOfSignIn = (
  { azp, iat }: { readonly [claim: string]: unknown },
  { clientId }: OpenidClient,
  endsAt: number,
  now: number,
): boolean => {
  const issuedAt = typeof iat === 'number' ? iat * 1000 : Number.NaN;
  const earliest = endsAt - (signInTransactionSeconds + toleratedSeconds) * 1000;
  return (azp === undefined || azp === clientId) && issuedAt >= earliest && issuedAt <= now + toleratedSeconds * 1000;
};

/**
 * Signs staff in at an OpenID Connect provider, as a confidential client: by the authorization code flow (OpenID
 * Connect Core 1.0 section 3.1) with PKCE (RFC 7636, S256), state, nonce, and the issuer in the answer (RFC 9207) where
 * the provider says that it sends one. The signature of the ID token is verified, although it comes over TLS.
 */
export const openidStaffProvider = (options: OpenidOptions): OpenidStaffProvider => {
  const { claims, clientFor, clock, secret } = options;
  const { close, find } = discoverProvider(options, clientFor, clock);
  const { open, seal } = transactionSeal(secret);

  const begin: StaffProvider['begin'] = (redirectUri) => async () => {
    const found = await find();
    if (E.isLeft(found)) return found;
    const state = randomState();
    const nonce = randomNonce();
    const verifier = randomPKCECodeVerifier();
    const url = buildAuthorizationUrl(configurationOf(found.right.metadata, options), {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const endsAt = clock.now() + signInTransactionSeconds * 1000;
    return E.right({ url: url.href, transaction: seal({ state, nonce, verifier, endsAt }) });
  };

  const finish: StaffProvider['finish'] = (answer, transaction) => async () => {
    const opened = open(transaction, clock.now());
    if (opened === null) return E.left(staffSignInRefused('transaction_missing'));
    const found = await find();
    if (E.isLeft(found)) return found;
    const { metadata, vendorClient } = found.right;
    const { endsAt, nonce, state, verifier } = opened;
    return vendorClient.call({ service, operation: 'code_exchange' }, (call) => async () => {
      let hasAsked = false;
      const fetch: typeof call.fetch = (...request) => {
        hasAsked = true;
        return call.fetch(...request);
      };
      try {
        const configuration = configurationFor(metadata, options, { fetch });
        const tokens = await authorizationCodeGrant(configuration, new URL(answer), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims() ?? {};
        const isTyped = mayBeOfType(tokens.id_token ?? '');
        if (!isTyped || !isOfSignIn(token, options, endsAt, clock.now()))
          return E.left(staffSignInRefused('token_refused'));
        return pipe(
          readClaims(token, claims),
          E.map((read) => ({ claims: read, state, endsAt: new Date(endsAt).toISOString() })),
        );
      } catch (thrown) {
        return E.left(failureFrom(thrown, hasAsked));
      }
    })();
  };

  return {
    begin,
    finish,
    readLogout: logoutTokenReader(options, find, clock.now),
    close,
    diagnosis: openidDiagnosis(options, find),
  };
};
