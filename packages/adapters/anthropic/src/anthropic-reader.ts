import {
  type Clock,
  type Diagnosis,
  type DocumentReader,
  type DocumentReading,
  E,
  type Either,
  type ImageFitter,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  type UnsupportedMedia,
  unavailable,
} from '@portcullis/domain';
import { memoizeTask } from '@portcullis/domain/kernel';
import type { OngoingCall, VendorClient } from '@portcullis/vendor-client';
import { type CapabilityCache, capabilityCache } from './capabilities.ts';
import { type AnthropicClientOptions, anthropicClient } from './client.ts';
import { diagnoseModel } from './diagnosis.ts';
import { unavailableOf } from './errors.ts';
import { isTruncated, type Message, messageOf, outputOf, usageOf } from './message.ts';
import { type ResponseMetadata, readingOf, unreadableReading } from './reading.ts';
import { imageLimits, type MessageInput, messageRequest, type Photos } from './request.ts';

export type AnthropicOptions = AnthropicClientOptions & {
  /** The model's name at the provider. An alias is allowed. */
  readonly model: string;
  readonly vendorClient: VendorClient;
  readonly fitter: ImageFitter;
  /** Decides when the cached capabilities of the model are stale. Only the milliseconds that pass are used. */
  readonly clock?: Clock;
};

export type AnthropicReader = CapabilityCache & { readonly reader: DocumentReader; readonly diagnosis: Diagnosis };

type Input = Parameters<DocumentReader['read']>[0];
type ModelResponse = { readonly message: Message; readonly metadata: ResponseMetadata };

const monotonicClock: Clock = { now: () => performance.now() };

const fitPhotos = (fitter: ImageFitter, { front, back }: Input): TaskEither<UnsupportedMedia, Photos> =>
  pipe(
    TE.Do,
    TE.bindW('front', () => fitter.fit(front, imageLimits)),
    TE.bindW('back', () => (back ? fitter.fit(back, imageLimits) : TE.right(null))),
  );

const deadlineExceeded = unavailable('document_reader', { name: 'DeadlinePassed' }, 'timeout');

const requestIdOf = (id: string | null | undefined): string | null => (id && /^[\w-]{1,128}$/.test(id) ? id : null);

/** Sends one request of a call and returns the message of the response, whatever the message says. */
type Send = (input: MessageInput) => TaskEither<Unavailable, ModelResponse>;

const responseOf = (data: unknown, requestId: ResponseMetadata['requestId']): Either<Unavailable, ModelResponse> =>
  pipe(
    messageOf(data),
    E.map((message) => ({ message, metadata: { model: message.model, requestId, usage: usageOf(message) } })),
  );

const sendBy =
  (options: AnthropicClientOptions, call: OngoingCall): Send =>
  (input) =>
    pipe(
      TE.tryCatch(
        async () =>
          anthropicClient(options, call).messages.create(messageRequest(input), { signal: call.signal }).withResponse(),
        unavailableOf,
      ),
      TE.flatMap(({ data, request_id }) => TE.fromEither(responseOf(data, requestIdOf(request_id)))),
    );

const sumUsage = (one: ResponseMetadata['usage'], other: ResponseMetadata['usage']): ResponseMetadata['usage'] => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/**
 * A response that was truncated is requested once more, with a larger token limit and under the same deadline. Both
 * requests are charged.
 */
const sendWithTruncationRetry =
  (send: Send, input: MessageInput): TaskEither<Unavailable, ModelResponse> =>
  async () => {
    const first = await send(input)();
    if (E.isLeft(first) || !isTruncated(first.right.message)) return first;
    const second = await send({ ...input, isRetry: true })();
    if (E.isLeft(second)) return second;
    const { message, metadata } = second.right;
    return E.right({
      message,
      metadata: { ...metadata, usage: sumUsage(first.right.metadata.usage, metadata.usage) },
    });
  };

const readingIn = ({ message, metadata }: ModelResponse, hasBack: boolean): Either<Unavailable, DocumentReading> =>
  pipe(
    outputOf(message),
    E.map((output) => readingOf(output, metadata, hasBack)),
  );

/**
 * Reads documents with a model of Anthropic. One call has both sides; it contains nothing but the photos and the
 * instructions, which are the same for everybody. The model only transcribes, and the domain decides how far the
 * transcription is trusted. Bytes that are not an image give a reading without lines, and no request is sent.
 */
export const anthropicReader = (options: AnthropicOptions): AnthropicReader => {
  const { model, fitter, vendorClient, clock = monotonicClock } = options;
  const cache = capabilityCache(options, clock);

  const sendWithin = ({ call }: Input, photos: Photos, ongoing: OngoingCall): TaskEither<Unavailable, ModelResponse> =>
    // No request is built after the deadline has passed.
    ongoing.signal.aborted
      ? TE.left(deadlineExceeded)
      : sendWithTruncationRetry(sendBy(options, ongoing), {
          model,
          call,
          photos,
          capabilities: cache.capabilities(),
          isRetry: false,
        });

  // The photos are resized inside the call, so that the call's deadline covers everything that takes time.
  const requestReading = (input: Input): TaskEither<Unavailable | UnsupportedMedia, ModelResponse> => {
    const photos = memoizeTask(fitPhotos(fitter, input));
    return vendorClient.call(
      { service: 'document_reader', operation: 'messages.create', call: input.call },
      (ongoing) =>
        pipe(
          photos,
          TE.flatMap((fit) => sendWithin(input, fit, ongoing)),
        ),
    );
  };

  const read = (input: Input): TaskEither<Unavailable, DocumentReading> =>
    pipe(
      requestReading(input),
      TE.flatMap((response) => TE.fromEither(readingIn(response, input.back !== null))),
      TE.orElse((reason) =>
        reason._tag === 'UnsupportedMedia' ? TE.right(unreadableReading(model, input.back !== null)) : TE.left(reason),
      ),
    );

  return { ...cache, reader: { read }, diagnosis: diagnoseModel(options) };
};
