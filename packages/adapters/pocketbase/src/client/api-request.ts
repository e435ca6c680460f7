import { parseJson } from '@portcullis/domain/kernel';
import { type TimeReading, timeOfHeader } from '@portcullis/domain/ports';
import { ClientResponseError } from 'pocketbase';
import type { Cancellation } from './cancellation.ts';
import type { Transport } from './transport.ts';

/** A request to PocketBase's API. Its path has the query; `body` is sent as JSON. */
export type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Whether it reads only, whatever its method: it may be sent again, and waits for no statement. */
  readonly isRead?: boolean;
  /** Whether it is sent over a connection that is begun for it, and closed after it. */
  readonly onNewConnection?: boolean | undefined;
};

type Query = { readonly [name: string]: string | number | boolean | undefined };

const queryOf = (query: Query): string => {
  let text = '';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') text += `${text === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return text;
};

/** The path of the rows of a collection, or of the row with an id. An empty value of the query is left out. */
export const recordsPath = (collection: string, id: string | null, query: Query = {}): string =>
  `/api/collections/${collection}/records${id === null ? '' : `/${id}`}${queryOf(query)}`;

const jsonContent = { 'Content-Type': 'application/json' };

/**
 * Exchanges one request. A refusal of PocketBase, and a request that did not reach it, are thrown as the SDK throws
 * them, so that both ways of a call end in the same failures. An answer without content (204) is `null`. A body that is
 * not JSON is answered as an empty object, for the codecs to judge.
 */
export const exchangeWith =
  ({ send }: Transport) =>
  async (
    { method, path, body, isRead = method === 'GET', onNewConnection }: ApiRequest,
    token: string,
    cancellation: Cancellation,
  ): Promise<unknown> => {
    const request =
      body === undefined
        ? { method, headers: { Authorization: token }, body: null, isRead, onNewConnection }
        : { method, headers: { Authorization: token, ...jsonContent }, body: JSON.stringify(body), isRead };
    const answer = await send(path, request, cancellation).catch((cause: unknown) => {
      throw new ClientResponseError(cause);
    });
    if (answer.status === 204) return null;
    const response = parseJson(answer.body.toString('utf8')) ?? {};
    if (answer.status >= 400) throw new ClientResponseError({ status: answer.status, response });
    return response;
  };

/**
 * Asks PocketBase what time it is, which every answer says in its `Date`. Answers `null` when this one does not. It
 * needs no account.
 */
export const timeFrom =
  ({ send }: Transport) =>
  async (cancellation: Cancellation): Promise<TimeReading | null> => {
    const sentAt = performance.now();
    const request = { method: 'GET', headers: {}, body: null, isRead: true };
    const answer = await send('/api/health', request, cancellation).catch((cause: unknown) => {
      throw new ClientResponseError(cause);
    });
    const receivedAt = performance.now();
    const time = timeOfHeader(answer.date);
    return time === null ? null : { time, sentAt, receivedAt };
  };
