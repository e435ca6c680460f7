import { parseOrigin, textCodec } from './values.ts';

/** A place in an object store, as `FILES_URL` names it. */
export type ObjectPlace = {
  readonly bucket: string;
  /** The beginning of all keys: it ends in a slash, or is empty. */
  readonly prefix: string;
  readonly region: string;
  /** The origin of another store than that of AWS. */
  readonly endpoint: string | null;
  /** Whether the bucket stands in the path of an address. */
  readonly pathStyle: boolean;
};

const placeForm = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>(?:\/[A-Za-z0-9_-]{1,64}){0,4})\/?$/;
const placeOptions = ['region', 'endpoint', 'path_style'];

/** Options of an address, each at most once; `undefined` where there is another one. */
const readOptions = (query: string): ReadonlyMap<string, string> | undefined => {
  const pairs = [...new URLSearchParams(query)];
  const options = new Map(pairs);
  return options.size === pairs.length && pairs.every(([name]) => placeOptions.includes(name)) ? options : undefined;
};

const parseObjectPlace = (text: string): ObjectPlace | undefined => {
  const [address = '', query = '', ...more] = text.split('?');
  const { bucket, path = '' } = placeForm.exec(address)?.groups ?? {};
  const options = more.length === 0 ? readOptions(query) : undefined;
  if (bucket === undefined || options === undefined) return undefined;
  const { region = '', path_style: style, endpoint: given } = Object.fromEntries(options);
  const endpoint = given === undefined ? null : parseOrigin(given);
  if (endpoint === undefined || !/^[a-z0-9-]{2,32}$/.test(region)) return undefined;
  if (style !== undefined && style !== 'true' && style !== 'false') return undefined;
  // The name of a bucket with dots has no certificate as a part of a host name.
  const pathStyle = style === undefined ? endpoint !== null || bucket.includes('.') : style === 'true';
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/`, region, endpoint, pathStyle };
};

/** A bucket, a prefix in it, and where it is. Keys have variables of their own. */
export const ObjectUrl = textCodec(
  's3://bucket or s3://bucket/prefix with ?region=, and endpoint= (an origin) and path_style= (true, false) for another store than that of AWS, and without keys',
  parseObjectPlace,
);
