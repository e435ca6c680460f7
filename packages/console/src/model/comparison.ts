import type { Explanation, Profile, SeenComparison } from './wire.ts';

/** The columns of the table, in their order: what was claimed, and what each part of the document says. */
export const columns = ['claimed', 'ai', 'mrz', 'barcode'] as const;
export type Column = (typeof columns)[number];

export type Cell = {
  readonly value: string;
  /** Whether it is the odd one out: it differs from what the row is compared with. */
  readonly isDeviating: boolean;
};

export type ComparedRow = {
  readonly field: string;
  readonly cells: { readonly [Name in Column]: Cell | null };
  readonly result: 'same' | 'differ' | 'single';
  /** Sentences of the service on what differs. */
  readonly notes: readonly string[];
};

/** The rows in their order; what is claimed under another name stands under that of the document. */
const fields = [
  'full_name',
  'last_name',
  'first_name',
  'date_of_birth',
  'sex',
  'nationality',
  'document_type',
  'document_number',
  'personal_number',
  'issuing_country',
  'date_of_issue',
  'date_of_expiry',
  'address',
  'email',
  'phone',
] as const;

const claimedNames: { readonly [field: string]: string } = { issuing_country: 'country', sex: 'gender' };

type Values = { readonly [Name in Column]: string | null };

/** Letters and digits alone, without case and accents: how two values are compared where the service did not. */
export const plainForm = (value: string): string =>
  value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const sexes: { readonly [form: string]: string } = { FEMALE: 'F', WOMAN: 'F', MALE: 'M', MAN: 'M' };

const formOf = (field: string, value: string): string => {
  const form = plainForm(value);
  return field === 'sex' ? (sexes[form] ?? form) : form;
};

const joined = (first: string | null, last: string | null): string | null =>
  first === null || last === null ? null : `${first} ${last}`;

type ReadFields = NonNullable<Profile['document']>['fields'];
type ReadField = ReadFields[keyof ReadFields];

const readField = ({ document }: Profile, field: string): ReadField => {
  const fields: { readonly [name: string]: ReadField } = document?.fields ?? {};
  return fields[field];
};

const sourceValue = (profile: Profile, field: string, source: Column): string | null =>
  readField(profile, field)?.sources.find((one) => one.source === source)?.value ?? null;

const claimedValue = ({ claimed }: Profile, field: string): string | null => {
  const values: { readonly [name: string]: string | undefined } = claimed;
  return values[claimedNames[field] ?? field] ?? null;
};

const valuesOf = (profile: Profile, field: string): Values => {
  const claimed = claimedValue(profile, field);
  const read = (source: Column): string | null =>
    field === 'full_name'
      ? claimed && joined(sourceValue(profile, 'first_name', source), sourceValue(profile, 'last_name', source))
      : sourceValue(profile, field, source);
  const values = { claimed, ai: read('ai'), mrz: read('mrz'), barcode: read('barcode') };
  return field === 'document_type' ? { ...values, ai: profile.document?.type ?? null } : values;
};

/** The first sources to compare with: the zone and the barcode have check digits or codes, the print is read by eye. */
const referenceOrder = ['mrz', 'barcode', 'ai', 'claimed'] as const;

const seenOf = (explanation: Explanation | null, field: string): readonly SeenComparison[] =>
  (explanation?.checks ?? [])
    .flatMap(({ saw }) => saw ?? [])
    .filter((one): one is SeenComparison => one.kind === 'comparison' && one.field === field);

const isPair = ({ one, other }: SeenComparison, a: string, b: string): boolean =>
  (one.source === a && other.source === b) || (one.source === b && other.source === a);

/** Whether two values differ: as the service has judged, which knows how names are transliterated, or as written. */
const differs = (
  profile: Profile,
  seen: readonly SeenComparison[],
  field: string,
  values: Values,
  column: Column,
  reference: Column,
): boolean => {
  const one = values[column];
  const other = values[reference];
  if (one === null || other === null || column === reference) return false;
  const judged = seen.find((comparison) => isPair(comparison, column, reference));
  if (judged !== undefined) return !judged.agrees;
  const isOfDocument = column !== 'claimed' && reference !== 'claimed';
  if (isOfDocument && readField(profile, field)?.agreement === 'agree') return false;
  return formOf(field, one) !== formOf(field, other);
};

const rowOf = (profile: Profile, explanation: Explanation | null, field: string): ComparedRow | null => {
  const values = valuesOf(profile, field);
  const present = columns.filter((column) => values[column] !== null);
  const reference = referenceOrder.find((column) => values[column] !== null);
  if (reference === undefined) return null;
  const seen = seenOf(explanation, field);
  const cellOf = (column: Column): Cell | null => {
    const value = values[column];
    return value === null ? null : { value, isDeviating: differs(profile, seen, field, values, column, reference) };
  };
  const cells = { claimed: cellOf('claimed'), ai: cellOf('ai'), mrz: cellOf('mrz'), barcode: cellOf('barcode') };
  const hasDeviation = columns.some((column) => cells[column]?.isDeviating === true);
  const isDifferent = hasDeviation || readField(profile, field)?.agreement === 'disagree';
  const result = isDifferent ? 'differ' : present.length > 1 ? 'same' : 'single';
  const sentences = seen.filter(({ agrees }) => !agrees).map(({ lowered_by: lowered }) => lowered?.sentence ?? '');
  return { field, cells, result, notes: [...new Set(sentences)].filter((sentence) => sentence !== '') };
};

/** The rows of all fields that anybody has named, with the differences marked. */
export const compareFields = (profile: Profile, explanation: Explanation | null): readonly ComparedRow[] =>
  fields.flatMap((field) => rowOf(profile, explanation, field) ?? []);
