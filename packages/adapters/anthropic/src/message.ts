import {
  type DocumentReading,
  decode,
  E,
  type Either,
  integer,
  plainText,
  t,
  type Unavailable,
} from '@portcullis/domain';
import { type DocumentOutput, DocumentOutputCodec } from './document-output.ts';
import { outage } from './errors.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);
const countOrNone = t.union([count, t.null, t.undefined]);

/** A message as far as it concerns us; whatever else is in it may change as it likes. */
const MessageCodec = t.type({
  type: t.literal('message'),
  role: t.literal('assistant'),
  model: plainText(1, 128),
  content: t.array(t.intersection([t.type({ type: t.string }), t.partial({ text: t.string })])),
  stop_reason: t.union([t.string, t.null]),
  usage: t.intersection([
    t.type({ input_tokens: count, output_tokens: count }),
    t.partial({ cache_creation_input_tokens: countOrNone, cache_read_input_tokens: countOrNone }),
  ]),
});
export type Message = t.TypeOf<typeof MessageCodec>;

/** A 200 is an answer only when a message is in it. */
export const messageOf = (answer: unknown): Either<Unavailable, Message> =>
  E.mapLeft(() => outage('invalid_response', { name: 'MessageFault', code: 'no_message' }))(
    decode(MessageCodec, answer),
  );

export const isTruncated = ({ stop_reason }: Message): boolean => stop_reason === 'max_tokens';

/** Tokens that were paid for, from the cache or not. */
export const usageOf = ({ usage }: Message): DocumentReading['usage'] => ({
  inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
  outputTokens: usage.output_tokens,
});

const invalid = (code: string): Either<Unavailable, never> =>
  E.left(outage('output_invalid', { name: 'OutputFault', code }));

/** The value of a JSON text, or `undefined`, which no JSON text has. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with the form is not said any closer: names in it may come from whoever wrote on the document. */
const documentIn = ({ content }: Message): Either<Unavailable, DocumentOutput> => {
  const text = content.find(({ type }) => type === 'text')?.text;
  if (text === undefined) return invalid('no_text');
  const value = parsed(text);
  if (value === undefined) return invalid('no_json');
  const document = decode(DocumentOutputCodec, value);
  return E.isLeft(document) ? invalid('wrong_form') : document;
};

/** Why the model stopped comes first: only an answer that it brought to its end is looked at. */
export const outputOf = (message: Message): Either<Unavailable, DocumentOutput> => {
  switch (message.stop_reason) {
    case 'end_turn':
      return documentIn(message);
    case 'refusal':
      return E.left(outage('model_refused', { name: 'RefusalFault' }));
    case 'max_tokens':
      return E.left(outage('output_truncated', { name: 'OutputFault', code: 'max_tokens' }));
    case 'model_context_window_exceeded':
      return invalid('context_window_exceeded');
    default:
      // A tool, a pause, a stop sequence: nothing that was asked for can end so.
      return E.left(outage('invalid_response', { name: 'MessageFault', code: 'unasked_stop' }));
  }
};
