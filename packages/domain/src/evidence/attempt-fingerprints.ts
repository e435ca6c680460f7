import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  allJurisdictions,
  countriesOf,
  type DocumentFacts,
  documentFacts,
  isNobodysName,
  machineRead,
  normalizeNumber,
  parseCountry,
  parseDay,
  recommendedSpelling,
  stateCodes,
  typeOf,
  withoutPlaceholders,
  wordsOf,
} from '@portcullis/documents';
import { canonicalJson } from '../kernel/hash.ts';
import type { Tenant } from '../kernel/principal.ts';
import { currentEvidence, type DecisionInput, type Indexed } from './current-evidence.ts';
import type { DeviceEvidence, Evidence, FileEvidence, FingerprintKind, ReadingEvidence } from './evidence.ts';

/**
 * HMAC-SHA-256 (RFC 2104) over the canonical JSON of a list, so that two lists never have the same text. `key` is 32
 * bytes in hex.
 */
const keyedDigest = (key: string, ...parts: readonly string[]): string =>
  bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(canonicalJson(parts))));

/**
 * The digest of a document by its number and its issuer. The issuer is the country of its MRZ, or for a barcode the
 * state or province as in ISO 3166-2, since the numbers of licences are unique only there.
 */
export const documentDigest = (key: string, number: string, issuer: string): string =>
  keyedDigest(key, 'document', normalizeNumber(number), parseCountry(issuer) ?? normalizeNumber(issuer));

/**
 * Whether a text names an issuer: a country by code or name, a state or province as in ISO 3166-2, or the issuer number
 * of a barcode.
 */
export const isIssuer = (text: string): boolean =>
  parseCountry(text) !== null || /^[A-Z]{2}-[A-Z0-9]{1,3}$/i.test(text) || /^\d{6}$/.test(text);

/**
 * The digests that a document with this number has from any issuer: a number alone does not say which of some four
 * hundred it was.
 */
export const documentDigestsOf = (key: string, number: string): readonly string[] => [
  ...new Set([...stateCodes, ...allJurisdictions].map((issuer) => documentDigest(key, number, issuer))),
];

/** A name in the spelling of an MRZ: capitals A to Z with one filler between words. */
const mrzSpelling = (name: string): string => wordsOf(name).map(recommendedSpelling).join('<');

const ownName = (name: string): string => withoutPlaceholders(name, isNobodysName);

/**
 * The digest of a person by names in the spelling of an MRZ (ICAO 9303-3, section 6) and the date of birth,
 * `YYYY-MM-DD`. What stands in place of a name is none, and who has one name has it as the last one, wherever a
 * document has it: ICAO 9303-3, 4.6 has it in the first place, and passports of India in the second.
 */
export const personDigest = (key: string, lastName: string, firstName: string, birthDate: string): string => {
  const names = [ownName(lastName), ownName(firstName)].filter((name) => name !== '');
  const [last = lastName, first = names.length === 0 ? firstName : ''] = names;
  return keyedDigest(key, 'person', mrzSpelling(last), mrzSpelling(first), birthDate);
};

/** The digest of a device by the visitor id that its provider gave. */
export const deviceDigest = (key: string, visitorId: string): string => keyedDigest(key, 'device', visitorId);

/**
 * The digest of a partner's reference for a person. A team's references are its own: the same one in two teams is two
 * references.
 */
export const referenceDigest = (key: string, { teamId }: Tenant, reference: string): string =>
  teamId === null ? keyedDigest(key, 'reference', reference) : keyedDigest(key, 'reference', reference, teamId);

/** States in which each province numbers its own licences and cards, so that two of them may share a number. */
const statesOfProvinces: readonly (string | null)[] = ['AUS', 'CAN', 'MEX', 'USA'];

/**
 * The digest of a document by its printed number, for a document whose machine-readable part was hidden or not read.
 * Print does not say of which state or province a licence or a card is, so that the day of birth tells them apart.
 */
const printedDigests = (key: string, facts: DocumentFacts): readonly string[] => {
  const { fields } = facts.reading;
  const number = normalizeNumber(fields.document_number?.value ?? '');
  const country = parseCountry(countriesOf(facts)[0]?.value ?? '');
  if (number === '' || country === null) return [];
  const type = typeOf(facts)?.type;
  const isOfProvince = statesOfProvinces.includes(country) && type !== undefined && type !== 'passport';
  if (!isOfProvince) return [documentDigest(key, number, country)];
  const born = machineRead(facts)?.fields.date_of_birth ?? parseDay(fields.date_of_birth?.value ?? '');
  return born ? [keyedDigest(key, 'document', number, country, born)] : [];
};

const machineReadDigests = (key: string, facts: DocumentFacts): readonly string[] => {
  const read = machineRead(facts);
  const { issuer, issuingJurisdiction } = facts.barcode ?? {};
  const by = read?.source === 'barcode' ? (issuingJurisdiction ?? issuer) : read?.fields.issuing_country;
  const number = read?.fields.document_number;
  return number && by ? [documentDigest(key, number, by)] : [];
};

const documentDigests = (key: string, facts: DocumentFacts): readonly string[] => [
  ...machineReadDigests(key, facts),
  ...printedDigests(key, facts),
];

const personDigests = (key: string, facts: DocumentFacts): readonly string[] => {
  const { last_name = '', first_name = '', date_of_birth } = machineRead(facts)?.fields ?? {};
  return date_of_birth && `${last_name}${first_name}` !== ''
    ? [personDigest(key, last_name, first_name, date_of_birth)]
    : [];
};

const imageDigests = (key: string, { contentSha256 }: FileEvidence): readonly string[] =>
  contentSha256 === undefined ? [] : [keyedDigest(key, 'image', contentSha256)];

/**
 * An event that names another profile reveals nothing about its device: anybody who knows of an event could supply it.
 */
const deviceDigests = (key: string, profileId: string, { facts }: DeviceEvidence): readonly string[] =>
  facts?.visitorId && facts.linkedId === profileId ? [deviceDigest(key, facts.visitorId)] : [];

/** The current evidence first, then what else the attempt showed, the newest first. */
const currentFirst = <E extends FileEvidence | ReadingEvidence | DeviceEvidence>(
  current: readonly (Indexed<E> | null)[],
  ofThisAttempt: readonly Indexed<E>[],
): readonly E[] => [...current, ...ofThisAttempt.toReversed()].flatMap((one) => (one ? [one.value] : []));

const isDocumentPhoto = ({ file: { kind } }: FileEvidence): boolean =>
  kind === 'document_front' || kind === 'document_back';

const documentPhotos = ({ attempt, evidence }: DecisionInput): readonly Indexed<FileEvidence>[] =>
  evidence.flatMap((value, index) =>
    value.kind === 'file' && value.attempt === attempt && isDocumentPhoto(value) ? [{ index, value }] : [],
  );

/** The newest of some evidence before. */
const newestOf = <K extends Evidence['kind']>(
  evidence: readonly Evidence[],
  kind: K,
): readonly Extract<Evidence, { kind: K }>[] =>
  evidence.filter((item): item is Extract<Evidence, { kind: K }> => item.kind === kind).toReversed();

const limitedDigests = <T>(
  items: readonly T[],
  digestsOf: (item: T) => readonly string[],
  limit: number,
): readonly string[] => [...new Set(items.flatMap(digestsOf))].slice(0, limit);

/** Digests of each kind of what was shown. */
export type FingerprintsByKind = { readonly [Kind in FingerprintKind]: readonly string[] };

/**
 * The fingerprints by which an attempt can be recognized: digests of everything that it showed, and of each kind at
 * most `limit`.
 */
export const attemptFingerprints = (key: string, file: DecisionInput, limit: number): FingerprintsByKind => {
  const { back, device, devices, front, reading, readings } = currentEvidence(file);
  const facts = currentFirst([reading], readings).map((one) => documentFacts(one));
  return {
    document: limitedDigests(facts, (one) => documentDigests(key, one), limit),
    person: limitedDigests(facts, (one) => personDigests(key, one), limit),
    image: limitedDigests(currentFirst([front, back], documentPhotos(file)), (one) => imageDigests(key, one), limit),
    device: limitedDigests(currentFirst([device], devices), (one) => deviceDigests(key, file.profileId, one), limit),
  };
};

/**
 * The digests of all that a profile has shown, in every attempt, whether its policy looks for duplicates or not: the
 * newest before, and of each kind at most `limit`. Nothing is left of an erased profile.
 */
export const shownFingerprints = (
  key: string,
  { evidence, profileId }: Pick<DecisionInput, 'evidence' | 'profileId'>,
  limit: number,
): FingerprintsByKind => {
  const facts = newestOf(evidence, 'document_reading').map((one) => documentFacts(one));
  const photos = newestOf(evidence, 'file').filter(isDocumentPhoto);
  return {
    document: limitedDigests(facts, (one) => documentDigests(key, one), limit),
    person: limitedDigests(facts, (one) => personDigests(key, one), limit),
    image: limitedDigests(photos, (one) => imageDigests(key, one), limit),
    device: limitedDigests(newestOf(evidence, 'device'), (one) => deviceDigests(key, profileId, one), limit),
  };
};
