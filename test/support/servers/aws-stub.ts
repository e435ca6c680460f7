import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AwsClients, awsClients, awsOrigins } from '@portcullis/adapter-aws';
import { type CallRecord, createVendorClient, type VendorLimits } from '@portcullis/vendor-client';
import { startStub } from './stub-server.ts';

/** One response: an object is sent as JSON, a text is sent unchanged. */
export type AwsResponse = {
  readonly status?: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request as the stub received it; `body` is the JSON of Rekognition or the form of STS. */
export type AwsRequest = {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
};

export type AwsStub = {
  readonly url: string;
  /** Sets the responses of an operation from now on: one after another, and the last one repeatedly. */
  readonly answer: (operation: string, ...answers: readonly AwsResponse[]) => void;
  readonly requests: () => readonly AwsRequest[];
  readonly operations: () => readonly string[];
  readonly reset: () => void;
  readonly close: () => Promise<void>;
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

/**
 * Starts a stub that answers like AWS, with the responses that it is given; an operation without a response is a
 * mistake of the test.
 */
export const startAwsStub = async (): Promise<AwsStub> => {
  const answers = new Map<string, AwsResponse[]>();
  const seen: AwsRequest[] = [];
  const stub = await startStub(async (request, response) => {
    const asked = requestOf(request.headers, await text(request));
    seen.push(asked);
    const left = answers.get(asked.operation) ?? [];
    const answer = left.length > 1 ? left.shift() : left[0];
    const { status = 200, body, headers = {} } = answer ?? { status: 599, body: 'nothing was said of this operation' };
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return {
    url: stub.url,
    close: stub.close,
    answer: (operation, ...next) => {
      answers.set(operation, [...next]);
    },
    requests: () => seen,
    operations: () => seen.map(({ operation }) => operation),
    reset: () => {
      answers.clear();
      seen.length = 0;
    },
  };
};

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string };

export const stubKeys: Keys = { accessKeyId: 'AKIAEXAMPLEEXAMPLE12', secretAccessKey: `${'secret'.repeat(6)}/key` };

/**
 * Opens clients for a server on this machine, with one attempt and a circuit that stays closed, unless a test says
 * otherwise.
 */
export const awsAt = (
  url: string,
  limits: Partial<VendorLimits> = {},
  keys: Keys = stubKeys,
): { readonly clients: AwsClients; readonly records: readonly CallRecord[] } => {
  const records: CallRecord[] = [];
  const way = (provider: 'rekognition' | 'sts') =>
    createVendorClient({
      provider,
      origins: awsOrigins('eu-west-1', url)[provider],
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
  const clients = awsClients({
    region: 'eu-west-1',
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
    endpoint: url,
    rekognition: way('rekognition'),
    sts: way('sts'),
  });
  return { clients, records };
};
