import { type DocumentReading, E, type Either, pipe, type Unavailable } from '@portcullis/domain';
import { decode, integer, parseJson, plainText, t } from '@portcullis/domain/kernel';
import { type DocumentOutput, DocumentOutputCodec } from './document-output.ts';
import { readerOutage } from './errors.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);
const optionalCount = t.union([count, t.null, t.undefined]);

/** The part of a message that is used here. Everything else in it may change. */
const MessageCodec = t.type({
  type: t.literal('message'),
  role: t.literal('assistant'),
  model: plainText(1, 128),
  content: t.array(t.intersection([t.type({ type: t.string }), t.partial({ text: t.string })])),
  stop_reason: t.union([t.string, t.null]),
  usage: t.intersection([
    t.type({ input_tokens: count, output_tokens: count }),
    t.partial({ cache_creation_input_tokens: optionalCount, cache_read_input_tokens: optionalCount }),
  ]),
});
export type Message = t.TypeOf<typeof MessageCodec>;

/** Decodes the body of a 200. It is accepted only when it contains a message. */
export const messageOf = (answer: unknown): Either<Unavailable, Message> =>
  pipe(
    decode(MessageCodec, answer),
    E.mapLeft(() => readerOutage('invalid_response', { name: 'MessageFault', code: 'no_message' })),
  );

export const isTruncated = ({ stop_reason }: Message): boolean => stop_reason === 'max_tokens';

/** The tokens that are charged, whether they came from the cache or not. */
export const usageOf = ({ usage }: Message): DocumentReading['usage'] => ({
  inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
  outputTokens: usage.output_tokens,
});

const invalid = (code: string): Either<Unavailable, never> =>
  E.left(readerOutage('output_invalid', { name: 'OutputFault', code }));

/** Nobody knows which of two entries for one side is meant. */
const repeatsSide = ({ sides }: DocumentOutput): boolean => new Set(sides.map(({ side }) => side)).size < sides.length;

/**
 * The error does not describe the fault of the form, because field names in the response may come from the writer of
 * the document.
 */
const decodeDocument = ({ content }: Message): Either<Unavailable, DocumentOutput> => {
  const text = content.find(({ type }) => type === 'text')?.text;
  if (text === undefined) return invalid('no_text');
  const value = parseJson(text);
  if (value === undefined) return invalid('no_json');
  const document = decode(DocumentOutputCodec, value);
  return E.isLeft(document) || repeatsSide(document.right) ? invalid('wrong_form') : document;
};

/** The stop reason is checked first: the content is read only when the model completed its response. */
export const outputOf = (message: Message): Either<Unavailable, DocumentOutput> => {
  switch (message.stop_reason) {
    case 'end_turn':
      return decodeDocument(message);
    case 'refusal':
      return E.left(readerOutage('model_refused', { name: 'RefusalFault' }));
    case 'max_tokens':
      return E.left(readerOutage('output_truncated', { name: 'OutputFault', code: 'max_tokens' }));
    case 'model_context_window_exceeded':
      return invalid('context_window_exceeded');
    default:
      // None of the other reasons, such as a tool call, a pause or a stop sequence, can end what was requested.
      return E.left(readerOutage('invalid_response', { name: 'MessageFault', code: 'unasked_stop' }));
  }
};
