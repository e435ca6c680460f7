import type { Anthropic } from '@anthropic-ai/sdk';
import {
  type Clock,
  type Diagnosis,
  type DocumentReader,
  type DocumentReading,
  E,
  type ImageFitter,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  type UnsupportedMedia,
  unavailable,
} from '@portcullis/domain';
import { once } from '@portcullis/outgoing';
import { type CapabilityWatch, watchCapabilities } from './capabilities.ts';
import { anthropicClient, type ClientOptions } from './client.ts';
import { diagnoseModel } from './diagnosis.ts';
import { failureOf } from './errors.ts';
import { isTruncated, type Message, messageOf, outputOf, usageOf } from './message.ts';
import { type Answered, readingOf, unreadable } from './reading.ts';
import { type Asked, imageLimits, messageRequest, type Photos } from './request.ts';

export type AnthropicOptions = ClientOptions & {
  /** The model's name at the provider. An alias is allowed. */
  readonly model: string;
  readonly fitter: ImageFitter;
  /** Decides when the cached capabilities of the model are stale. Only differences between its values are used. */
  readonly clock?: Clock;
};

export type AnthropicReader = CapabilityWatch & { readonly reader: DocumentReader; readonly diagnosis: Diagnosis };

type Input = Parameters<DocumentReader['read']>[0];
type Answer = { readonly message: Message; readonly answered: Answered };

const machineClock: Clock = { now: () => performance.now() };

const fitted = (fitter: ImageFitter, { front, back }: Input): TaskEither<UnsupportedMedia, Photos> =>
  pipe(
    TE.Do,
    TE.bindW('front', () => fitter.fit(front, imageLimits)),
    TE.bindW('back', () => (back ? fitter.fit(back, imageLimits) : TE.right(null))),
  );

const late = unavailable('document_reader', { name: 'DeadlinePassed' }, 'timeout');

const requestIdOf = (id: string | null | undefined): string | null => (id && /^[\w-]{1,128}$/.test(id) ? id : null);

/** Sends one request and returns the message of the response, whatever the message says. */
const send = (client: Anthropic, asked: Asked, signal: AbortSignal): TaskEither<Unavailable, Answer> =>
  pipe(
    TE.tryCatch(async () => client.messages.create(messageRequest(asked), { signal }).withResponse(), failureOf),
    TE.flatMap(({ data, request_id }) =>
      TE.fromEither(
        E.map((message: Message) => ({
          message,
          answered: { model: message.model, requestId: requestIdOf(request_id), usage: usageOf(message) },
        }))(messageOf(data)),
      ),
    ),
  );

const sumOf = (one: Answered['usage'], other: Answered['usage']): Answered['usage'] => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/**
 * A response that was truncated is requested once more, with a larger token limit and under the same deadline. Both
 * requests are charged.
 */
const sendTwice = (client: Anthropic, asked: Asked, signal: AbortSignal): TaskEither<Unavailable, Answer> =>
  TE.flatMap((first: Answer): TaskEither<Unavailable, Answer> => {
    if (!isTruncated(first.message)) return TE.right(first);
    const { usage } = first.answered;
    return TE.map(({ message, answered }: Answer) => ({
      message,
      answered: { ...answered, usage: sumOf(usage, answered.usage) },
    }))(send(client, { ...asked, again: true }, signal));
  })(send(client, asked, signal));

/**
 * Reads documents with a model of Anthropic. One call has both sides; it contains nothing but the photos and the
 * instructions, which are the same for everybody. The model only transcribes, and the domain decides how far the
 * transcription is trusted. Bytes that are not an image give a reading without lines, and no request is sent.
 */
export const anthropicReader = (options: AnthropicOptions): AnthropicReader => {
  const { model, fitter, way, clock = machineClock } = options;
  const needs = { client: anthropicClient(options), model, way };
  const watch = watchCapabilities(needs, clock);

  const ask = ({ call }: Input, photos: Photos, signal: AbortSignal): TaskEither<Unavailable, Answer> =>
    // No request is built after the deadline has passed.
    signal.aborted
      ? TE.left(late)
      : sendTwice(needs.client, { model, call, photos, capabilities: watch.capabilities(), again: false }, signal);

  // The photos are resized inside the call, so that the call's deadline covers everything that takes time.
  const answer = (input: Input): TaskEither<Unavailable | UnsupportedMedia, Answer> => {
    const photos = once(fitted(fitter, input));
    return way.call({ service: 'document_reader', operation: 'messages.create' }, (signal) =>
      TE.flatMap((fit: Photos): TaskEither<Unavailable | UnsupportedMedia, Answer> => ask(input, fit, signal))(photos),
    );
  };

  const read = (input: Input): TaskEither<Unavailable, DocumentReading> =>
    pipe(
      answer(input),
      TE.flatMap(({ message, answered }) =>
        TE.fromEither(
          E.map((output: Parameters<typeof readingOf>[0]) => readingOf(output, answered))(outputOf(message)),
        ),
      ),
      TE.orElse(
        (reason: Unavailable | UnsupportedMedia): TaskEither<Unavailable, DocumentReading> =>
          reason._tag === 'UnsupportedMedia' ? TE.right(unreadable(model)) : TE.left(reason),
      ),
    );

  return { ...watch, reader: { read }, diagnosis: diagnoseModel(needs) };
};
