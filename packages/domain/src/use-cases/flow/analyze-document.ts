import type { Caller } from '../../access/caller.ts';
import { kindBehind } from '../../decision/outages.ts';
import { type DomainError, invalid, limitReached, unavailable } from '../../errors.ts';
import type { DocumentType } from '../../evidence/document-reading.ts';
import type { FileEvidence, ReadingEvidence, UploadKind } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { FileId, ProfileId } from '../../ids.ts';
import { idFrom, sha256Hex } from '../../ledger/digest.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { caseFile } from '../../profile/requirements.ts';
import { isOpen } from '../../profile/transitions.ts';
import { appliedIn, idIn, type Repeatable } from '../once/operation.ts';
import { type Allowance, newAllowance } from '../running/allowance.ts';
import { type Changed, changeProfile, type Loaded, loadFor } from '../running/change-profile.ts';
import { type DriveNeeds, type Driven, type DriveProfile, driveWhenSubmitted } from '../running/drive-profile.ts';
import { inShortTurn } from '../running/in-turn.ts';
import { readDocument } from '../running/read-document.ts';
import { withBarcodes } from '../running/with-barcodes.ts';
import { type AnalysisView, analysisView } from './analysis-view.ts';
import { actorOf } from './flow-access.ts';
import type { GuardProfile } from './guard-profile.ts';
import { refuseEvidence, type Stored, storeUpload, type UploadNeeds } from './store-upload.ts';

/** An image that comes with the request, or one that was uploaded before. */
export type ImageInput = { readonly bytes: Uint8Array } | { readonly fileId: FileId };

/**
 * Reads a document image and applies the reading. The same images again in the same attempt answer the stored analysis,
 * and a call while the first one runs shares its result.
 */
export type AnalyzeDocument = (
  input: {
    readonly caller: Caller;
    readonly profileId: ProfileId;
    readonly front: ImageInput;
    readonly back: ImageInput | null;
    readonly hints: { readonly type?: DocumentType; readonly country?: string };
  } & Repeatable,
) => TaskEither<DomainError, AnalysisView>;

type Given = DriveNeeds & UploadNeeds & { readonly guard: GuardProfile; readonly drive: DriveProfile };
type Needs = Given & { readonly allowance: Allowance };
type Input = Parameters<AnalyzeDocument>[0];

const uploaded = (profile: Profile, kind: UploadKind, fileId: FileId, pointer: string): Either<DomainError, Stored> => {
  const found = profile.evidence.findLast(
    (item) => item.kind === 'file' && item.file.kind === kind && item.file.id === fileId,
  );
  if (found?.kind === 'file') return E.right({ file: found.file, evidence: [] });
  return E.left(invalid([{ pointer, message: 'no such file of this profile' }]));
};

const imageOf = (
  needs: Needs,
  input: Input,
  profile: Profile,
  kind: UploadKind,
  image: ImageInput | null,
): TaskEither<DomainError, Stored | null> => {
  if (!image) return TE.right(null);
  if ('bytes' in image) return storeUpload(needs, input, profile, kind, image.bytes);
  return TE.fromEither(
    uploaded(profile, kind, image.fileId, kind === 'document_front' ? '/front_file_id' : '/back_file_id'),
  );
};

/** Only the current images can be read: a file that was superseded is not read again. */
const areInForce = (profile: Profile, images: readonly Stored[]): Either<DomainError, Profile> => {
  const { back, front } = inForce(caseFile(profile));
  const counting = [front?.item.file.id, back?.item.file.id];
  const faults = images
    .filter(({ file }) => !counting.includes(file.id))
    .map(({ file }) => ({
      pointer: file.kind === 'document_back' ? '/back_file_id' : '/front_file_id',
      message: 'the file was superseded',
    }));
  return faults.length > 0 ? E.left(invalid(faults)) : E.right(profile);
};

const commandIdOf = (needs: Needs, input: Input): string => idIn(needs.ids, input, 'command');

const supply = (
  needs: Needs,
  input: Input,
  profile: Profile,
  images: readonly Stored[],
): TaskEither<DomainError, Changed> => {
  const evidence = images.flatMap((image) => image.evidence);
  const { caller } = input;
  const id = commandIdOf(needs, input);
  const command: Command = { id, actor: actorOf(caller), action: { type: 'supply', evidence } };
  return pipe(
    changeProfile(needs, {
      caller,
      id: profile.id,
      purpose: 'write',
      repeats: id,
      plan: () => E.right(evidence.length > 0 ? [command] : []),
    }),
    TE.orElse(refuseEvidence<Changed>(needs, input, profile, images)),
  );
};

const readingCommand = (attempt: number, evidence: Extract<NewEvidence, { kind: 'document_reading' }>): Command => ({
  id: idFrom(`document_reading/${attempt}/${evidence.id}`),
  actor: actorOf(null),
  action: { type: 'observe', forAttempt: attempt, evidence: [evidence] },
});

const readNow = (needs: Needs, { hints }: Input, { profile }: Loaded): TaskEither<DomainError, Changed> => {
  const attempt = profile.attempt.number;
  const wait = needs.allowance.toWait(profile.id);
  if (wait !== null) return TE.left(limitReached('too many document analyses of this profile', wait));
  // The call is counted when the reader is called: a request that waits for a reading in progress costs nothing.
  const all = withBarcodes(needs);
  const reader: DocumentReader = { read: (asked) => needs.allowance.counted(profile.id, all.read(asked)) };
  return pipe(
    readDocument({ ...needs, reader }, { profileId: profile.id, attempt }, inForce(caseFile(profile)), hints),
    TE.flatMap((evidence): TaskEither<DomainError, Changed> => {
      const plan = () => E.right([readingCommand(attempt, evidence)]);
      return changeProfile(needs, { caller: null, id: profile.id, purpose: 'write', plan });
    }),
  );
};

/**
 * Answers the stored analysis where these images have one. Otherwise it makes a new one; for a submitted profile its
 * checks make it.
 */
const analyzed = (needs: Needs, input: Input, changed: Changed): TaskEither<DomainError, Driven> => {
  const { profile } = changed;
  if (profile.status === 'processing' && !inForce(caseFile(profile)).reading) return needs.drive(profile.id);
  const read = inForce(caseFile(profile)).reading ? TE.right(changed) : readNow(needs, input, changed);
  return TE.map((done: Changed) => ({ ...done, unasked: [] }))(read);
};

/**
 * Why there is no reading: the reader could not be called just now, or it failed in this way when the checks called it
 * last.
 */
const outageOf = ({ profile, unasked }: Driven): DomainError => {
  const held = unasked.find(({ service }) => service === 'document_reader');
  if (held) return held;
  const newest = inForce(caseFile(profile)).failures.document_reading.at(-1)?.item;
  return unavailable(
    'document_reader',
    newest?.reason ?? 'no reading yet',
    newest ? kindBehind(newest) : 'unavailable',
  );
};

const answerOf = (changed: Driven, frontFileId: FileId): Either<DomainError, AnalysisView> => {
  const found = changed.profile.evidence.findLast(
    (item) => item.kind === 'document_reading' && item.frontFileId === frontFileId,
  );
  return found?.kind === 'document_reading' ? E.right(analysisView(changed, found)) : E.left(outageOf(changed));
};

const present = (front: Stored | null, back: Stored | null): readonly Stored[] =>
  [front, back].filter((image) => image !== null);

/** Whether an image that comes with a request is this stored one. */
const isSame = (evidence: FileEvidence | null, image: ImageInput | null): boolean => {
  if (!evidence || !image) return evidence === null && image === null;
  return 'fileId' in image ? evidence.file.id === image.fileId : evidence.file.sha256 === sha256Hex(image.bytes);
};

const fileOf = (profile: Profile, id: FileId | null): FileEvidence | null => {
  const found = profile.evidence.find((item) => item.kind === 'file' && item.file.id === id);
  return found?.kind === 'file' ? found : null;
};

/** The analysis that was made of exactly these images, whatever has happened to the profile since. */
const storedAnalysis = ({ profile }: Loaded, { front, back }: Input): ReadingEvidence | null => {
  const found = profile.evidence.findLast(
    (item) =>
      item.kind === 'document_reading' &&
      isSame(fileOf(profile, item.frontFileId), front) &&
      isSame(fileOf(profile, item.backFileId), back),
  );
  return found?.kind === 'document_reading' ? found : null;
};

/**
 * A repeated request whose first response was lost, or that waited for the first one, is answered from the store;
 * anything else is new.
 */
const analyzeOrRepeat = (needs: Needs, input: Input): TaskEither<DomainError, AnalysisView> =>
  pipe(
    loadFor(needs, input.caller, input.profileId, 'read'),
    TE.flatMap((loaded): TaskEither<DomainError, AnalysisView> => {
      const supplied = Boolean(input.operation && appliedIn(loaded.profile, commandIdOf(needs, input)));
      const stored = isOpen(loaded.profile.status) && !supplied ? null : storedAnalysis(loaded, input);
      if (!stored) return analyzeNow(needs, input, supplied ? TE.right(loaded.profile) : open(needs, input));
      // If an earlier attempt of the same request submitted the profile, it is processed further, as that attempt would
      // have done.
      const driven = supplied ? driveWhenSubmitted(needs.drive, { ...loaded, entries: [] }) : TE.right(loaded);
      return TE.map((present: Loaded) => analysisView(present, stored))(driven);
    }),
  );

const open = (needs: Needs, { caller, profileId }: Input): TaskEither<DomainError, Profile> =>
  needs.guard({ caller, id: profileId, intent: 'supply' });

/** `found` is the profile that takes the images, or has taken them from an earlier attempt. */
const analyzeNow = (
  needs: Needs,
  input: Input,
  found: TaskEither<DomainError, Profile>,
): TaskEither<DomainError, AnalysisView> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => found),
    TE.bindW('front', ({ profile }) => imageOf(needs, input, profile, 'document_front', input.front)),
    TE.bindW('back', ({ profile }) => imageOf(needs, input, profile, 'document_back', input.back)),
    TE.bindW('supplied', ({ profile, front, back }) => supply(needs, input, profile, present(front, back))),
    TE.bindW('counts', ({ supplied, front, back }) =>
      TE.fromEither(areInForce(supplied.profile, present(front, back))),
    ),
    TE.bindW('read', ({ supplied }) => analyzed(needs, input, supplied)),
    TE.flatMap(({ read, front }) => TE.fromEither(answerOf(read, front?.file.id ?? ''))),
  );

/**
 * Each analysis holds its images in memory. For one profile one analysis runs and one waits; any further one is
 * rejected, and may come again after this many seconds.
 */
const tooMany = limitReached('another document analysis of this profile is under way', 2);

/**
 * Runs one analysis of a profile at a time: a second call waits, and finds the first one's reading of the same images.
 * Only a caller who may access the profile can wait: anybody else would learn from a rejection that the profile is
 * busy, and could keep it busy.
 */
export const analyzeDocument = (given: Given): AnalyzeDocument => {
  const needs = { ...given, allowance: newAllowance(given.clock) };
  const oneByOne = inShortTurn<DomainError, AnalysisView>(1, tooMany);
  return (input) =>
    pipe(
      loadFor(needs, input.caller, input.profileId, 'read'),
      TE.flatMap(() => oneByOne(input.profileId, analyzeOrRepeat(needs, input))),
    );
};
