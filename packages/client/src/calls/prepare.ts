import type { CallOptions } from '../api/operation.ts';
import type { AnswerForm } from './answer.ts';
import { required } from './required.ts';

/** A request before it is sent: the common part of all tries of a call. */
export type PreparedRequest = {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Headers;
  /** It is made for each try, because a form is read when it is sent. */
  readonly body: () => string | FormData | Blob | null;
  readonly isPublic: boolean;
  readonly answer: AnswerForm;
  readonly signal: AbortSignal | undefined;
  readonly timeoutSeconds: number | undefined;
};

type ReadRoute = { readonly method: string; readonly path: string; readonly words: readonly string[] };

const readRoute = (route: string): ReadRoute => {
  const [method = '', path = '', ...words] = route.split(' ');
  return { method, path, words };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Lists are one text with commas, and objects have a name in brackets for each member, as the description says. */
const queryPairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [[name, value.join(',')]];
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => queryPairs(`${name}[${key}]`, one));
  return [[name, String(value)]];
};

const withQuery = (path: string, query: unknown): string => {
  const pairs = Object.entries(isObject(query) ? query : {}).flatMap(([name, value]) => queryPairs(name, value));
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
};

/** The fields come before the files, because the service reads a consent before it takes a picture. */
const formOf = (body: unknown): FormData => {
  const form = new FormData();
  const parts = Object.entries(isObject(body) ? body : {}).filter(([, value]) => value !== undefined);
  const files = parts.flatMap(([name, value]) => (value instanceof Blob ? [[name, value] as const] : []));
  for (const [name, value] of parts)
    if (!(value instanceof Blob)) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [name, file] of files) form.append(name, file);
  return form;
};

const bodyOf = (body: unknown, isForm: boolean): PreparedRequest['body'] => {
  if (body instanceof Blob) return () => body;
  if (isForm) return () => formOf(body);
  if (body === undefined) return () => null;
  const text = JSON.stringify(body);
  return () => text;
};

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const answerForms: readonly AnswerForm[] = ['text', 'bytes'];

/** Dots alone would lead to another path, however they are encoded; their stand-in is no id either. */
const segmentOf = (value: string): string => (/^\.{1,2}$/.test(value) ? '~' : encodeURIComponent(value));

/** Bytes are sent as they are, whatever a browser calls them; everything else is JSON. */
const typeOf = (body: unknown): string => (body instanceof Blob ? 'application/octet-stream' : 'application/json');

/** The request of a call: `given` are the values of the path, then a body or a query, then options. */
export const prepareRequest = (route: string, given: readonly unknown[]): PreparedRequest => {
  const { method, path: template, words } = readRoute(route);
  const rest = [...given];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(String(required(rest.shift(), name))));
  const isRepeatable = method === 'POST' || method === 'PATCH';
  const takesBody = isRepeatable || method === 'PUT';
  const input = takesBody || words.includes('query') ? rest.shift() : undefined;
  const options: CallOptions = rest[0] ?? {};
  const isForm = words.includes('form');
  const isPublic = words.includes('public');
  return {
    method,
    path: takesBody ? path : withQuery(path, input),
    headers: new Headers({
      ...(isRepeatable && !isPublic && { 'Idempotency-Key': options.idempotencyKey ?? newKey() }),
      ...(takesBody && !isForm && input !== undefined && { 'Content-Type': typeOf(input) }),
      ...(options.ifMatch !== undefined && { 'If-Match': options.ifMatch }),
    }),
    body: takesBody ? bodyOf(input, isForm) : () => null,
    isPublic,
    answer: answerForms.find((form) => words.includes(form)) ?? 'json',
    signal: options.signal,
    timeoutSeconds: options.timeoutSeconds,
  };
};
