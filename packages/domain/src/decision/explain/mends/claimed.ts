import { machineRead, typeOf } from '../../../evidence/document-facts.ts';
import type { Claimed } from '../../../evidence/evidence.ts';
import { type Edit, type EditsOf, editing, type Scene } from '../edit.ts';

const labels = {
  full_name: 'full name',
  last_name: 'last name',
  first_name: 'first name',
  date_of_birth: 'date of birth',
  document_number: 'document number',
  country: 'country',
  gender: 'gender',
  document_type: 'type of document',
} as const;
type ClaimedField = keyof typeof labels;

/** The machine-read value of the document for each claim. */
const readAs = ({ facts }: Scene): readonly (readonly [ClaimedField, string | undefined])[] => {
  const { first_name, last_name, ...read } = (facts && machineRead(facts))?.fields ?? {};
  return [
    ['full_name', last_name && [first_name, last_name].filter((name) => name !== undefined).join(' ')],
    ['last_name', last_name],
    ['first_name', first_name],
    ['date_of_birth', read.date_of_birth],
    ['document_number', read.document_number],
    ['country', read.issuing_country],
    ['gender', read.sex],
    ['document_type', facts ? typeOf(facts)?.type : undefined],
  ];
};

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

/** Changes each claim to the value of the document, or removes the claim if the document has no such value. */
export const claimedMends: EditsOf = (scene) =>
  readAs(scene).flatMap(([field, read]) => claimedAs(scene, field, read ?? null));
