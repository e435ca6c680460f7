import { type Client, createClient } from '@portcullis/client';

const withoutKeepAlive = (url: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('Connection', 'close');
  return fetch(url, { ...init, headers });
};

type Access = { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };

/** The client of the sandbox itself, which leaves no connection open that a stop would wait for. */
export const ownClient = (access: Access): Client =>
  createClient({ ...access, fetch: withoutKeepAlive, timeoutSeconds: 5 });
