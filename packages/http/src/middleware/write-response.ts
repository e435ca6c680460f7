import type { ServerResponse } from 'node:http';
import { rateHeaders } from '../rate-limits/rate-budgets.ts';
import { drain } from '../request/limited-body.ts';
import type { HttpContext } from '../request/request-context.ts';
import { apiVersion } from './api-version.ts';
import { type HeaderField, secureHeaderFields } from './secure-headers.ts';

/** The headers that every response has before all others. Every response is for its caller alone: none is cached. */
const commonFields: readonly HeaderField[] = [
  ...secureHeaderFields(),
  ['Request-Id', ''],
  ['Cache-Control', 'no-store'],
  ['Portcullis-Version', apiVersion],
];
/** The same as Node takes them, names and values in turn, and the index of each value by the name in small letters. */
const preparedFields = commonFields.flat();
const preparedIndexes: ReadonlyMap<string, number> = new Map(
  commonFields.map(([name], i) => [name.toLowerCase(), 2 * i + 1]),
);

/** Adds headers. One that replaces a prepared one, as on the docs page, takes its place. */
const addFields = (fields: string[], added: { readonly [name: string]: string }): void => {
  for (const name of Object.keys(added)) {
    const value = added[name] ?? '';
    const at = preparedIndexes.get(name.toLowerCase());
    if (at === undefined) fields.push(name, value);
    else fields[at] = value;
  }
};

/** `vary` becomes `Vary`: Node gives the names in small letters. */
const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/**
 * Adds the headers that were set on Node's response: by the middleware for cross-origin requests, or by a program that
 * embeds the application. Every response varies by `Origin`, so that no cache mixes those of different origins.
 */
const addFieldsSetOnResponse = (fields: string[], res: ServerResponse): void => {
  if (!res.hasHeader('vary')) fields.push('Vary', 'Origin');
  for (const name of res.getHeaderNames()) {
    const value = res.getHeader(name) ?? '';
    for (const line of Array.isArray(value) ? value : [String(value)]) fields.push(titleCase(name), line);
  }
};

/** Responses of these statuses have no body, and say nothing of its length (RFC 9110 sections 15.3.5 and 15.4.5). */
const isBodyless = (status: number): boolean => status === 204 || status === 304;

const headerFields = ({ res, state: { context, response } }: HttpContext): string[] => {
  const fields = preparedFields.slice();
  addFields(fields, { 'Request-Id': context.requestId });
  addFieldsSetOnResponse(fields, res);
  if (context.rateState !== null) addFields(fields, rateHeaders(context.rateState));
  if (response === null) return fields;
  addFields(fields, response.headers);
  for (const cookie of response.cookies ?? []) fields.push('Set-Cookie', cookie);
  const hasLength = response.stream === undefined && !isBodyless(response.status);
  if (hasLength) fields.push('Content-Length', String(Buffer.byteLength(response.body ?? '')));
  return fields;
};

/**
 * Writes all headers at once, because setting them one by one costs several times as much. Where some were set on
 * Node's response before, they are among `fields`, and what `writeHead` makes of both depends on Node's version.
 */
const writeHead = (res: ServerResponse, status: number, fields: string[]): void => {
  const names = res.getHeaderNames();
  if (names.length === 0) {
    res.writeHead(status, fields);
    return;
  }
  for (const name of names) res.removeHeader(name);
  for (let i = 0; i < fields.length; i += 2) res.appendHeader(fields[i] ?? '', fields[i + 1] ?? '');
  res.writeHead(status);
};

/** Resolves when a response takes more, or is closed. */
const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done);
      res.off('close', done);
      resolve();
    };
    res.on('drain', done);
    res.on('close', done);
  });

/** The size of a piece that is sent at once: a client that takes it within the time of a stall makes progress. */
const maxPieceBytes = 64 * 1024;

/** The bytes in pieces of at most `maxPieceBytes`, without a copy of them. */
function* smallPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += maxPieceBytes) yield bytes.subarray(at, at + maxPieceBytes);
}

/**
 * Sends a body while it is made, as fast as the client takes it, and for as long as the client is there. Once the first
 * byte is on its way the status cannot be changed: where the body cannot be completed the connection is cut, so that
 * the client knows, and the cause is in the record of the request.
 */
const sendStream = async ({ res, state }: HttpContext, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
  try {
    for await (const bytes of pieces) {
      for (const piece of smallPieces(bytes)) {
        if (res.closed) return;
        if (!res.write(piece) && !res.closed) await drained(res);
      }
    }
    res.end();
  } catch (cause) {
    state.context.abortCause = cause;
    res.destroy();
  }
};

/**
 * Sends the response that the middlewares have decided on. Koa sets the status of a preflight request, which has no
 * response here.
 */
export const writeResponse = (ctx: HttpContext): void => {
  const { req, res, state } = ctx;
  // Koa sends nothing itself then.
  ctx.respond = false;
  if (state.response !== null) {
    ctx.status = state.response.status;
    drain(req);
  }
  if (!ctx.writable) return;
  writeHead(res, ctx.status, headerFields(ctx));
  const stream = state.response?.stream;
  if (stream === undefined || req.method === 'HEAD') res.end(state.response?.body ?? undefined);
  else void sendStream(ctx, stream());
};
