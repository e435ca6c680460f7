import { type DocumentSide, type EarlierMrz, type EarlierMrzs, mrzAsRead } from '@portcullis/documents';
import type { FileId } from '../kernel/ids.ts';
import type { CurrentEvidence, DecisionInput } from './current-evidence.ts';

/** The identity of a picture: the same picture in two files has no two votes. */
const pictureOf = ({ evidence }: DecisionInput, id: FileId): string => {
  const found = evidence.find((item) => item.kind === 'file' && item.file.id === id);
  return found?.kind === 'file' ? (found.contentSha256 ?? found.file.sha256) : id;
};

/** The MRZs that were read on other pictures of a side than the current one, over all attempts of the profile. */
const mrzsOf = (input: DecisionInput, selected: CurrentEvidence, side: DocumentSide): readonly EarlierMrz[] => {
  const current = selected[side]?.value.file.id;
  if (current === undefined) return [];
  const byPicture = new Map<string, EarlierMrz>();
  for (const item of input.evidence) {
    if (item.kind !== 'document_reading') continue;
    const file = side === 'front' ? item.frontFileId : item.backFileId;
    const mrzLines = mrzAsRead(item.reading, side);
    if (file !== null && mrzLines) byPicture.set(pictureOf(input, file), { analysis: item.id, mrzLines });
  }
  byPicture.delete(pictureOf(input, current));
  return [...byPicture.values()];
};

/** The MRZs of each side that were read on earlier pictures of it, each picture once. */
export const earlierMrzs = (input: DecisionInput, selected: CurrentEvidence): EarlierMrzs => ({
  front: mrzsOf(input, selected, 'front'),
  back: mrzsOf(input, selected, 'back'),
});
