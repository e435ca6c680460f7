import { E, type LedgerEntry, type ProfileId } from '@portcullis/domain';
import { decode, parseJson } from '@portcullis/domain/kernel';
import { type ChainPosition, chainStart, verifyNextEntry } from '@portcullis/domain/ledger';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import type { LedgerFault } from '@portcullis/domain/use-cases';
import type { Report } from '../command/output.ts';
import { type Line, readLines } from './json-lines.ts';
import { reportFault, reportSummary } from './report.ts';

type ParsedLine = { readonly entry: LedgerEntry } | { readonly fault: 'unreadable' | 'changed' };

/** An entry with an unknown field is not what was hashed: the codec drops such a field, and then returns a copy. */
const parseEntry = ({ text }: Line): ParsedLine => {
  const json = text === null ? undefined : parseJson(text);
  try {
    const entry = decode(LedgerEntryCodec, json);
    if (E.isLeft(entry)) return { fault: 'unreadable' };
    return entry.right === json ? { entry: entry.right } : { fault: 'changed' };
  } catch {
    // The JSON is nested deeper than any stored entry.
    return { fault: 'unreadable' };
  }
};

/** The chain that is being verified; after its first fault nothing more is reported of it. */
type Chain = { readonly profileId: ProfileId | null; readonly place: ChainPosition; readonly isBroken: boolean };

const missingTailNote = ' Whether the last entry of a chain is missing cannot be told without its profile.';

/**
 * Verifies the chains in a file of JSON lines, one entry at a time: the chain of one profile, or those of many profiles
 * one after the other. Returns the number of faults. Throws if the file cannot be read.
 */
export const verifyLines = async (path: string, onlyProfile: ProfileId | null, report: Report): Promise<number> => {
  let chain: Chain = { profileId: onlyProfile, place: chainStart, isBroken: false };
  let profiles = onlyProfile === null ? 0 : 1;
  let entries = 0;
  let faults = 0;
  const bad = (line: Line, fault: LedgerFault): void => {
    if (!chain.isBroken) {
      faults += 1;
      reportFault(report, { profileId: chain.profileId, line: line.number }, fault);
    }
    chain = { ...chain, isBroken: true };
  };
  for await (const line of readLines(path)) {
    const read = parseEntry(line);
    if ('fault' in read) {
      bad(line, { seq: chain.place.seq + 1, fault: read.fault });
      continue;
    }
    const { entry } = read;
    if (onlyProfile === null && entry.profile_id !== chain.profileId) {
      profiles += 1;
      chain = { profileId: entry.profile_id, place: chainStart, isBroken: false };
    }
    if (chain.isBroken) continue;
    const owner = { profileId: onlyProfile ?? entry.profile_id, salt: null };
    const step = verifyNextEntry(owner, chain.place, entry);
    if (E.isLeft(step)) bad(line, step.left);
    else {
      entries += 1;
      chain = { ...chain, place: step.right };
    }
  }
  // A file without entries proves nothing, so it is a fault.
  if (entries === 0 && faults === 0) bad({ number: 1, text: null }, { seq: 1, fault: 'missing' });
  reportSummary(report, { profiles, entries, faults, locked: 0 }, missingTailNote);
  return faults;
};
