import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Tenant } from '../access/caller.ts';
import { canonicalJson } from '../ledger/digest.ts';
import { countryIn } from './compare/countries.ts';
import { plainNumber } from './compare/plain.ts';
import { recommended, wordsOf } from './compare/words.ts';
import { type DocumentFacts, documentFacts, machineRead } from './document-facts.ts';
import type { DeviceEvidence, FileEvidence, ReadingEvidence, SightingKind } from './evidence.ts';
import { type CaseFile, inForce, type Placed } from './in-force.ts';

/**
 * HMAC-SHA-256 (RFC 2104) over the canonical JSON of a list, so that two lists never have the same text. `key` is 32
 * bytes in hex.
 */
const keyed = (key: string, ...parts: readonly string[]): string =>
  bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(canonicalJson(parts))));

/**
 * The digest of a document by its number and its issuer. The issuer is the country of its MRZ, or for a barcode the
 * state or province as in ISO 3166-2, since the numbers of licences are unique only there.
 */
export const documentDigest = (key: string, number: string, issuer: string): string =>
  keyed(key, 'document', plainNumber(number), countryIn(issuer) ?? plainNumber(issuer));

/** A name in the spelling of an MRZ: capitals A to Z with one filler between words. */
const inZone = (name: string): string => wordsOf(name).map(recommended).join('<');

/**
 * The digest of a person by names in the spelling of an MRZ (ICAO 9303-3, section 6) and the date of birth,
 * `YYYY-MM-DD`.
 */
export const personDigest = (key: string, lastName: string, firstName: string, birthDate: string): string =>
  keyed(key, 'person', inZone(lastName), inZone(firstName), birthDate);

/** The digest of a device by the visitor id that its provider gave. */
export const deviceDigest = (key: string, visitorId: string): string => keyed(key, 'device', visitorId);

/**
 * The digest of a partner's reference for a person. A team's references are its own: the same one in two teams is two
 * references.
 */
export const referenceDigest = (key: string, { teamId }: Tenant, reference: string): string =>
  teamId === null ? keyed(key, 'reference', reference) : keyed(key, 'reference', reference, teamId);

const documentOf = (key: string, facts: DocumentFacts): readonly string[] => {
  const read = machineRead(facts);
  const { issuer, issuingJurisdiction } = facts.barcode ?? {};
  const by = read?.source === 'barcode' ? (issuingJurisdiction ?? issuer) : read?.fields.issuing_country;
  const number = read?.fields.document_number;
  return number && by ? [documentDigest(key, number, by)] : [];
};

const personOf = (key: string, facts: DocumentFacts): readonly string[] => {
  const { last_name = '', first_name = '', date_of_birth } = machineRead(facts)?.fields ?? {};
  return date_of_birth && `${last_name}${first_name}` !== ''
    ? [personDigest(key, last_name, first_name, date_of_birth)]
    : [];
};

const imageOf = (key: string, { contentSha256 }: FileEvidence): readonly string[] =>
  contentSha256 === undefined ? [] : [keyed(key, 'image', contentSha256)];

/**
 * An event that names another profile reveals nothing about its device: anybody who knows of an event could supply it.
 */
const deviceOf = (key: string, profileId: string, { facts }: DeviceEvidence): readonly string[] =>
  facts?.visitorId && facts.linkedId === profileId ? [deviceDigest(key, facts.visitorId)] : [];

/** The current evidence first, then what else the attempt showed, the newest first. */
const shown = <E extends FileEvidence | ReadingEvidence | DeviceEvidence>(
  inForceNow: readonly (Placed<E> | null)[],
  ofThisAttempt: readonly Placed<E>[],
): readonly E[] => [...inForceNow, ...ofThisAttempt.toReversed()].flatMap((one) => (one ? [one.item] : []));

const photosOf = ({ attempt, evidence }: CaseFile): readonly Placed<FileEvidence>[] =>
  evidence.flatMap((item, at) =>
    item.kind === 'file' &&
    item.attempt === attempt &&
    (item.file.kind === 'document_front' || item.file.kind === 'document_back')
      ? [{ at, item }]
      : [],
  );

const each = <T>(items: readonly T[], digestsOf: (item: T) => readonly string[], most: number): readonly string[] =>
  [...new Set(items.flatMap(digestsOf))].slice(0, most);

/**
 * The fingerprints by which an attempt can be recognized: digests of everything that it showed, and of each kind at
 * most `limit`.
 */
export const sightingDigests = (
  key: string,
  file: CaseFile,
  most: number,
): { readonly [Kind in SightingKind]: readonly string[] } => {
  const { back, device, devices, front, reading, readings } = inForce(file);
  const facts = shown([reading], readings).map(documentFacts);
  return {
    document: each(facts, (one) => documentOf(key, one), most),
    person: each(facts, (one) => personOf(key, one), most),
    image: each(shown([front, back], photosOf(file)), (one) => imageOf(key, one), most),
    device: each(shown([device], devices), (one) => deviceOf(key, file.profileId, one), most),
  };
};
