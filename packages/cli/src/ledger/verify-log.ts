import { systemClock } from '@portcullis/adapter-memory';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { examineLog, type LogFault, logFaults } from '@portcullis/events';
import type { Checkpoint } from '@portcullis/events/ports';
import type { Records } from '../command/open-records.ts';
import type { Report } from '../command/output.ts';
import { type HeadFault, headFaults, type KeptHeads, noKeptHeads, signatureFault } from './kept-heads.ts';

const locationOf = ({ place, lastPlace, profileId, seq, size }: LogFault): string =>
  [
    ...(size === undefined ? [] : [`head of ${size} entries`]),
    ...(place === undefined ? [] : [lastPlace === undefined ? `place ${place}` : `places ${place} to ${lastPlace}`]),
    ...(profileId === undefined ? [] : [`${profileId} seq ${seq}`]),
  ].join(', ');

const reportLogFault = (report: Report, found: LogFault): void => {
  const { fault, place = null, lastPlace, profileId = null, seq = null, size = null } = found;
  const where = locationOf(found);
  report(`BAD  ${where === '' ? 'log' : where}: ${logFaults[fault]} (${fault})`, {
    kind: 'log_fault',
    fault,
    place,
    size,
    profile_id: profileId,
    seq,
    ...(lastPlace !== undefined && { last_place: lastPlace }),
  });
};

const signedBy = ({ heads, signers, unsigned }: KeptHeads): string => {
  if (heads.length === 0) return '';
  const names = signers.length === 0 ? '' : ` Signed by ${signers.join(', ')}.`;
  return unsigned === 0 ? names : `${names} ${unsigned} of the heads ${unsigned === 1 ? 'is' : 'are'} not signed.`;
};

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * The faults of the newest head in the database; perhaps no later one was kept. Where no signer is pinned, it must have
 * one of those of the kept heads.
 */
const faultsOfOwn = (own: Checkpoint | null, { heads, pinned, signers }: KeptHeads): readonly HeadFault[] => {
  const fault = own && signatureFault(own, pinned.length > 0 ? pinned : signers);
  const isBehind = heads.some(({ size }) => size > (own?.size ?? 0));
  return [
    ...(fault === null ? [] : [{ file: null, fault }]),
    ...(isBehind ? [{ file: null, fault: 'head_missing' } as const] : []),
  ];
};

/** An entry without a place: the service may have ended before it placed it. */
const isWaiting = ({ fault, place }: LogFault): boolean => fault === 'not_placed' && place === undefined;

/**
 * Compares the log with its own newest head, and with heads that were kept; answers the number of faults. Without kept
 * heads (`null`) entries that wait for their place are none, and a log in which nothing is wrong has no line.
 */
export const verifyLog = async (
  records: Pick<Records, 'ledgerLog'>,
  keptHeads: KeptHeads | null,
  report: Report,
): Promise<Either<Unavailable, number>> => {
  const kept = keptHeads ?? noKeptHeads;
  const own = await records.ledgerLog.newestHead()();
  if (E.isLeft(own)) return own;
  const wrong = [...kept.faults, ...faultsOfOwn(own.right, kept)];
  for (const { fault, file } of wrong)
    report(`BAD  ${file ?? 'newest head of the log'}: ${headFaults[fault]} (${fault})`, {
      kind: 'head_fault',
      file,
      fault,
    });
  const examined = await examineLog({ ledgerLog: records.ledgerLog, clock: systemClock })([
    ...kept.heads,
    ...(own.right === null ? [] : [own.right]),
  ])();
  if (E.isLeft(examined)) return examined;
  const { entries } = examined.right;
  const wrongInLog = examined.right.faults.filter((fault) => keptHeads !== null || !isWaiting(fault));
  for (const fault of wrongInLog) reportLogFault(report, fault);
  const faults = wrong.length + wrongInLog.length;
  if (keptHeads === null && faults === 0) return E.right(0);
  const verdict = faults === 0 ? 'all verify' : countOf(faults, 'fault');
  report(
    `log of ${entries} ${entries === 1 ? 'entry' : 'entries'}, ${countOf(kept.heads.length, 'kept head')}: ${verdict}.${signedBy(kept)}`,
    {
      kind: 'log_summary',
      entries,
      heads: kept.heads.length,
      signers: kept.signers,
      unsigned: kept.unsigned,
      faults,
    },
  );
  return E.right(faults);
};
