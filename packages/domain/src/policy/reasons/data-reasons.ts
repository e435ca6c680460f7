import type { ReasonRow } from './reason-row.ts';

/** The reasons about disagreements between the data, and about requirements of the policy that the data do not meet. */
export const dataReasons = {
  data_field_missing: {
    action: 'retry',
    visibility: 'person',
    staffMessage: 'A field that the checks need is missing.',
  },
  data_name_mismatch: {
    action: 'review',
    visibility: 'person',
    staffMessage: 'The claimed name disagrees with the document.',
  },
  data_name_variant: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'Two sources spell one name in different ways that are known for it.',
  },
  data_name_unconfirmed: {
    action: 'review',
    visibility: 'person',
    staffMessage:
      'The machine-readable zone had no room for the claimed given name, and nothing else on the document confirms it.',
  },
  data_birth_date_mismatch: {
    action: 'review',
    visibility: 'person',
    staffMessage: 'The claimed date of birth disagrees with the document.',
  },
  data_number_mismatch: {
    action: 'review',
    visibility: 'person',
    staffMessage: 'The claimed document number disagrees with the document.',
  },
  data_dates_impossible: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The dates on the document cannot all be true.',
  },
  data_inconsistent: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'Two sources on the document disagree, or one of them says what there is not.',
  },
  data_country_mismatch: {
    action: 'review',
    visibility: 'staff',
    staffMessage: 'The claimed country disagrees with the document.',
  },
  age_below_minimum: {
    action: 'decline',
    visibility: 'person',
    staffMessage: 'The person is younger than the policy allows.',
  },
} as const satisfies Record<string, ReasonRow>;
