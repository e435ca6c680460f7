import { type ReasonCode, staffMessage, type Verdict } from '@portcullis/domain';
import { type CheckDetail, type CheckSource, checkNames, missingFieldDetailName } from '@portcullis/domain/checks';
import { fieldLabels } from '../counterfactuals/field-labels.ts';

type ValueDetail = Extract<CheckDetail, { readonly kind: 'value' }>;

const otherLabels: Readonly<Record<string, string>> = {
  composite: 'composite check',
  document_type: 'type of document',
  full_name: 'full name',
};

const labelOf = (field: string): string => {
  const labels: Readonly<Record<string, string>> = { ...fieldLabels, ...otherLabels };
  return labels[field] ?? field;
};

const sourceLabels: Readonly<Partial<Record<CheckSource, string>>> = {
  ai: 'in print',
  barcode: 'in the barcode',
  mrz: 'in the machine-readable zone',
};

/** The details of the checks that gave a reason, in the order of the checks. */
const valueDetailsFor = ({ checks, details }: Verdict, code: ReasonCode): readonly ValueDetail[] =>
  checkNames
    .filter((name) => checks.some((check) => check.name === name && check.reasons.includes(code)))
    .flatMap((name) => details[name] ?? [])
    .filter((detail) => detail.kind === 'value');

/** The missing fields by the source that lacks them: `the last name, the document number in the barcode`. */
const missingFields = (verdict: Verdict): readonly string[] => {
  const missing = valueDetailsFor(verdict, 'data_field_missing').filter(({ name }) => name === missingFieldDetailName);
  return [...new Set(missing.map(({ source }) => source))].map((source) => {
    const fields = missing
      .filter((detail) => detail.source === source)
      .map(({ value }) => `the ${labelOf(String(value))}`);
    return `${[...new Set(fields)].join(', ')} ${sourceLabels[source] ?? ''}`.trim();
  });
};

const wrongCheckDigits = (verdict: Verdict): readonly string[] => {
  const details = valueDetailsFor(verdict, 'mrz_check_digit_failed');
  return details
    .filter(({ name, value }) => /^check_digit_/.test(name) && value === 'wrong')
    .map(({ name }) => {
      const place = details.find((other) => other.name === `${name}_place`)?.value;
      return `that of the ${labelOf(name.replace('check_digit_', ''))}${place === undefined ? '' : ` (${place})`}`;
    });
};

/** The details of this verdict that a message for staff leaves open. */
const detailsByReason: { readonly [Code in ReasonCode]?: (verdict: Verdict) => readonly string[] } = {
  data_field_missing: missingFields,
  mrz_check_digit_failed: wrongCheckDigits,
};

/**
 * The message for staff about a reason. If the verdict is known, it names the fields that are missing, and the check
 * digits that are wrong.
 */
export const staffSentence = (code: ReasonCode, verdict: Verdict | null): string => {
  const found = verdict ? [...new Set(detailsByReason[code]?.(verdict) ?? [])] : [];
  return found.length === 0 ? staffMessage(code) : `${staffMessage(code).replace(/\.$/, '')}: ${found.join('; ')}.`;
};
