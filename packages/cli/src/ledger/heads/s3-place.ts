import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { parseUrl } from '@portcullis/http';

/** The keys of AWS, or of a store with the same interface, and where it is. */
export type S3Access = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  /** Of another store, or `null` for that of AWS in the region. */
  readonly endpoint: URL | null;
};

/** A bucket and what the keys in it begin with, which ends in a slash or is empty. */
export type S3Place = { readonly bucket: string; readonly prefix: string };

export const isS3Address = (address: string): boolean => address.startsWith('s3://');

/** Names that need no quoting in a path, a query or an answer. */
const form = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

/** Reads an address like `s3://bucket/prefix`; `null` where it is none. */
export const parseS3Address = (address: string): S3Place | null => {
  const { bucket, path } = form.exec(address)?.groups ?? {};
  return bucket === undefined || path === undefined ? null : { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
};

const endpointOf = (text: string | undefined): URL | null | undefined => {
  if (text === undefined) return null;
  const url = parseUrl(text) ?? undefined;
  const isBare = url?.pathname === '/' && url.search === '' && url.username === '';
  return url !== undefined && isBare && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
};

const set = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Reads the variables that AWS's own tools have. Left says what is wrong. */
export const readS3Access = (env: Environment): Either<string, S3Access> => {
  const accessKeyId = set(env['AWS_ACCESS_KEY_ID']);
  const secretAccessKey = set(env['AWS_SECRET_ACCESS_KEY']);
  const region = set(env['AWS_REGION']) ?? set(env['AWS_DEFAULT_REGION']);
  const sessionToken = set(env['AWS_SESSION_TOKEN']);
  const endpoint = endpointOf(set(env['AWS_ENDPOINT_URL_S3']));
  if (accessKeyId === undefined || secretAccessKey === undefined || region === undefined)
    return E.left('An s3 address needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.');
  if (endpoint === undefined) return E.left('AWS_ENDPOINT_URL_S3 is an http or https address without a path.');
  return E.right({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint,
    ...(sessionToken !== undefined && { sessionToken }),
  });
};
