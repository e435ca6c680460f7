import {
  comparatorOf,
  compareValues,
  corroboratingFields,
  type DocumentFacts,
  type DocumentSide,
  documentSides,
  type FieldName,
  type FieldPair,
  fieldNames,
  fieldPairs,
  fieldValues,
  type Mrz,
  machineRead,
  type NameRules,
  pairOf,
  sidePairs,
} from '@portcullis/documents';
import type { Policy } from '../../policy/policy.ts';
import { type CheckFinding, comparisonFinding, type SourceValue } from './finding.ts';
import { nameRules } from './name-rules.ts';

/**
 * Whether the MRZ is that of a passport or a visa, which stands on the page of the portrait (ICAO 9303-4 and 9303-7).
 */
const isOnPortraitPage = ({ documentCode, format }: Mrz): boolean =>
  /^[PV]/.test(documentCode) || format === 'TD3' || format === 'MRV-A' || format === 'MRV-B';

/** The side on which the machine-readable part that counts was read, the front first; `null` if it is on none. */
const sideOfIdentity = ({ barcode, mrz, sides }: DocumentFacts, source: 'mrz' | 'barcode'): DocumentSide | null =>
  documentSides.find((name) => {
    const side = sides?.[name];
    return source === 'mrz' ? mrz !== null && side?.mrz === mrz : barcode !== null && side?.barcode === barcode;
  }) ?? null;

/**
 * Whether the MRZ is that of a card of two lines, which stands below the portrait and all that is printed (ICAO
 * 9303-6, 3.1), as on the French card of before 2021.
 */
const isOfOneSidedCard = ({ format }: Mrz): boolean => format === 'TD2' || format === 'FRENCH_NATIONAL_ID';

/**
 * Whether a picture shows what is never on the side of the portrait: the MRZ of a card of three lines (ICAO 9303-5) or
 * the barcode of a licence (AAMVA DL/ID Card Design Standard). Beside a portrait it may be of another document.
 */
const showsBack = ({ barcode, mrz }: DocumentFacts): boolean => barcode !== null || mrz?.format === 'TD1';

/** The machine-read value of a field with that in print on the front. */
const pairsWithFront = (name: FieldName, facts: DocumentFacts, front: DocumentFacts): readonly FieldPair[] => {
  const source = machineRead(facts)?.source;
  return fieldValues(name, facts)
    .filter((value) => value.source === source && value.value !== '')
    .flatMap((read) =>
      fieldValues(name, front)
        .filter((seen) => seen.source === 'ai')
        .map((seen) => pairOf(name, [read, seen], facts, front)),
    );
};

const nameFields: readonly FieldName[] = ['last_name', 'first_name'];

/** The print on the front of a card that names its holder as the machine-readable part does. */
type PortraitPrint = {
  /** The number of the document, or that of the holder which a State prints in its place. */
  readonly hasNumber: boolean;
  /** The names and the date of birth. */
  readonly hasHolder: boolean;
};

const portraitPrint = (facts: DocumentFacts, front: DocumentFacts, rules: NameRules): PortraitPrint => {
  const fields = machineRead(facts)?.fields ?? {};
  const isOnFront = (name: FieldName, by: NameRules = rules): boolean =>
    pairsWithFront(name, facts, front).some((pair) => compareValues(comparatorOf[name], ...pair, by).agrees);
  const names = nameFields.filter((name) => fields[name] !== undefined);
  // Names count with the date of birth alone, which then corroborates names that lack a part.
  const areNamesOnFront =
    names.length > 0 && names.every((name) => isOnFront(name, { ...rules, isCorroborated: true }));
  return { hasNumber: isOnFront('document_number'), hasHolder: areNamesOnFront && isOnFront('date_of_birth') };
};

/**
 * Whether the identity belongs to the portrait on the front, which is compared with the selfie: by the MRZ of its own
 * page, or by what a card prints beside the portrait. The two sides of a card are held together by its number, or by
 * the names and the date of birth. A card of two lines shows all of these and its MRZ on one side; where some are not
 * there, a part of another card may lie beside the portrait. An identity read on no side has no portrait.
 */
const isOfPortrait = (
  facts: DocumentFacts,
  source: 'mrz' | 'barcode',
  side: DocumentSide | null,
  front: DocumentFacts,
  rules: NameRules,
): boolean => {
  if (side === null) return false;
  const mrz = source === 'mrz' ? facts.mrz : null;
  if (mrz && isOnPortraitPage(mrz)) return side === 'front' && mrz.format !== 'TD1';
  if (showsBack(front)) return false;
  const { hasHolder, hasNumber } = portraitPrint(facts, front, rules);
  return mrz && isOfOneSidedCard(mrz) ? side === 'front' && hasNumber && hasHolder : hasNumber || hasHolder;
};

/**
 * Whether the picture of the front shows what is on the back of such a document: both sides are in one picture, or they
 * were taken for each other. The portrait and the rest may then be of two documents.
 */
export const areSidesTogether = (facts: DocumentFacts): boolean =>
  machineRead(facts) !== null && facts.sides !== null && showsBack(facts.sides.front);

/**
 * Whether the identity that is handed on belongs to the portrait on the front. Two sides in one picture are asked for
 * one by one, and are for a reviewer where they come so again.
 */
const identityFinding = (
  facts: DocumentFacts,
  front: DocumentFacts,
  rules: NameRules,
  isRepeated: boolean,
): readonly CheckFinding[] => {
  const machine = machineRead(facts);
  if (!machine) return [];
  const { source } = machine;
  const value = sideOfIdentity(facts, source);
  const isIdentified = isOfPortrait(facts, source, value, front, rules);
  if (isIdentified && value === 'front' && !facts.sides?.back) return [];
  const detail = { kind: 'value', name: 'side_of_identity', value, limit: 'front', source } as const;
  const doubt = showsBack(front) && !isRepeated ? 'document_sides_together' : 'identity_not_on_portrait_side';
  return [{ detail, reason: isIdentified ? null : doubt, isProven: false }];
};

const keyOf = (pair: readonly [SourceValue, SourceValue]): string =>
  pair
    .map(({ source, value }) => `${source} ${value}`)
    .toSorted()
    .join('\n');

/** Whether the two sides agree on a field that corroborates a name. */
const isCorroborated = (front: DocumentFacts, back: DocumentFacts, rules: NameRules): boolean =>
  corroboratingFields.some((name) =>
    sidePairs(name, front, back).some((pair) => compareValues(comparatorOf[name], ...pair, rules).agrees),
  );

/** Compares the two sides in each field, except where it is compared as what two sources of the document say. */
const differenceFindings = (
  facts: DocumentFacts,
  front: DocumentFacts,
  back: DocumentFacts,
  rules: NameRules,
): readonly CheckFinding[] => {
  const ofSides = isCorroborated(front, back, rules) ? { ...rules, isCorroborated: true } : rules;
  return fieldNames.flatMap((name) => {
    const known = new Set(fieldPairs(name, facts).map(keyOf));
    return sidePairs(name, front, back)
      .filter((pair) => !known.has(keyOf(pair)))
      .map(([one, other]) => {
        const located = [
          { ...one, side: 'front' },
          { ...other, side: 'back' },
        ] as const;
        const comparison = compareValues(comparatorOf[name], one, other, ofSides);
        const finding = comparisonFinding(name, comparatorOf[name], located, comparison, 'document_sides_mismatch');
        return { ...finding, isProven: false };
      });
  });
};

/**
 * Judges where the identity was read. The face on the front is compared with the selfie, so that an identity which was
 * read on another picture alone may be somebody else's. A document without machine-read parts gives other reasons.
 * `isRepeated` says that an earlier attempt showed both sides in one picture.
 */
export const sideFindings = (facts: DocumentFacts, policy: Policy, isRepeated: boolean): readonly CheckFinding[] => {
  if (machineRead(facts) === null) return [];
  const { sides } = facts;
  if (!sides) {
    const detail = { kind: 'value', name: 'side_of_identity', value: null, limit: 'front', source: 'ai' } as const;
    return [{ detail, reason: 'document_sides_unknown', isProven: false }];
  }
  const rules = nameRules(facts, policy);
  return [
    ...identityFinding(facts, sides.front, rules, isRepeated),
    ...(sides.back ? differenceFindings(facts, sides.front, sides.back, rules) : []),
  ];
};

/** Adds the side on which a source has a value, if the document has two pictures. */
export const withSide =
  (name: FieldName, { sides }: DocumentFacts) =>
  (value: SourceValue): SourceValue => {
    if (!sides?.back) return value;
    const has = (one: DocumentSide, isSame: (seen: SourceValue) => boolean): boolean => {
      const facts = sides[one];
      return facts !== null && fieldValues(name, facts).some((seen) => seen.source === value.source && isSame(seen));
    };
    // A number in the optional data of a card, or as another reader saw it, is only known by its source.
    const side =
      documentSides.find((one) => has(one, (seen) => seen.value === value.value)) ??
      documentSides.find((one) => has(one, () => true));
    return side ? { ...value, side } : value;
  };
