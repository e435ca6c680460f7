import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startStub } from '../../../support/servers/stub-server.ts';

/** What a signature of AWS's Signature Version 4 is made over. The path is percent-encoded, the query is not. */
export type Signed = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly digest: string;
};

type Scope = { readonly secret: string; readonly date: string; readonly region: string };

const sha256 = (text_: string): string => createHash('sha256').update(text_).digest('hex');
const hmac = (key: string | Buffer, text_: string): Buffer => createHmac('sha256', key).update(text_).digest();
const quoted = (text_: string): string =>
  encodeURIComponent(text_).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a request to S3, written from AWS's description of it. */
export const s3Signature = (
  { digest, headers, method, path, query }: Signed,
  { date, region, secret }: Scope,
): string => {
  const names = Object.keys(headers).toSorted();
  const lines = [
    method,
    path,
    query
      .map(([name, value]) => `${quoted(name)}=${quoted(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    digest,
  ];
  const day = date.slice(0, 8);
  const parts = [day, region, 's3', 'aws4_request'];
  const key = parts.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  const toSign = ['AWS4-HMAC-SHA256', date, parts.join('/'), sha256(lines.join('\n'))].join('\n');
  return createHmac('sha256', key).update(toSign).digest('hex');
};

export const s3Keys = { id: 'AKIDEXAMPLE', secret: 'a secret/of+the test', region: 'eu-central-1' } as const;

/** Why a request is refused; `null` when its signature covers what it must and is right. */
const refusalOf = (request: IncomingMessage, url: URL, body: string): string | null => {
  const form = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/;
  const [, credential, list = '', signature] = form.exec(request.headers.authorization ?? '') ?? [];
  const date = String(request.headers['x-amz-date']);
  const { id, region, secret } = s3Keys;
  if (credential !== `${id}/${date.slice(0, 8)}/${region}/s3/aws4_request`) return 'InvalidAccessKeyId';
  const headers = Object.fromEntries(list.split(';').map((name) => [name, String(request.headers[name])]));
  const needed = ['host', 'x-amz-date', 'x-amz-content-sha256', ...(request.method === 'PUT' ? ['if-none-match'] : [])];
  if (needed.some((name) => headers[name] === undefined)) return 'AccessDenied';
  if (Math.abs(Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')) - Date.now()) > 60_000)
    return 'RequestTimeTooSkewed';
  const digest = sha256(body);
  if (headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch';
  const signed = { method: request.method ?? '', path: url.pathname, query: [...url.searchParams], headers, digest };
  return s3Signature(signed, { secret, region, date }) === signature ? null : 'SignatureDoesNotMatch';
};

/** An object store with one bucket, `heads`, which lists one object at a time. */
export const startS3Stub = async () => {
  const objects = new Map<string, string>();
  /** Keys that a list does not show, as those of another writer at the same moment. */
  const unlisted = new Set<string>();
  const list = (query: URLSearchParams): string => {
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && !unlisted.has(key))
      .toSorted();
    const rest = keys.filter((key) => key > (query.get('start-after') ?? ''));
    const shown = rest.slice(0, 1).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return `<ListBucketResult><IsTruncated>${rest.length > 1}</IsTruncated>${shown.join('')}</ListBucketResult>`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://stub');
    const body = await text(request);
    const end = (status: number, content = '') => void response.writeHead(status).end(content);
    const error = (status: number, code: string) => end(status, `<Error><Code>${code}</Code></Error>`);
    const refusal = refusalOf(request, url, body);
    if (refusal !== null) return error(403, refusal);
    if (!url.pathname.startsWith('/heads/')) return error(404, 'NoSuchBucket');
    const key = url.pathname.slice('/heads/'.length);
    if (key === '') return end(200, list(url.searchParams));
    const object = objects.get(key);
    if (request.method === 'GET') return object === undefined ? error(404, 'NoSuchKey') : end(200, object);
    if (object !== undefined && request.headers['if-none-match'] === '*') return error(412, 'PreconditionFailed');
    objects.set(key, body);
    return end(200);
  };
  const stub = await startStub((request, response) => void answer(request, response));
  return { ...stub, objects, unlisted };
};
