import { type NotFound, notFound, type Unavailable } from '../../errors.ts';
import type { InForce } from '../../evidence/in-force.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import { idFrom } from '../../ledger/digest.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { joined } from './in-turn.ts';

type Hints = Parameters<DocumentReader['read']>[0]['hints'];
type Needs = { readonly files: FileStore; readonly reader: DocumentReader; readonly readings: Readings };

const backOf = (
  files: FileStore,
  call: VendorCall,
  { back }: InForce,
): TaskEither<NotFound | Unavailable, FileContent | null> =>
  back ? files.get(call.profileId, back.item.file.id) : TE.right(null);

type Read = Extract<NewEvidence, { readonly kind: 'document_reading' }>;

/** The readings in progress in this process, by their ids: a request for the same reading waits for it. */
export type Readings = ReturnType<typeof joined<NotFound | Unavailable, Read>>;

/**
 * Has the current images read. The id of the analysis follows from the images, so that reading them twice gives the
 * same id; while a reading is in progress they are not read, and paid for, again.
 */
export const readDocument = (
  { files, reader, readings }: Needs,
  call: VendorCall,
  selected: InForce,
  hints: Hints,
): TaskEither<NotFound | Unavailable, Read> => {
  const frontFileId = selected.front?.item.file.id;
  if (!frontFileId) return TE.left(notFound);
  const backFileId = selected.back?.item.file.id ?? null;
  const id = idFrom(`reading/${frontFileId}/${backFileId ?? ''}`);
  const read = pipe(
    TE.Do,
    TE.bindW('front', () => files.get(call.profileId, frontFileId)),
    TE.bindW('back', () => backOf(files, call, selected)),
    TE.bindW('reading', ({ back, front }) => reader.read({ call, front, back, hints })),
    TE.map(({ reading }): Read => ({ kind: 'document_reading', id, frontFileId, backFileId, reading })),
  );
  return readings(id, read);
};
