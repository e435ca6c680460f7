import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** The claims of somebody who has an account at the provider. */
export type ProviderAccount = { readonly [claim: string]: unknown };

/** An answer in place of the provider's own. */
export type Replaced = { readonly status?: number; readonly body: string; readonly type?: string };

/** An OpenID Connect provider on this machine. */
export type OpenidProvider = {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** Makes the console known here, which comes back at this address. */
  readonly register: (redirectUri: string) => void;
  /** Sets the account that signs in from now on. */
  readonly enter: (account: ProviderAccount) => void;
  /** Answers requests of this path otherwise from now on; `null` as it is. */
  readonly replace: (path: string, answer: Replaced | null) => void;
  /** How many requests a path has had. */
  readonly asked: (path: string) => number;
  /** Goes as a browser does from this address on, until it is led back to the client, and answers with that address. */
  readonly walk: (url: string) => Promise<URL>;
  readonly close: () => Promise<void>;
};

const client = { clientId: 'console', clientSecret: 'a secret of the console, for tests alone' };

const configurationOf = (redirectUri: string, accountOf: () => ProviderAccount): Configuration => ({
  clients: [
    {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { openid: ['sub', 'roles', 'partner_id', 'team_id'], profile: ['name'] },
  conformIdTokenClaims: false,
  cookies: { keys: ['of no browser'] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...accountOf(), sub: id }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  // Nobody is asked whether the console may know who they are.
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      accountId: ctx.oidc.session?.accountId ?? '',
      clientId: client.clientId,
    });
    grant.addOIDCScope('openid profile');
    await grant.save();
    return grant;
  },
  pkce: { required: () => true },
  ttl: {
    AccessToken: 60,
    AuthorizationCode: 60,
    Grant: 60,
    IdToken: 60,
    Interaction: 60,
    Session: 60,
  },
});

/** A browser of nobody else: it keeps cookies, and follows redirects until one leaves the provider. */
const walkFrom = async (issuer: string, first: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  for (let url = new URL(first), steps = 0; steps < 10; steps += 1) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider led nowhere: ${answer.status}`);
    url = new URL(location, url);
  }
  throw new Error('the provider led in circles');
};

const listen = async (handle: (req: IncomingMessage, res: ServerResponse) => void) => {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = Object(server.address());
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { issuer: `http://127.0.0.1:${port}`, close };
};

/** A page of the provider itself, from which somebody goes on by a link. */
const greeting = '<!doctype html><title>Provider</title><a href="?yes">Go on</a>';

/**
 * Opens a provider (`oidc-provider`) on a free port. Each visitor is signed in as the account that entered last: a
 * browser after following a link, and anybody else at once.
 */
export const openOpenidProvider = async (): Promise<OpenidProvider> => {
  let account: ProviderAccount = { sub: 'nobody' };
  let handle: (req: IncomingMessage, res: ServerResponse) => unknown = () => undefined;
  const replaced = new Map<string, Replaced>();
  const counts = new Map<string, number>();
  const { close, issuer } = await listen((req, res) => {
    const path = (req.url ?? '').replace(/\?.*/, '');
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const other = replaced.get(path);
    if (other === undefined) return void handle(req, res);
    res.writeHead(other.status ?? 200, { 'content-type': other.type ?? 'application/json' }).end(other.body);
  });
  const register = (redirectUri: string): void => {
    const provider = new Provider(
      issuer,
      configurationOf(redirectUri, () => account),
    );
    const own = provider.callback();
    handle = (req, res) => {
      if (!req.url?.startsWith('/interaction/')) return own(req, res);
      const isGreeted = req.url.endsWith('?yes') || !req.headers.accept?.includes('text/html');
      if (isGreeted) return provider.interactionFinished(req, res, { login: { accountId: String(account['sub']) } });
      return res.writeHead(200, { 'content-type': 'text/html' }).end(greeting);
    };
  };
  return {
    issuer,
    client,
    register,
    enter: (next) => {
      account = next;
    },
    replace: (path, answer) => void (answer === null ? replaced.delete(path) : replaced.set(path, answer)),
    asked: (path) => counts.get(path) ?? 0,
    walk: (url) => walkFrom(issuer, url),
    close,
  };
};
