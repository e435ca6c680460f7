import { utf8ToBytes } from '@noble/hashes/utils.js';
import { documentTypes, isDay } from '@portcullis/documents';
import { claimInputName } from '../evidence/claimed-input.ts';
import {
  closedObject,
  isMultilineText,
  isPlainObject,
  isPlainText,
  type JsonSchema,
  matching,
  multilineText,
  oneOf,
  plainText,
  type SchemaCodec,
  schemaCodec,
  stringCodec,
  t,
} from '../kernel/codec.ts';
import { steps } from '../kernel/steps.ts';
import type { Json } from '../ledger/entry.ts';
import { JsonObjectCodec } from './json-codec.ts';

/** Whether a text is a calendar date whose year is not 0. */
export const isCalendarDate = (date: string): boolean => isDay(date) && !date.startsWith('0000');

/** A calendar date, `YYYY-MM-DD` (RFC 3339 full-date). */
const CalendarDate = stringCodec('a date YYYY-MM-DD', isCalendarDate, { format: 'date' });

export const LanguageTag = matching('a language tag like en or pt-BR', /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 35);

/** A country code of ISO 3166-1 (alpha-2 or alpha-3) or of ICAO 9303-3. */
export const CountryCode = matching('a country code of 2 or 3 capital letters', /^[A-Z]{2,3}$/);

const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text) && isPlainText(text);

/** The partner's claims about the person. Nothing of it is believed without evidence. */
export const ClaimedCodec = closedObject(
  {},
  {
    full_name: plainText(1, 200),
    first_name: plainText(1, 100),
    last_name: plainText(1, 100),
    date_of_birth: CalendarDate,
    document_type: oneOf(documentTypes),
    document_number: plainText(1, 40),
    country: CountryCode,
    email: stringCodec('an e-mail address', isEmail, { pattern: emailPattern.source, maxLength: 254 }),
    phone: matching('a phone number', /^\+?[0-9 ()./-]{3,32}$/),
    address: multilineText(500),
    gender: plainText(1, 40),
  },
  'Claimed',
);

/** The same claims with the names of an input. */
export const ClaimedInputCodec = closedObject(
  {},
  Object.fromEntries(Object.entries(ClaimedCodec.optional).map(([name, codec]) => [claimInputName(name), codec])),
  'Claimed',
);

/** The version of a consent text. */
export const ConsentTextVersion = matching(
  'a version of letters, digits, dot, dash and underscore',
  /^[A-Za-z0-9._-]{1,64}$/,
);

/** The id under which the device provider knows an event. */
export const DeviceEventId = matching(
  'an event id of letters, digits, dot, dash and underscore',
  /^[A-Za-z0-9._-]{1,128}$/,
);

const metadataKey = /^[A-Za-z0-9_.-]{1,40}$/;
const metadataKeyRule = '1 to 40 letters, digits, dots, dashes and underscores';
const maxMetadata = 20;

/** Pairs of this kind of value. Each fault is told of its own pair. */
const metadataCodec = <V>(value: SchemaCodec<V>) => {
  type Pairs = { readonly [key: string]: V };
  const isPairs = (u: unknown): u is Pairs =>
    isPlainObject(u) &&
    Object.keys(u).length <= maxMetadata &&
    Object.entries(u).every(([key, v]) => metadataKey.test(key) && value.is(v));
  const codec = new t.Type<Pairs, Pairs, unknown>(
    'Metadata',
    isPairs,
    (u, context) => {
      if (!isPlainObject(u)) return t.failure(u, context, 'expected an object');
      if (isPairs(u)) return t.success(u);
      if (Object.keys(u).length > maxMetadata) return t.failure(u, context, `expected at most ${maxMetadata} pairs`);
      return t.failures(
        Object.entries(u).flatMap(([key, v]): readonly t.ValidationError[] => {
          // A key in a wrong form can hold nothing, and is not repeated.
          if (!metadataKey.test(key)) return [{ value: u, context, message: `expected keys of ${metadataKeyRule}` }];
          return value.is(v) ? [] : [{ value: v, context: [...context, { key, type: value }] }];
        }),
      );
    },
    t.identity,
  );
  const schema: JsonSchema = {
    type: 'object',
    maxProperties: maxMetadata,
    propertyNames: { pattern: metadataKey.source },
    additionalProperties: value.schema,
  };
  return Object.assign(codec, { schema });
};

const MetadataValue = plainText(0, 500);

/** The partner's own key-value pairs on a profile. */
export const MetadataCodec = metadataCodec(MetadataValue);

/** A change of metadata. `null` removes the key. */
export const MetadataChangeCodec = metadataCodec(
  schemaCodec<string | null>(
    `${MetadataValue.name}, or null`,
    (v): v is string | null => v === null || MetadataValue.is(v),
    { anyOf: [MetadataValue.schema, { type: 'null' }] },
  ),
);

const maxDataBytes = 16 * 1024;

/** Whether every text in a value is one that may be stored: its keys, and its strings, which may be empty. */
const hasPlainTexts = (value: unknown): boolean => {
  if (typeof value === 'string') return value === '' || isMultilineText(value);
  if (Array.isArray(value)) return value.every(hasPlainTexts);
  return (
    !isPlainObject(value) || Object.entries(value).every(([key, inner]) => isPlainText(key) && hasPlainTexts(inner))
  );
};

/**
 * The data of a partner's own event. Values that are not JSON, which only a program can hand in, are refused.
 */
export const EventDataCodec = schemaCodec(
  'an object of at most 16 KiB as JSON, whose texts are not only blanks, without control, direction and tag characters',
  (u): u is { readonly [key: string]: Json } =>
    JsonObjectCodec.is(u) && utf8ToBytes(JSON.stringify(u)).length <= maxDataBytes && hasPlainTexts(u),
  {
    type: 'object',
    description:
      'At most 16 KiB as JSON. Its keys and texts are not only blanks and have no control, direction and tag characters other than tab and line feed.',
  },
);

const Step = oneOf(steps);
const StepList = t.array(Step);

/** The steps that the person is asked for, each at most once. */
export const StepsCodec = schemaCodec(
  `a list of different words out of ${steps.join(', ')}`,
  (u): u is t.TypeOf<typeof StepList> => StepList.is(u) && u.length > 0 && new Set(u).size === u.length,
  { type: 'array', items: Step.schema, minItems: 1, uniqueItems: true },
);

/** The id of a policy. */
export const PolicyId = matching('a policy id', /^[a-z0-9][a-z0-9_-]{0,63}$/);

/** The name of what a sandbox plays. */
export const ScenarioName = matching('a scenario name', /^[a-z][a-z0-9_]{0,63}$/);

/** The team of a client. */
export const TeamId = plainText(1, 128);

/** A note of staff. */
export const NoteText = multilineText(2000);

/** The digest of a draft, as its reader was shown it. */
export const DraftDigest = matching('64 hex characters', /^[0-9a-f]{64}$/);

/** The type of an event of a partner. */
export const PartnerEventType = matching('a dotted name like partner.call_made', /^[a-z]+(\.[a-z_]+)+$/, 100);

/** The form of a reason of a review. Reasons of the table count for the decision, and others are kept beside them. */
export const reasonForm = /^[a-z][a-z0-9_]{0,63}$/;
