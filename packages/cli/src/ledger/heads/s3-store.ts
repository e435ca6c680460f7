import { createHash } from 'node:crypto';
import type { HeadStore } from './head-store.ts';
import type { S3Access, S3Place } from './s3-place.ts';

const timeoutMs = 30_000;

/** A request to the bucket: a key in it, or the bucket itself where it is empty. */
type S3Request = {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The server and the path of a bucket: in the server's name, or in the path where a name cannot hold it. */
const originOf = ({ endpoint, region }: S3Access, { bucket }: S3Place): URL => {
  if (endpoint !== null) return new URL(`/${bucket}/`, endpoint);
  const server = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? new URL(`https://${server}/${bucket}/`) : new URL(`https://${bucket}.${server}/`);
};

/** The error of a store: the status, and the word for it in its answer (`<Code>`). */
const refusal = (status: number, answer: string): Error =>
  Object.assign(new Error('the store refused a request'), {
    code: [String(status), /<Code>(\w{1,40})<\/Code>/.exec(answer)?.[1]].filter((word) => word !== undefined).join(' '),
  });

const sender = (access: S3Access, place: S3Place) => {
  const origin = originOf(access, place);
  // Loaded when it is needed: no other command signs for AWS.
  const signer = import('./s3-signer.ts').then(({ s3Signer }) => s3Signer(access));
  return async ({ body, headers = {}, key, method, query = {} }: S3Request): Promise<string> => {
    const url = new URL(key, origin);
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const { headers: signed } = await (await signer).sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: { ...query },
      headers: { ...headers, host: url.host, 'x-amz-content-sha256': digest },
      body: body ?? '',
    });
    const { host: _, ...sent } = signed;
    const answer = await fetch(url, {
      method,
      headers: sent,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    }).catch(() => {
      throw Object.assign(new Error('no answer'), { code: 'no answer' });
    });
    const text = await answer.text();
    if (!answer.ok) throw refusal(answer.status, text);
    return text;
  };
};

/** The keys of a list, and whether there are more. */
const keysIn = (xml: string): readonly string[] => [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
const isTruncated = (xml: string): boolean => xml.includes('<IsTruncated>true</IsTruncated>');

/** The names of heads: others in the bucket are not ours. */
const isHeadName = (name: string): boolean => /^[0-9]{12,16}-[0-9a-f]{16}\.json$/.test(name);

/**
 * Keeps heads in a bucket of S3, or of a store with its interface, one object each, that is only written where there is
 * none (`If-None-Match: *`). Requests are signed by Signature Version 4.
 */
export const s3Store = (access: S3Access, place: S3Place): HeadStore => {
  const send = sender(access, place);
  const { prefix } = place;
  return {
    kind: 'bucket',
    names: async () => {
      const found: string[] = [];
      let after = '';
      for (;;) {
        const xml = await send({
          method: 'GET',
          key: '',
          query: { 'list-type': '2', prefix, ...(after !== '' && { 'start-after': after }) },
        });
        const keys = keysIn(xml).filter((key) => key.startsWith(prefix));
        found.push(...keys.map((key) => key.slice(prefix.length)).filter(isHeadName));
        const last = keys.at(-1) ?? '';
        if (!isTruncated(xml) || last <= after) return found.toSorted();
        after = last;
      }
    },
    read: (name) => send({ method: 'GET', key: `${prefix}${name}` }),
    add: async (name, text) => {
      const headers = { 'content-type': 'application/json', 'if-none-match': '*' };
      await send({ method: 'PUT', key: `${prefix}${name}`, headers, body: text });
    },
  };
};
