import { forPerson, forStaff, type ReasonRow } from './reason-row.ts';

/** The reasons about disagreements between the data, and about requirements of the policy that the data do not meet. */
export const dataReasons = {
  data_field_missing: forPerson('retry', 'A field that the checks need is missing.'),
  data_name_mismatch: forPerson('review', 'The claimed name disagrees with the document.'),
  data_name_variant: forStaff('review', 'Two sources spell one name in different ways that are known for it.'),
  data_name_unconfirmed: forPerson(
    'review',
    'The machine-readable zone had no room for the claimed given name, and nothing else on the document confirms it.',
  ),
  data_birth_date_mismatch: forPerson('review', 'The claimed date of birth disagrees with the document.'),
  data_number_mismatch: forPerson('review', 'The claimed document number disagrees with the document.'),
  data_dates_impossible: forStaff(
    'review',
    'The dates on the document cannot all be true, or it is valid for longer than is known of its kind.',
  ),
  data_inconsistent: forStaff('review', 'Two sources on the document disagree, or one of them says what there is not.'),
  data_country_mismatch: forStaff('review', 'The claimed country disagrees with the document.'),
  age_below_minimum: forPerson('decline', 'The person is younger than the policy allows.'),
} as const satisfies Record<string, ReasonRow>;
