import { closedObject, oneOf, stringCodec, t } from '@portcullis/domain/kernel';
import { ConsentTextVersion, DeviceEventId, isCalendarDate, LanguageTag } from '@portcullis/domain/serialization';

/** Decodes an unknown value into `A`. Every io-ts codec is one. */
export type Codec<A> = t.Decoder<unknown, A>;

const timePattern = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Converts to ISO 8601 UTC with milliseconds, the only form that is compared and stored. */
export const toTimestamp = (pointInTime: string): string => new Date(pointInTime).toISOString();

/** Whether the instant in UTC has a four-digit year from 0001 on. An offset can move it past either end. */
const isStorable = (pointInTime: string): boolean => /^(?!0000)\d{4}-/.test(toTimestamp(pointInTime));

/** A point in time with its offset (RFC 3339 date-time). `toTimestamp` converts it to the form that the domain uses. */
export const PointInTime = stringCodec(
  'a time like 2026-01-31T12:00:00.000Z',
  (s) => s.length <= 35 && timePattern.test(s) && isCalendarDate(s.slice(0, 10)) && isStorable(s),
  { format: 'date-time' },
);

/** A whole number in a query: only digits, between two limits that are both included. */
export const integerText = (min: number, max: number) =>
  Object.assign(
    new t.Type<number, string, unknown>(
      `a whole number from ${min} to ${max}`,
      (u): u is number => typeof u === 'number',
      (u, context) => {
        const n = typeof u === 'string' && /^\d{1,10}$/.test(u) ? Number(u) : Number.NaN;
        return n >= min && n <= max ? t.success(n) : t.failure(u, context);
      },
      String,
    ),
    { schema: { type: 'integer', minimum: min, maximum: max } },
  );

/** Different words of a closed list in a query, as `readQuery` joins them by commas. */
export const enumList = <const Word extends string>(words: readonly Word[]) => {
  const isWord = (text: string): text is Word => words.some((one) => one === text);
  const word = { type: 'string', enum: words };
  return Object.assign(
    new t.Type<readonly Word[], string, unknown>(
      `different words out of ${words.join(', ')}, separated by commas`,
      (u): u is readonly Word[] => Array.isArray(u),
      (u, context) => {
        const found = typeof u === 'string' ? u.split(',') : [];
        const isList = found.length > 0 && new Set(found).size === found.length;
        return isList && found.every(isWord) ? t.success(found) : t.failure(u, context);
      },
      (list) => list.join(),
    ),
    { schema: { type: 'array', items: word, minItems: 1, uniqueItems: true } },
  );
};

export const ConsentCodec = closedObject(
  {
    text_version: ConsentTextVersion,
    locale: LanguageTag,
    granted: t.boolean,
  },
  { scope: oneOf(['face']) },
  'ConsentInput',
);

export const DeviceCodec = closedObject({ event_id: DeviceEventId }, {}, 'DeviceInput');
