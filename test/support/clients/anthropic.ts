import { anthropicReader } from '@portcullis/adapter-anthropic';
import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { type Clock, type DocumentReading, E, type ImageFitter } from '@portcullis/domain';
import type { CallRecord, Fetch, VendorClient } from '@portcullis/vendor-client';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import type { AnthropicReader } from '#adapters/anthropic/anthropic-reader';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { mustSucceed } from '../run.ts';
import { aVendorClient } from './vendor-clients.ts';

/** A request as it was sent; `body` is its JSON. */
export type ModelRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export const anthropicModel = simulatorKeys.model;

const passportSide = {
  side: 'front',
  fields: {
    last_name: { value: 'ERIKSSON', confidence: 0.98 },
    first_name: { value: 'ANNA MARIA', confidence: 0.98 },
    document_number: { value: 'L8988901C', confidence: 0.97 },
    personal_number: null,
    issuing_country: { value: 'UTO', confidence: 0.99 },
    nationality: { value: 'UTO', confidence: 0.99 },
    date_of_birth: { value: '1974-08-12', confidence: 0.96 },
    date_of_issue: null,
    date_of_expiry: { value: '2034-04-15', confidence: 0.96 },
    sex: { value: 'F', confidence: 0.99 },
  },
  mrz_lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO7408122F3404159ZE184226B<<<<<10'],
} as const;

/** Answers what the model read in one photo, here a passport's page; `over` replaces members. */
export const aSide = (over: object = {}): object => ({ ...passportSide, ...over });

const sideMembers = ['fields', 'mrz_lines'];

/**
 * Answers what is printed on a passport, in the model's output format; `over` replaces members, those of the only side
 * included.
 */
export const anOutput = (over: object = {}): object => {
  const isOfSide = ([name]: readonly [string, unknown]): boolean => sideMembers.includes(name);
  const entries = Object.entries(over);
  return {
    document_type: 'passport',
    issuing_country: 'UTO',
    sides: [aSide(Object.fromEntries(entries.filter(isOfSide)))],
    signals: [],
    instructions_found: false,
    ...Object.fromEntries(entries.filter((entry) => !isOfSide(entry))),
  };
};

/** Answers a message that contains a text, as the provider sends it. */
export const aMessage = (text: string, over: object = {}): object => ({
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5-20260801',
  container: null,
  content: [{ type: 'text', text, citations: null }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  stop_details: null,
  usage: { input_tokens: 1800, output_tokens: 200, cache_creation_input_tokens: 30, cache_read_input_tokens: 13 },
  ...over,
});

export const jsonReply = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy', ...headers },
  });

const requestOf = (input: string | URL | Request, init: RequestInit | undefined): ModelRequest => ({
  url: `${input instanceof Request ? input.url : input}`,
  method: init?.method ?? 'GET',
  headers: Object.fromEntries(new Headers(init?.headers)),
  body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
});

/** Passes images on unchanged, for tests that do not examine them. */
export const unchangedImages: ImageFitter = { fit: (image) => async () => E.right(image) };

type InProcessReader = AnthropicReader & { readonly requests: readonly ModelRequest[] };
type Reply = (request: ModelRequest, n: number) => Response | Promise<Response>;

/**
 * Opens the adapter with a vendor client that answers in this process. The adapter also requests the model's
 * description, so every request except messages is answered with 404 unless `card` says otherwise.
 */
export const anthropicAnswering = (
  reply: Reply,
  {
    card = () => jsonReply({}, 404),
    clock,
    fitter = unchangedImages,
  }: { card?: () => Response; clock?: Clock; fitter?: ImageFitter } = {},
): InProcessReader => {
  const requests: ModelRequest[] = [];
  const fetch: Fetch = async (input, init) => {
    const request = requestOf(input, init);
    if (!request.url.endsWith('/v1/messages')) return card();
    requests.push(request);
    return reply(request, requests.length);
  };
  const vendorClient: VendorClient = {
    isOpen: () => true,
    call: (_, attempt) => attempt({ signal: new AbortController().signal, fetch }),
  };
  const options = { model: anthropicModel, apiKey: simulatorKeys.apiKey, endpoint: null, vendorClient, fitter };
  return { ...anthropicReader(clock ? { ...options, clock } : options), requests };
};

/**
 * Opens the adapter for a server on this machine, with one attempt and a circuit that stays closed, unless a test says
 * otherwise.
 */
export const anthropicAt = (
  url: string,
  { limits = {}, apiKey = `${simulatorKeys.apiKey}`, model = `${anthropicModel}`, fitter = sharpImageFitter() } = {},
): AnthropicReader & { readonly records: readonly CallRecord[] } => {
  const { records, way } = aVendorClient(new URL(url).origin, { maxBytes: 1_000_000, maxAttempts: 1, ...limits });
  return { ...anthropicReader({ model, apiKey, endpoint: url, vendorClient: way, fitter }), records };
};

/** Answers the input of a reader; `over` replaces members. */
export const aReadRequest = (over: object = {}) => ({
  call: { profileId: 'abc000000000001', attempt: 1 },
  front: { bytes: tinyJpeg(), contentType: 'image/jpeg' },
  back: null,
  hints: {},
  ...over,
});

/** Answers the reading that the adapter makes of a model's output; `over` replaces members of its input. */
export const readingOf = (output: unknown, over: object = {}): Promise<DocumentReading> =>
  mustSucceed(anthropicAnswering(() => jsonReply(aMessage(JSON.stringify(output)))).reader.read(aReadRequest(over)));

/** Answers the kind of the failure with which the adapter takes a model's text, or that it makes a reading of it. */
export const kindOf = async (text: string): Promise<string> => {
  const result = await anthropicAnswering(() => jsonReply(aMessage(text))).reader.read(aReadRequest())();
  return E.isLeft(result) ? result.left.kind : 'a reading';
};
