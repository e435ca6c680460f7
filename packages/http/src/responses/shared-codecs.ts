import { documentTypes, type fieldNames } from '@portcullis/documents';
import type { Profile, ProfileView, ReasonCode, Status } from '@portcullis/domain';
import { checkNames, checkSources, messagesForStatus, messagesOfStatus, reasonCodes } from '@portcullis/domain/checks';
import { IdCodec, matching, numberBetween, oneOf, schemaCodec, statuses, steps, t } from '@portcullis/domain/kernel';

/** The codec of a value that may be `null`. */
export const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/** A time in ISO 8601 UTC with milliseconds. */
export const Timestamp = schemaCodec('a time', t.string.is, { type: 'string', format: 'date-time' });

const wholeFrom = (least: number) =>
  schemaCodec(
    `a whole number from ${least}`,
    (u): u is number => typeof u === 'number' && Number.isInteger(u) && u >= least,
    { type: 'integer', minimum: least },
  );
/** Whole numbers from 0, and from 1. */
export const Count = wholeFrom(0);
export const Ordinal = wholeFrom(1);
/** The measurements of providers and comparisons, 0 to 100, and a reader's estimates, 0 to 1. */
export const Score = numberBetween(0, 100);
export const Estimate = numberBetween(0, 1);
export const Sha256 = matching('64 hexadecimal digits', /^[0-9a-f]{64}$/);
export const StatusCodec = oneOf(statuses);
export const ReasonCodec = oneOf(reasonCodes);
export const Reasons = t.readonlyArray(ReasonCodec);
export const ProfileIdField = { profile_id: IdCodec };

/** A reason with its applicant message. */
export const ApplicantReason = t.type({ code: ReasonCodec, message: t.string }, 'ApplicantReason');

/**
 * Selects the reasons that the person may see while the profile has this status, one for each cause, each with its
 * applicant message in their language. A reason without an applicant message is shown to the partner only.
 */
export const applicantReasons = (
  reasons: readonly ReasonCode[],
  { language, status }: { readonly language: string; readonly status: Status },
): t.TypeOf<typeof ApplicantReason>[] => [...messagesForStatus(status, reasons, language)];

/** The same of the reasons of the status itself: nobody waits for a reviewer without a word. */
export const applicantStatusReasons = ({
  language,
  status,
  statusReasons,
}: Pick<Profile, 'language' | 'status' | 'statusReasons'>): t.TypeOf<typeof ApplicantReason>[] => [
  ...messagesOfStatus(status, statusReasons, language),
];

export const CheckBody = t.intersection(
  [
    t.type({
      name: oneOf(checkNames),
      status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
      requirement: oneOf(['required', 'optional']),
      reasons: Reasons,
      observed_at: Timestamp,
      evidence: t.readonlyArray(Count),
    }),
    t.partial({
      score: t.number,
      threshold: t.number,
      challenge: t.string,
      source: oneOf(checkSources),
    }),
  ],
  'Check',
);

const FieldSource = t.intersection([
  t.type({ source: oneOf(['mrz', 'barcode', 'ai', 'claimed', 'reviewer']), value: t.string }),
  t.partial({ confidence: Estimate }),
]);

const DocumentField = t.type({
  value: t.string,
  sources: t.readonlyArray(FieldSource),
  agreement: oneOf(['agree', 'disagree', 'single']),
});

/** Uses the same codec for every field that a document can have. */
export const eachField = <C extends t.Mixed>(codec: C): { readonly [Name in (typeof fieldNames)[number]]: C } => ({
  last_name: codec,
  first_name: codec,
  document_number: codec,
  personal_number: codec,
  issuing_country: codec,
  nationality: codec,
  date_of_birth: codec,
  date_of_issue: codec,
  date_of_expiry: codec,
  sex: codec,
});

export const DocumentBody = t.type(
  {
    type: nullable(oneOf(documentTypes)),
    issuing_country: nullable(t.string),
    fields: t.partial(eachField(DocumentField)),
  },
  'Document',
);

type ShownDocument = NonNullable<ProfileView['document']>;

/** The document of a view as it is answered. */
export const documentBody = ({ fields, issuingCountry, type }: ShownDocument): t.TypeOf<typeof DocumentBody> => ({
  type,
  issuing_country: issuingCountry,
  fields,
});

export const StepCodec = oneOf(steps);
export const RequirementState = oneOf(['missing', 'present', 'accepted', 'rejected']);

/** A page of a list that leaves out and counts what does not open. */
export const countedListOf = <C extends t.Mixed>(item: C, name: string) =>
  t.intersection(
    [
      t.type({ object: t.literal('list'), data: t.readonlyArray(item), next_cursor: nullable(t.string) }),
      t.partial({ damaged: Count }),
    ],
    name,
  );

/** A page of a list. */
export const listOf = <C extends t.Mixed>(item: C, name: string) =>
  t.type({ object: t.literal('list'), data: t.readonlyArray(item), next_cursor: nullable(t.string) }, name);
