import { type Diagnosis, E, type Either, type Unavailable } from '@portcullis/domain';
import { type OutageCause, outageCauseOf } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { genericGrantRequest } from 'openid-client';
import { configurationFor, type DiscoveredProvider, type OpenidClient } from './discovered-provider.ts';
import { failureFrom, service } from './provider-errors.ts';

type FindingResult = Omit<DiagnosisFinding, 'subject'>;

const provider = 'OpenID Connect provider';
const account = 'OpenID Connect client';

const found: FindingResult = {
  verdict: 'ok',
  found: 'The provider describes itself as STAFF_OPENID_ISSUER.',
  remedy: null,
};

const notReached: { readonly [Cause in OutageCause]?: string } = {
  dns_failed: 'The name in STAFF_OPENID_ISSUER is not known here. Look at it, and at the resolver of this machine.',
  tls_failed: 'Look at the certificate of the provider; add that of a gateway to NODE_EXTRA_CA_CERTS.',
};

const notFound = (outage: Unavailable): FindingResult => ({
  verdict: 'wrong',
  found: `The provider was not found (${outageCauseOf(outage)}): nobody of the staff can sign in.`,
  remedy:
    notReached[outageCauseOf(outage)] ??
    'STAFF_OPENID_ISSUER must be the issuer exactly as the provider names it, with /.well-known/openid-configuration below it, and this machine must get out to it.',
});

const noPkce: FindingResult = {
  verdict: 'warning',
  found: 'The provider does not say that it takes PKCE with S256, which is sent all the same.',
  remedy: 'Turn PKCE on for the client at the provider.',
};

const accepted: FindingResult = {
  verdict: 'ok',
  found: 'The provider takes STAFF_OPENID_CLIENT_ID and STAFF_OPENID_CLIENT_SECRET.',
  remedy: null,
};

const refused: FindingResult = {
  verdict: 'wrong',
  found: 'The provider does not take STAFF_OPENID_CLIENT_ID and STAFF_OPENID_CLIENT_SECRET.',
  remedy:
    'Set both to those of a confidential client with the authorization code flow and the redirect URI /console/callback.',
};

const notDetermined: FindingResult = {
  verdict: 'unknown',
  found: 'The provider did not say whether it takes the client.',
  remedy: 'Sign in at the console once, and look for staff_sign_in_refused in the log.',
};

/** Asks for a token with a code that nobody has issued: a client that gets this error has the right id and secret. */
const tryAccount = async (options: OpenidClient, { metadata, vendorClient }: DiscoveredProvider) => {
  const tried = await vendorClient.call({ service, operation: 'client_check' }, (call) => async () => {
    const configuration = configurationFor(metadata, options, call);
    const request = { code: 'none', redirect_uri: 'https://localhost/', code_verifier: 'none'.repeat(11) };
    try {
      return E.right(await genericGrantRequest(configuration, 'authorization_code', request));
    } catch (thrown) {
      return E.left(failureFrom(thrown, true));
    }
  })();
  if (E.isRight(tried) || tried.left._tag === 'Unavailable') return notDetermined;
  if (tried.left.cause === 'code_refused') return accepted;
  return tried.left.cause === 'client_refused' ? refused : notDetermined;
};

const takesPkce = ({ metadata }: DiscoveredProvider): boolean =>
  metadata.code_challenge_methods_supported?.includes('S256') === true;

/** Examines what staff need of the provider in order to sign in. Nobody is signed in. */
export const openidDiagnosis =
  (options: OpenidClient, find: () => Promise<Either<Unavailable, DiscoveredProvider>>): Diagnosis =>
  () =>
  async () => {
    const discovered = await find();
    if (E.isLeft(discovered)) return E.right([{ subject: provider, ...notFound(discovered.left) }]);
    return E.right([
      { subject: provider, ...found },
      ...(takesPkce(discovered.right) ? [] : [{ subject: `${provider}, PKCE`, ...noPkce }]),
      { subject: account, ...(await tryAccount(options, discovered.right)) },
    ]);
  };
