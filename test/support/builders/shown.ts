import { freshId } from '@portcullis/contracts/builders';
import type { Evidence } from '@portcullis/domain';
import { aDevice, aFile, aReadingEvidence } from './evidence.ts';
import { passportLines } from './readings.ts';

type Shown = {
  readonly number?: string;
  readonly names?: string;
  /** The first digit of the digest of the picture, which is 64 of them. */
  readonly picture?: string;
  readonly visitorId?: string;
  readonly attempt?: number;
};

/** A profile that has shown a passport, and a device where one is named: its id, and its evidence. */
export const havingShown = ({ attempt = 1, names, number, picture = '1', visitorId }: Shown = {}) => {
  const id = freshId('shown');
  const front = aFile({ id: freshId('front') }, attempt);
  const lines = passportLines({ ...(number !== undefined && { number }), ...(names !== undefined && { names }) });
  const evidence: readonly Evidence[] = [
    { ...front, contentSha256: picture.repeat(64) },
    aReadingEvidence({ mrzLines: lines }, { attempt, frontFileId: front.file.id }),
    ...(visitorId === undefined ? [] : [aDevice({ visitorId, linkedId: id }, { attempt })]),
  ];
  return { id, evidence };
};
