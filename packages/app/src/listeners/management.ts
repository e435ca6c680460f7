import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isLoopbackHost } from '@portcullis/domain/kernel';
import type { ProviderNames } from '@portcullis/domain/use-cases';
import { bareAddress, secureResponseHeaders } from '@portcullis/http';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Readiness } from '../telemetry/readiness.ts';

type ManagementDeps = {
  readonly readiness: Readiness;
  /** The providers that are chosen, by name. */
  readonly providers: ProviderNames;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Names by which the listener may be asked, beside those of this machine and the address that was called. */
  readonly allowedHosts: readonly string[];
};
type Page = { readonly status: number; readonly type: string; readonly body: string };

const json = (status: number, body: object): Page => ({ status, type: 'application/json', body: JSON.stringify(body) });

const pages = ({ metrics, providers, readiness }: ManagementDeps): Readonly<Record<string, () => Promise<Page>>> => ({
  '/livez': async () => json(200, { status: 'ok' }),
  '/readyz': async () => {
    const { ready, ...report } = await readiness.check();
    const { documentReader: document_reader, ...others } = providers;
    const chosen = { ...others, document_reader };
    return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', ...report, providers: chosen });
  },
  '/metrics': async () => ({ status: 200, type: metrics.contentType, body: await metrics.text() }),
});

const unknownHost = 'The Host header names neither this machine nor one of MANAGEMENT_ALLOWED_HOSTS.';

/** How an address of a socket stands in a `Host` header. */
const hostOfAddress = (address: string): string => {
  const bare = bareAddress(address);
  return bare.includes(':') ? `[${bare}]` : bare;
};

/**
 * Whether a request is addressed to this listener. A page in a browser that reaches it by a name of its own, which it
 * had resolved to our address (DNS rebinding), sends that name. An address cannot be rebound, and a client without
 * `Host` (HTTP/1.0) is no browser.
 */
const isAddressedHere = ({ headers, socket }: IncomingMessage, allowedHosts: readonly string[]): boolean => {
  if (headers.host === undefined) return true;
  const host = headers.host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return isLoopbackHost(host) || host === hostOfAddress(socket.localAddress ?? '') || allowedHosts.includes(host);
};

const commonHeaders = secureResponseHeaders();

const send = (request: IncomingMessage, response: ServerResponse, page: Page): void => {
  response.writeHead(page.status, {
    ...commonHeaders,
    'Content-Type': page.type,
    'Content-Length': Buffer.byteLength(page.body),
  });
  response.end(request.method === 'HEAD' ? undefined : page.body);
};

/**
 * The private listener for orchestrators: `/livez` says that the process runs, `/readyz` whether it should get
 * requests, and `/metrics` has its metrics. It has no authentication and must not be reachable from outside; a request
 * for another host is answered with 421.
 */
export const managementListener = (deps: ManagementDeps): RequestListener => {
  const knownPages = pages(deps);
  return (request, response) => {
    if (!isAddressedHere(request, deps.allowedHosts)) {
      return send(request, response, json(421, { status: 'unknown_host', detail: unknownHost }));
    }
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const page = Object.hasOwn(knownPages, path) ? knownPages[path] : undefined;
    if (page === undefined) return send(request, response, json(404, { status: 'not_found' }));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(request, response, json(405, { status: 'method_not_allowed' }));
    }
    page().then(
      (found) => send(request, response, found),
      (cause: unknown) => {
        deps.logger.error('management_failed', { cause });
        send(request, response, json(500, { status: 'failed' }));
      },
    );
  };
};
