import { firstCallerOf } from './bearers.ts';
import { plainBody } from './json-bodies.ts';
import type { EncodedBody, Route } from './multipart-bodies.ts';
import { exampleOf, goodSegments, purposeOf } from './purposes.ts';
import type { RequestCase } from './request-case.ts';

const plainBodyOf = (route: Route): EncodedBody | null => {
  const { bytes, plainBody: example } = purposeOf(route);
  if (bytes !== undefined) return { type: 'application/octet-stream', body: [bytes] };
  if (route.body.json === undefined || route.method === 'GET') return null;
  return { type: 'application/json', body: [plainBody(example ?? exampleOf(route), example === undefined)] };
};

/** A request without a fault, by whom a route lets in, about what it is for. */
export const plainRequestTo = (route: Route): RequestCase => {
  const { method } = route;
  const parts = route.path
    .split('/')
    .map((part) => (part.startsWith(':') ? (goodSegments(part.slice(1), route)[0] ?? '') : part));
  const purpose = purposeOf(route);
  const sent = plainBodyOf(route);
  return {
    aim: `${method} ${route.path}`,
    method,
    path: parts.join('/') + (purpose.query ?? ''),
    headers: { ...firstCallerOf(route), ...(sent && { 'content-type': sent.type }) },
    body: sent?.body ?? null,
    chunked: false,
  };
};
