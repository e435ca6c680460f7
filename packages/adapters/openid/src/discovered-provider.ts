import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { singleFlight } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import type { Fetch, OngoingCall, OwnedVendorClient } from '@portcullis/vendor-client';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { outageFrom, service } from './provider-errors.ts';

/** The account of this service at the provider. */
export type OpenidClient = {
  /** The address under which the provider describes itself (OpenID Connect Discovery 1.0 section 4). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Makes the client of one provider, which calls these origins and no other. */
export type ClientFor = (origins: readonly string[]) => OwnedVendorClient;

/** How long what the provider says of itself is believed, in milliseconds. Its keys are fetched with each sign-in. */
const metadataLifetimeMs = 3_600_000;

/** By how much the clock of the provider may differ, in seconds. */
export const toleratedSeconds = 30;

/** A provider that has described itself, and the client that calls all its endpoints. */
export type DiscoveredProvider = { readonly metadata: ServerMetadata; readonly vendorClient: OwnedVendorClient };

type Discovered = DiscoveredProvider & { readonly readAt: number };

const fetchOf =
  ({ fetch }: { readonly fetch: Fetch }): CustomFetch =>
  (url, { body, headers, method, signal }) =>
    fetch(url, { method, headers, body: body ?? null, signal: signal ?? null });

/** HTTP without TLS is for a provider on this machine, which the configuration has made sure of. */
const isPlain = ({ issuer }: OpenidClient): boolean => new URL(issuer).protocol === 'http:';

/** By the header where the provider takes it or says nothing (RFC 8414 section 2), and otherwise in the body. */
const authenticationAt = (
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: ServerMetadata,
  { clientSecret }: OpenidClient,
): ClientAuth =>
  methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);

/** The configuration for the library, where nothing is called. */
export const configurationOf = (metadata: ServerMetadata, client: OpenidClient): Configuration => {
  const authentication = authenticationAt(metadata, client);
  const configuration = new Configuration(
    metadata,
    client.clientId,
    { [clockTolerance]: toleratedSeconds },
    authentication,
  );
  if (isPlain(client)) allowInsecureRequests(configuration);
  return configuration;
};

/** The same for one call: with its own `fetch`, and so that the signature of an ID token is verified. */
export const configurationFor = (
  metadata: ServerMetadata,
  client: OpenidClient,
  call: Pick<OngoingCall, 'fetch'>,
): Configuration => {
  const configuration = configurationOf(metadata, client);
  configuration[customFetch] = fetchOf(call);
  enableNonRepudiationChecks(configuration);
  return configuration;
};

/** The origins of the endpoints that are used; `null` where one is missing, or is less guarded than the issuer. */
const originsOf = (metadata: ServerMetadata, { issuer }: OpenidClient): readonly string[] | null => {
  const { authorization_endpoint: authorization, jwks_uri: keys, token_endpoint: token } = metadata;
  const { hostname, protocol } = new URL(issuer);
  const origins = [token, keys, authorization].map((endpoint) => {
    const url = endpoint === undefined ? null : new URL(endpoint);
    const isGuarded = url?.protocol === 'https:' || (url?.protocol === protocol && url.hostname === hostname);
    return url !== null && isGuarded ? url.origin : null;
  });
  const known = origins.filter((origin) => origin !== null);
  return known.length === origins.length ? [...new Set(known.slice(0, 2))].sort() : null;
};

/** Reads what the provider says of itself. The library checks that it names the issuer that was asked for. */
const read =
  (client: OpenidClient, call: OngoingCall): TaskEither<Unavailable, ServerMetadata> =>
  async () => {
    try {
      const found = await discovery(new URL(client.issuer), client.clientId, undefined, undefined, {
        [customFetch]: fetchOf(call),
        ...(isPlain(client) && { execute: [allowInsecureRequests] }),
      });
      return E.right(found.serverMetadata());
    } catch (thrown) {
      return E.left(outageFrom(thrown));
    }
  };

/**
 * Finds the provider when it is needed first, and again when what was found has grown old. A failure is not kept: the
 * next sign-in asks again.
 */
export const discoverProvider = (client: OpenidClient, clientFor: ClientFor, clock: Clock) => {
  const discoverer = clientFor([new URL(client.issuer).origin]);
  const clients = new Map<string, OwnedVendorClient>();
  const joined = singleFlight<Unavailable, Discovered>();
  let found: Discovered | null = null;

  const clientOf = (origins: readonly string[]): OwnedVendorClient => {
    const name = origins.join(' ');
    const made = clients.get(name) ?? clientFor(origins);
    clients.set(name, made);
    return made;
  };

  const discover: TaskEither<Unavailable, Discovered> = async () => {
    const metadata = await discoverer.call({ service, operation: 'discovery' }, (call) => read(client, call))();
    if (E.isLeft(metadata)) return metadata;
    const origins = originsOf(metadata.right, client);
    if (origins === null)
      return E.left(unavailable(service, new Error('an endpoint is missing or not guarded'), 'invalid_response'));
    found = { metadata: metadata.right, vendorClient: clientOf(origins), readAt: clock.now() };
    return E.right(found);
  };

  return {
    find: async (): Promise<Either<Unavailable, DiscoveredProvider>> =>
      found !== null && Math.abs(clock.now() - found.readAt) < metadataLifetimeMs
        ? E.right(found)
        : joined('discovery', discover)(),
    close: async (): Promise<void> => {
      await Promise.all([discoverer, ...clients.values()].map((each) => each.close()));
    },
  };
};
