import { type ClientOptions, createClient } from '@portcullis/client';

/** A request as the client has sent it. */
export type SentRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: RequestInit['body'];
};

/** The answer of the service, or an error for an answer that is lost. */
export type ScriptedAnswer = Response | Error;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

/** A problem of the service. */
export const problem = (
  status: number,
  code: string,
  facts: object = {},
  headers: Record<string, string> = {},
): Response => {
  const body = {
    type: `/problems/${code}`,
    title: code,
    status,
    code,
    request_id: 'r1',
    retryable: false,
    ...facts,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
};

export const token = (value = 'token-1', seconds = 3600): Response =>
  json(200, { access_token: value, token_type: 'Bearer', expires_in: seconds, scope: 'profiles:read' });

/** An error where a body is read: its answer was cut off. */
export const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('terminated'));
      },
    }),
    { headers: { 'Content-Type': 'application/json' } },
  );

type Script = {
  /** Answers all but token requests. `number` counts them from 1. */
  readonly answer: (request: SentRequest, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  readonly issue?: (request: SentRequest, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>;
  readonly options?: Partial<ClientOptions>;
};

/** A client over a service that answers by a script, and its requests. */
export const scriptedClient = ({ answer, issue = () => token(), options = {} }: Script) => {
  const sent: SentRequest[] = [];
  const tokenRequests: SentRequest[] = [];
  const fetch = async (url: string, { body, headers, method = 'GET', signal }: RequestInit): Promise<Response> => {
    const request = { url: new URL(url), headers: new Headers(headers), method, body };
    const isToken = request.url.pathname === '/api/auth/token';
    const list = isToken ? tokenRequests : sent;
    list.push(request);
    const aborted = new Promise<Error>((resolve) => {
      signal?.addEventListener('abort', () => resolve(signal.reason));
    });
    const answered = await Promise.race([(isToken ? issue : answer)(request, list.length), aborted]);
    if (answered instanceof Response) return answered;
    throw answered;
  };
  const credentials = { clientId: 'shop', clientSecret: 'a secret of the shop' };
  const client = createClient({ baseUrl: 'https://verify.example/', ...credentials, fetch, ...options });
  return { client, sent, tokenRequests };
};
