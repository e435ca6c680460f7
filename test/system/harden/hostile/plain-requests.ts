import { firstCallerOf } from './bearers.ts';
import { plainBody } from './json-bodies.ts';
import type { Route } from './multipart-bodies.ts';
import { exampleOf, goodSegments, purposeOf } from './purposes.ts';
import type { RequestCase } from './request-case.ts';

/** A request without a fault, by whom a route lets in, about what it is for. */
export const plainRequestTo = (route: Route): RequestCase => {
  const { body, method } = route;
  const parts = route.path
    .split('/')
    .map((part) => (part.startsWith(':') ? (goodSegments(part.slice(1), route)[0] ?? '') : part));
  const purpose = purposeOf(route);
  const sends = body.json !== undefined && method !== 'GET';
  return {
    aim: `${method} ${route.path}`,
    method,
    path: parts.join('/') + (purpose.query ?? ''),
    headers: { ...firstCallerOf(route), ...(sends && { 'content-type': 'application/json' }) },
    body: sends ? [plainBody(purpose.plainBody ?? exampleOf(route), purpose.plainBody === undefined)] : null,
    chunked: false,
  };
};
