import type { IncomingHttpHeaders } from 'node:http';
import { awsClients, awsOrigins } from '@portcullis/adapter-aws';
import { type CallRecord, createVendorClient, type VendorLimits } from '@portcullis/vendor-client';
import nock from 'nock';
import type { AwsClients } from '#adapters/aws/client/clients';
import { useRealAddresses } from './real-addresses.ts';

/** One response: an object is sent as JSON, a text is sent unchanged. */
export type AwsResponse = {
  readonly status?: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request as it was sent; `body` is the JSON of Rekognition or the form of STS. */
export type AwsRequest = {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
};

export type AwsPlay = {
  /** Sets the responses of an operation from now on: one after another, and the last one repeatedly. */
  readonly answer: (operation: string, ...answers: readonly AwsResponse[]) => void;
  readonly requests: () => readonly AwsRequest[];
  readonly operations: () => readonly string[];
};

const requestOf = (headers: IncomingHttpHeaders, sent: string): AwsRequest => {
  const target = /^RekognitionService\.(\w+)$/.exec(`${headers['x-amz-target']}`)?.[1];
  if (target !== undefined) return { operation: target, body: JSON.parse(sent), text: sent, headers };
  const { Action = '', Version: _, ...body } = Object.fromEntries(new URLSearchParams(sent));
  return { operation: Action, body, text: sent, headers };
};

/** Answers an error in Rekognition's format. */
export const jsonError = (name: string, status = 400, message = 'arn:aws:iam::123456789012:user/idv'): AwsResponse => ({
  status,
  body: { __type: name, Code: name, Logref: 'l', Message: message },
});

/** Answers an error in STS's format. */
export const xmlError = (code: string, status: number): AwsResponse => ({
  status,
  body: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>arn:aws:iam::123456789012:user/idv</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
});

/** Answers a response in STS's format. */
export const xmlAnswer = (operation: string, result: string): AwsResponse => ({
  body: `<${operation}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${operation}Result>${result}</${operation}Result></${operation}Response>`,
});

const hosts = ['https://rekognition.eu-west-1.amazonaws.com', 'https://sts.eu-west-1.amazonaws.com'];

/**
 * Plays AWS at its real addresses in `eu-west-1` for the tests of a `describe`, with the responses that it is given; an
 * operation without a response is a mistake of the test.
 */
export const playAws = (): AwsPlay => {
  const answers = new Map<string, AwsResponse[]>();
  const seen: AwsRequest[] = [];
  let unanswered: string[] = [];
  useRealAddresses();
  const replyTo = (asked: AwsRequest): nock.ReplyFnResult => {
    seen.push(asked);
    const left = answers.get(asked.operation) ?? [];
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer === undefined) unanswered.push(asked.operation);
    const { status = 200, body, headers = {} } = answer ?? { status: 599, body: '' };
    return [status, typeof body === 'string' ? body : JSON.stringify(body), headers];
  };
  beforeEach(() => {
    answers.clear();
    seen.length = 0;
    for (const host of hosts)
      nock(host)
        .persist()
        .post('/')
        .reply(function (_, sent) {
          return replyTo(requestOf(this.req.headers, String(sent)));
        });
  });
  afterEach('every operation had a response', () => {
    const missed = unanswered;
    unanswered = [];
    if (missed.length > 0) throw new Error(`nothing was said of ${missed.join(', ')}`);
  });
  return {
    answer: (operation, ...next) => {
      answers.set(operation, [...next]);
    },
    requests: () => seen,
    operations: () => seen.map(({ operation }) => operation),
  };
};

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string };

export const exampleKeys: Keys = { accessKeyId: 'AKIAEXAMPLEEXAMPLE12', secretAccessKey: `${'secret'.repeat(6)}/key` };

/**
 * Opens clients with one attempt and a circuit that stays closed, unless a test says otherwise: of AWS itself, or of a
 * server on this machine.
 */
const clientsOf = (endpoint: string | null, limits: Partial<VendorLimits>, keys: Keys) => {
  const records: CallRecord[] = [];
  const way = (provider: 'rekognition' | 'sts') =>
    createVendorClient({
      provider,
      origins: awsOrigins('eu-west-1', endpoint)[provider],
      limits: {
        deadlineMs: 5_000,
        maxBytes: 1_000_000,
        concurrency: 10,
        queue: 10,
        maxAttempts: 1,
        breaker: { failures: 1_000, openMs: 1 },
        ...limits,
      },
      random: () => 0,
      observe: (record) => records.push(record),
    });
  const clients: AwsClients = awsClients({
    region: 'eu-west-1',
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
    endpoint,
    rekognition: way('rekognition'),
    sts: way('sts'),
  });
  return { clients, records };
};

/** Opens clients of AWS at its own addresses. */
export const realAws = (limits: Partial<VendorLimits> = {}) => clientsOf(null, limits, exampleKeys);

/** Opens clients of a server on this machine. */
export const awsAt = (url: string, limits: Partial<VendorLimits>, keys: Keys) => clientsOf(url, limits, keys);
