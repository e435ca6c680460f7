import { createHash, createHmac } from 'node:crypto';
import type { ClientParameters } from '@portcullis/domain/ports';
import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import type { SimulatorOptions } from '#simulator/simulator';

/** A simulator for the tests of one `describe`, reset after each of them. */
export const simulatorForTests = (options: Partial<SimulatorOptions> = {}): { readonly running: () => Simulator } => {
  let simulator: Simulator | undefined;
  const running = (): Simulator => {
    if (simulator === undefined) throw new Error('the simulator runs while tests run');
    return simulator;
  };
  before(async () => {
    simulator = await startSimulator({ environment: 'test', ...options });
  });
  afterEach(() => running().reset());
  after(() => running().close());
  return { running };
};

/** A response with its whole body; the body is parsed when it is valid JSON by its content type. */
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const replyOf = async (response: Response): Promise<Reply> => {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: /json/.test(headers.get('content-type') ?? '') ? jsonOrText(text) : text };
};

/** The credentials with which a request to AWS is signed. */
export type Signing = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  readonly service: string;
  /** The time of the signature, in milliseconds. */
  readonly at: number;
};

export const ownSigning = (service: string): Signing => ({
  accessKeyId: simulatorKeys.accessKeyId,
  secretAccessKey: simulatorKeys.secretAccessKey,
  region: 'eu-west-1',
  service,
  at: Date.now(),
});

/** Signs with the credentials that a browser got. */
export const signingWith = (issued: ClientParameters): Signing => ({
  accessKeyId: issued['access_key_id'] ?? '',
  secretAccessKey: issued['secret_access_key'] ?? '',
  sessionToken: issued['session_token'] ?? '',
  region: issued['region'] ?? '',
  service: 'rekognition',
  at: Date.now(),
});

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Answers the headers of a request signed with Signature Version 4, as AWS describes it: a second implementation beside
 * the simulator's. `target` is its method, its path and its query, as they are signed.
 */
export const signedHeaders = (
  url: string,
  given: Record<string, string>,
  body: string,
  by: Signing,
  target: readonly [method: string, path: string, query: string] = ['POST', '/', ''],
): Headers => {
  const amzDate = new Date(by.at).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const headers: Record<string, string> = { ...given, host: new URL(url).host, 'x-amz-date': amzDate };
  if (by.sessionToken !== undefined) headers['x-amz-security-token'] = by.sessionToken;
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = [...target, lines, names.join(';'), digest(body)].join('\n');
  const scope = [amzDate.slice(0, 8), by.region, by.service, 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope.join('/'), digest(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${by.secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const credential = `Credential=${by.accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return new Headers({ ...headers, authorization });
};

/** Calls one operation of Rekognition. */
export const askRekognition = async (url: string, operation: string, body: unknown, by = ownSigning('rekognition')) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const head = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `RekognitionService.${operation}` };
  const headers = signedHeaders(url, head, text, by);
  return replyOf(await fetch(url, { method: 'POST', headers, body: text }));
};

/** Calls one operation of STS. */
export const askSts = async (url: string, form: Record<string, string>, by = ownSigning('sts')) => {
  const text = new URLSearchParams({ Version: '2011-06-15', ...form }).toString();
  const headers = signedHeaders(url, { 'content-type': 'application/x-www-form-urlencoded' }, text, by);
  return replyOf(await fetch(url, { method: 'POST', headers, body: text }));
};

/** An object, or a bucket with a query such as `list-type=2`. */
export type ObjectCall = {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
};

/** Calls the object store. */
export const askObjects = async (url: string, call: ObjectCall, by = ownSigning('s3')) => {
  const { body = '', headers: more = {}, method, path, query = '' } = call;
  const given = { 'x-amz-content-sha256': digest(body), ...more };
  const headers = signedHeaders(url, given, body, by, [method, path, query]);
  const address = `${url}${path}${query === '' ? '' : `?${query}`}`;
  return replyOf(await fetch(address, { method, headers, redirect: 'manual', ...(body !== '' && { body }) }));
};

const modelHeaders = { authorization: `Bearer ${simulatorKeys.apiKey}`, 'anthropic-version': '2026-10-21' };

/** Sends a message to the model unchanged. */
export const askModel = async (url: string, body: unknown, headers: Record<string, string> = modelHeaders) =>
  replyOf(
    await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

/** Requests the description of a model. */
export const askModelCard = async (url: string, name: string, headers: Record<string, string> = modelHeaders) =>
  replyOf(await fetch(`${url}/v1/models/${name}`, { headers }));

/** Requests a device event. */
export const askEvent = async (url: string, id: string, key: string | null = simulatorKeys.fingerprintKey) =>
  replyOf(await fetch(`${url}/v4/events/${id}`, { headers: key === null ? {} : { authorization: `Bearer ${key}` } }));

/** Answers the AWS error in a response of either format. */
export const errorIn = ({ status, body }: Reply) => {
  const inXml = (name: string): string | null =>
    typeof body === 'string' ? (new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1] ?? null) : null;
  const inJson = (name: string): string | null => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
    return typeof value === 'string' ? value : null;
  };
  return {
    status,
    code: inJson('__type') ?? inXml('Code'),
    message: (inJson('Message') ?? inJson('message') ?? inXml('Message'))?.replaceAll('&quot;', '"') ?? null,
  };
};

/** Answers the content of an element in a response of STS. */
const elementOf = ({ body }: Reply, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(String(body))?.[1] ?? '';

/** Answers the keys in a response of STS, to sign with them. */
export const issuedKeys = (reply: Reply): Pick<Signing, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> => ({
  accessKeyId: elementOf(reply, 'AccessKeyId'),
  secretAccessKey: elementOf(reply, 'SecretAccessKey'),
  sessionToken: elementOf(reply, 'SessionToken'),
});

/** Answers the members of a response that is an object. */
export const bodyOf = ({ body }: Reply): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null) throw new Error(`no object was answered: ${body}`);
  return { ...body };
};

/** A request for the credentials of a browser. */
export const federation = {
  Action: 'GetFederationToken',
  Name: 'sim-abc',
  Policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession', Resource: '*' }],
  }),
  DurationSeconds: '900',
};
