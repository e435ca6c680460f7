import { machineRead } from '../../../evidence/document-facts.ts';
import type { FieldName } from '../../../evidence/document-reading.ts';
import type { Claimed } from '../../../evidence/evidence.ts';
import { type Edit, type EditsOf, editing, type Scene } from '../edit.ts';

type ClaimedField =
  | 'full_name'
  | 'first_name'
  | 'last_name'
  | 'date_of_birth'
  | 'document_number'
  | 'country'
  | 'gender';

const labels: Readonly<Record<ClaimedField, string>> = {
  full_name: 'full name',
  first_name: 'first name',
  last_name: 'last name',
  date_of_birth: 'date of birth',
  document_number: 'document number',
  country: 'country',
  gender: 'gender',
};

/** Which field of a document a claimed one is held against; a full name against both. */
const against: readonly (readonly [ClaimedField, readonly FieldName[]])[] = [
  ['full_name', ['first_name', 'last_name']],
  ['first_name', ['first_name']],
  ['last_name', ['last_name']],
  ['date_of_birth', ['date_of_birth']],
  ['document_number', ['document_number']],
  ['country', ['issuing_country']],
  ['gender', ['sex']],
];

const claimedAs = (scene: Scene, field: ClaimedField, to: string | null): readonly Edit[] => {
  const { claimed } = scene.inForce;
  const from = claimed?.item.claimed[field];
  if (!claimed || from === undefined || from === to) return [];
  const change = ({ [field]: _, ...others }: Claimed): Claimed => (to === null ? others : { ...others, [field]: to });
  return [
    editing(scene, [claimed], (item) => ({ ...item, claimed: change(item.claimed) }), {
      what: `claimed.${field}`,
      noun: `The claimed ${labels[field]}`,
      from,
      to,
      size: 1,
    }),
  ];
};

/** What was claimed, as the document has it; and where the document does not have it, not claimed at all. */
export const claimedMends: EditsOf = (scene) => {
  const read = (scene.facts && machineRead(scene.facts))?.fields ?? {};
  return against.flatMap(([field, names]) => {
    const said = names.flatMap((name) => read[name] ?? []);
    return claimedAs(scene, field, said.length === names.length ? said.join(' ') : null);
  });
};
