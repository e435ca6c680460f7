import type { Exchange, ParsedResponse } from './exchange.ts';
import { smuggledId } from './raw-requests.ts';
import { canary, type RequestCase } from './request-case.ts';

/** What must not happen; each has its own counter. */
export const faults = [
  'answers of 500 and more',
  'answers over 2 s',
  'answers without the headers of every answer',
  'refusals that are no problem details',
  'leaks',
  'requests without an answer',
  'smuggled requests',
] as const;
export type Fault = (typeof faults)[number];

const slowMs = 2000;

/** A transfer coding and a version of HTTP that are not supported. */
export const refusals: readonly number[] = [501, 505];

const headersOfAll: { readonly [name: string]: RegExp } = {
  'request-id': /^[A-Za-z0-9._-]{1,128}$/,
  'cache-control': /^no-store$/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'strict-transport-security': /^max-age=\d{8,}; includeSubDomains$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'ratelimit-policy': /^"\w+";q=\d+;w=\d+$/,
  ratelimit: /^"\w+";r=\d+;t=\d+$/,
};

/** The pages and their files, which are counted against no budget. */
const pages = / \/(verify\/:id|console|(verify|console)\/assets\/:name)$/;
const headersOfPages = { ...headersOfAll, 'ratelimit-policy': /^/, ratelimit: /^/ };
/** The files of a page have a name of their own for each content, and may be kept for good. */
const headersOfPageFiles = { ...headersOfPages, 'cache-control': /^(no-store|public, max-age=31536000, immutable)$/ };

const headersOf = ({ status }: ParsedResponse, { aim }: RequestCase) => {
  if (!pages.test(aim)) return headersOfAll;
  return status === 200 && aim.endsWith('/assets/:name') ? headersOfPageFiles : headersOfPages;
};

const hasHeaders = (answer: ParsedResponse, sent: RequestCase): boolean =>
  Object.entries(headersOf(answer, sent)).every(([name, form]) => form.test(String(answer.headers[name] ?? '')));

const parsed = (text: string): object | null => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return null;
  }
};

const members = [
  'type',
  'title',
  'status',
  'code',
  'detail',
  'errors',
  'allowed',
  'missing',
  'first_cursor',
  'request_id',
  'retryable',
];

/**
 * A problem must be as RFC 9457 describes, with no undocumented member; at the token endpoint as RFC 6749 section 5.2
 * describes.
 */
const isProblemBody = ({ status, headers, text }: ParsedResponse): boolean => {
  const body = parsed(text);
  if (body === null) return false;
  if (Reflect.has(body, 'error')) {
    const told = Object.keys(body).sort().join();
    return headers['content-type'] === 'application/json' && told === 'error,error_description';
  }
  return (
    headers['content-type'] === 'application/problem+json' &&
    Reflect.get(body, 'status') === status &&
    Reflect.get(body, 'type') === `/problems/${Reflect.get(body, 'code')}` &&
    Reflect.get(body, 'request_id') === headers['request-id'] &&
    Object.keys(body).every((name) => members.includes(name))
  );
};

/** Text that a runtime, a library, a database or a vendor emits about itself. */
const internalDetails =
  /node_modules|\bat .{1,80}:\d+:\d+|\.[cm]?[jt]s:\d|file:\/\/|\/(usr|home|root|tmp|etc|work)\/|pocketbase|postgres|sqlite|\bsql\b|libvips|sharp|koa|formidable|rekognition|anthropic|amazonaws|econn|(Type|Range|Syntax|Reference)Error/i;

const visibleText = ({ headers, text }: ParsedResponse): string => {
  const { 'request-id': _, 'access-control-allow-origin': __, ...others } = headers;
  // A pointer consists of names that the sender chose, and they may be any words.
  return `${JSON.stringify(others)}\n${text.replace(/"pointer":"(?:[^"\\]|\\.)*"/g, '"pointer":""')}`;
};

/** Says whether a response reveals internals; a problem response must not repeat the input either. */
const isLeaking = (answer: ParsedResponse, secrets: readonly string[]): boolean => {
  const said = visibleText(answer);
  if (secrets.some((secret) => said.includes(secret))) return true;
  if (/^(server|x-powered-by|via)$/m.test(Object.keys(answer.headers).join('\n'))) return true;
  return answer.status >= 400 && (said.includes(canary) || internalDetails.test(said));
};

/** With one valid length, or with chunks alone, a message has one end, and what follows is another request. */
const hasAmbiguousFraming = ({ bytes = '' }: RequestCase): boolean => {
  const lengths = [...bytes.matchAll(/^content-length:(.*)$/gim)].map(([, value = '']) => value.trim());
  const framings = lengths.length + [...bytes.matchAll(/^[ \t]*transfer-encoding\s*:/gim)].length;
  return framings !== 1 || lengths.some((length) => !/^\d+$/.test(length));
};

const faultsOf = (answer: ParsedResponse, sent: RequestCase, secrets: readonly string[]): readonly Fault[] => {
  const mute = sent.method === 'HEAD';
  return [
    ...((answer.status >= 500 && !refusals.includes(answer.status)) || answer.status === 0
      ? (['answers of 500 and more'] as const)
      : []),
    ...(hasHeaders(answer, sent) ? [] : (['answers without the headers of every answer'] as const)),
    ...(answer.status >= 400 && !mute && !isProblemBody(answer)
      ? (['refusals that are no problem details'] as const)
      : []),
    ...(isLeaking(answer, secrets) ? (['leaks'] as const) : []),
    ...(answer.headers['request-id'] === smuggledId && hasAmbiguousFraming(sent)
      ? (['smuggled requests'] as const)
      : []),
  ];
};

/** Says whether anything was requested at all: empty lines are no request (RFC 9112 section 2.2). */
const isRequest = ({ bytes }: RequestCase): boolean => bytes === undefined || bytes.trim() !== '';

/** Answers everything that is wrong with the responses, each fault at most once. */
export const checkResponse = (
  sent: RequestCase,
  { answers, lost, ms }: Exchange,
  secrets: readonly string[],
): readonly Fault[] => [
  ...new Set([
    ...answers.flatMap((answer) => faultsOf(answer, sent, secrets)),
    // A request that never ends is answered when its time is over, and not before.
    ...(ms > slowMs && !answers.some(({ status }) => status === 408) ? (['answers over 2 s'] as const) : []),
    ...(lost === null || !isRequest(sent) ? [] : (['requests without an answer'] as const)),
  ]),
];
