import {
  type ComparableValue,
  containedScore,
  type DocumentFacts,
  documentFacts,
  fieldValues,
  type NameRules,
} from '@portcullis/documents';
import { nameRules } from '../checks/shared/name-rules.ts';
import type { Claimed } from '../evidence/evidence.ts';
import type { Profile } from './profile.ts';

/** A name in the parts in which it is given, and how it is compared. */
export type KnownName = { readonly parts: readonly ComparableValue[]; readonly rules: NameRules };

/** From this score on one name is a part of the other. */
const pass = containedScore;

/** More names than these, all different, are compared for no profile: those of the newest documents count. */
const maxNames = 12;

/**
 * A search proves nothing: what has to be corroborated elsewhere, an initial or two letters for a mark in a zone, is
 * accepted here, however the print spells it.
 */
const searchRules = (facts: DocumentFacts | undefined): NameRules => {
  const rules: NameRules = facts === undefined ? { pass, issuingState: null } : nameRules(facts, { names: { pass } });
  return { ...rules, spellings: [], isCorroborated: true };
};

/** The names of a claim, which may have a whole one and parts of one. */
const claimedNames = ({ first_name, full_name, last_name }: Claimed): readonly KnownName['parts'][] =>
  [[full_name], [last_name, first_name]]
    .map((parts) => parts.flatMap((value) => (value === undefined ? [] : [{ value, source: 'claimed' as const }])))
    .filter(({ length }) => length > 0);

/** The name of the holder by each source of a document that has one. */
const documentNames = (facts: DocumentFacts): readonly KnownName['parts'][] => {
  const values = (['last_name', 'first_name'] as const).flatMap((field) => fieldValues(field, facts));
  return (['mrz', 'barcode', 'ai'] as const)
    .map((source) => values.filter((each) => each.source === source && each.value !== ''))
    .filter(({ length }) => length > 0);
};

/** Each name once: the same document is often read several times. */
const different = (names: readonly KnownName[]): readonly KnownName[] => {
  const texts = names.map(({ parts, rules }) =>
    JSON.stringify([rules.issuingState, ...parts.map(({ source, truncated, value }) => [source, truncated, value])]),
  );
  return names.filter((_, index) => texts.indexOf(texts[index] ?? '') === index).slice(0, maxNames);
};

/**
 * The names that a profile has, at most `maxNames`: what is claimed now, and what any source of a document has, the
 * newest before. Nothing is known of who is erased.
 */
export const knownNames = ({ claimed, evidence, redaction }: Profile): readonly KnownName[] => {
  if (redaction) return [];
  const readings = evidence.filter((item) => item.kind === 'document_reading').toReversed();
  const documents = readings.map((reading) => documentFacts(reading));
  const named = (facts: DocumentFacts | undefined, names: readonly KnownName['parts'][]): readonly KnownName[] => {
    const rules = searchRules(facts);
    return names.map((parts) => ({ parts, rules }));
  };
  return different([
    ...named(documents[0], claimedNames(claimed)),
    ...documents.flatMap((facts) => named(facts, documentNames(facts))),
  ]);
};
