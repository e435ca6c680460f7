import { agree } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import type { Mrz } from '../../evidence/mrz/mrz.ts';
import { mentions, namesAgree } from '../../evidence/names.ts';
import { judged, notApplicable, placesOf } from '../answer.ts';
import type { ReasonCode } from '../reasons.ts';
import { withFacts } from './shared.ts';

/** Does the document agree with what the partner claimed? Only the machine-readable zone is believed here. */
export const claimedData = withFacts(({ mrz }, { inForce }, places) => {
  const claimed = inForce.claimed?.item.claimed ?? {};
  const zone = mrz?.fields ?? {};
  const pairs: readonly (readonly [FieldName, string | undefined, string | undefined, ReasonCode])[] = [
    ['last_name', claimed.last_name, zone.last_name, 'data_name_mismatch'],
    ['first_name', claimed.first_name, zone.first_name, 'data_name_mismatch'],
    ['date_of_birth', claimed.date_of_birth, zone.date_of_birth, 'data_birth_date_mismatch'],
    ['document_number', claimed.document_number, zone.document_number, 'data_number_mismatch'],
    ['issuing_country', alpha3(claimed.country), zone.issuing_country, 'data_country_mismatch'],
  ];
  const asked = pairs.filter(([, said]) => said !== undefined);
  if (asked.length === 0 && claimed.full_name === undefined) return notApplicable;
  const reasons = asked.flatMap(([field, said, seen, reason]) => {
    if (!seen) return ['data_field_missing' as const];
    return agree(field, said ?? '', seen) ? [] : [reason];
  });
  if (claimed.full_name !== undefined) reasons.unshift(...fullNameReasons(claimed.full_name, zone));
  return judged([...new Set(reasons)], [...places, ...placesOf(inForce.claimed)], { source: 'claimed' });
});

/** A full name has to name both: whoever is called Anna is not for that Anna Maria Eriksson. */
const fullNameReasons = (full: string, { first_name, last_name }: Mrz['fields']): readonly ReasonCode[] => {
  if (!last_name) return ['data_field_missing'];
  const parts = [last_name, ...(first_name ? [first_name] : [])];
  const named = namesAgree(full, parts.join(' ')) && parts.every((part) => mentions(full, part));
  return named ? [] : ['data_name_mismatch'];
};

/** A claimed country is compared only where it is given in the zone's own form, three letters. */
const alpha3 = (country: string | undefined): string | undefined => (country?.length === 3 ? country : undefined);
