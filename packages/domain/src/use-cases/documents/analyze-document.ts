import { outageKindOf } from '../../checks/outages.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { FileEvidence, ReadingEvidence, UploadKind } from '../../evidence/evidence.ts';
import { boundedKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts';
import type { DocumentType } from '../../kernel/document-terms.ts';
import { type DomainError, invalid, limitReached, unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId, sha256Hex } from '../../kernel/hash.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { isOpen } from '../../profile/transitions.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import { type Changed, changeProfile, type Loaded, loadFor } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { findApplied, type IdempotentRequest, operationId } from '../idempotency/operation.ts';
import {
  type ProcessingDeps,
  type ProcessingResult,
  type ProcessVerification,
  processWhenSubmitted,
} from '../processing/process-verification.ts';
import { readDocument } from '../processing/read-document.ts';
import { newVendorCallLimit, type VendorCallLimit } from '../processing/vendor-call-limit.ts';
import { withBarcodes } from '../processing/with-barcodes.ts';
import { type AnalysisView, analysisView } from './analysis-view.ts';
import { rejectEvidence, type StoredUpload, storeUpload, type UploadDeps } from './store-upload.ts';

/** An image that comes with the request, or one that was uploaded before. */
export type ImageInput = { readonly bytes: Uint8Array } | { readonly fileId: FileId };

/**
 * Reads a document image and applies the reading. The same images again in the same attempt answer the stored analysis,
 * and a call while the first one runs shares its result.
 */
export type AnalyzeDocument = (
  input: {
    readonly caller: Principal;
    readonly profileId: ProfileId;
    readonly front: ImageInput;
    readonly back: ImageInput | null;
    readonly hints: { readonly type?: DocumentType; readonly country?: string };
  } & IdempotentRequest,
) => TaskEither<DomainError, AnalysisView>;

type BaseDeps = ProcessingDeps &
  UploadDeps & { readonly authorizeProfile: AuthorizeProfile; readonly processVerification: ProcessVerification };
type Deps = BaseDeps & { readonly allowance: VendorCallLimit };
type Input = Parameters<AnalyzeDocument>[0];

const findUpload = (
  profile: Profile,
  kind: UploadKind,
  fileId: FileId,
  pointer: string,
): Either<DomainError, StoredUpload> => {
  const found = profile.evidence.findLast(
    (item) => item.kind === 'file' && item.file.kind === kind && item.file.id === fileId,
  );
  if (found?.kind === 'file') return E.right({ file: found.file, evidence: [] });
  return E.left(invalid([{ pointer, message: 'no such file of this profile' }]));
};

const imageOf = (
  deps: Deps,
  input: Input,
  profile: Profile,
  kind: UploadKind,
  image: ImageInput | null,
): TaskEither<DomainError, StoredUpload | null> => {
  if (!image) return TE.right(null);
  if ('bytes' in image) return storeUpload(deps, input, profile, kind, image.bytes);
  return TE.fromEither(
    findUpload(profile, kind, image.fileId, kind === 'document_front' ? '/front_file_id' : '/back_file_id'),
  );
};

/** Only the current images can be read: a file that was superseded is not read again. */
const requireCurrent = (profile: Profile, images: readonly StoredUpload[]): Either<DomainError, Profile> => {
  const { back, front } = currentEvidence(decisionInput(profile));
  const counting = [front?.value.file.id, back?.value.file.id];
  const faults = images
    .filter(({ file }) => !counting.includes(file.id))
    .map(({ file }) => ({
      pointer: file.kind === 'document_back' ? '/back_file_id' : '/front_file_id',
      message: 'the file was superseded',
    }));
  return faults.length > 0 ? E.left(invalid(faults)) : E.right(profile);
};

const commandIdOf = (deps: Deps, input: Input): string => operationId(deps.ids, input, 'command');

const supplyImages = (
  deps: Deps,
  input: Input,
  profile: Profile,
  images: readonly StoredUpload[],
): TaskEither<DomainError, Changed> => {
  const evidence = images.flatMap((image) => image.evidence);
  const { caller } = input;
  const id = commandIdOf(deps, input);
  const command: Command = { id, actor: actorOf(caller), action: { type: 'supply', evidence } };
  return pipe(
    changeProfile(deps, {
      caller,
      id: profile.id,
      purpose: 'write',
      commandId: id,
      plan: () => E.right(evidence.length > 0 ? [command] : []),
    }),
    TE.orElse(rejectEvidence<Changed>(deps, input, profile, images)),
  );
};

const readingCommand = (attempt: number, evidence: Extract<NewEvidence, { kind: 'document_reading' }>): Command => ({
  id: deterministicId(`document_reading/${attempt}/${evidence.id}`),
  actor: actorOf(null),
  action: { type: 'observe', forAttempt: attempt, evidence: [evidence] },
});

const readNow = (deps: Deps, { hints }: Input, { profile }: Loaded): TaskEither<DomainError, Changed> => {
  const attempt = profile.attempt.number;
  const wait = deps.allowance.secondsToWait(profile.id);
  if (wait !== null) return TE.left(limitReached('too many document analyses of this profile', wait));
  // The call is counted when the reader is called: a request that waits for a reading in progress costs nothing.
  const all = withBarcodes(deps);
  const reader: DocumentReader = { read: (asked) => deps.allowance.counted(profile.id, all.read(asked)) };
  return pipe(
    readDocument(
      { ...deps, reader },
      { profileId: profile.id, attempt },
      currentEvidence(decisionInput(profile)),
      hints,
    ),
    TE.flatMap((evidence): TaskEither<DomainError, Changed> => {
      const plan = () => E.right([readingCommand(attempt, evidence)]);
      return changeProfile(deps, { caller: null, id: profile.id, purpose: 'write', plan });
    }),
  );
};

/**
 * Answers the stored analysis where these images have one. Otherwise it makes a new one; for a submitted profile its
 * checks make it.
 */
const analyzeOrReuse = (deps: Deps, input: Input, changed: Changed): TaskEither<DomainError, ProcessingResult> => {
  const { profile } = changed;
  if (profile.status === 'processing' && !currentEvidence(decisionInput(profile)).reading)
    return deps.processVerification(profile.id);
  const read = currentEvidence(decisionInput(profile)).reading ? TE.right(changed) : readNow(deps, input, changed);
  return TE.map((done: Changed) => ({ ...done, skippedCalls: [] }))(read);
};

/**
 * Why there is no reading: the reader could not be called just now, or it failed in this way when the checks called it
 * last.
 */
const outageError = ({ profile, skippedCalls: unasked }: ProcessingResult): DomainError => {
  const held = unasked.find(({ service }) => service === 'document_reader');
  if (held) return held;
  const newest = currentEvidence(decisionInput(profile)).failures.document_reading.at(-1)?.value;
  return unavailable(
    'document_reader',
    newest?.reason ?? 'no reading yet',
    newest ? outageKindOf(newest) : 'unavailable',
  );
};

const analysisResult = (changed: ProcessingResult, frontFileId: FileId): Either<DomainError, AnalysisView> => {
  const found = changed.profile.evidence.findLast(
    (item) => item.kind === 'document_reading' && item.frontFileId === frontFileId,
  );
  return found?.kind === 'document_reading' ? E.right(analysisView(changed, found)) : E.left(outageError(changed));
};

const present = (front: StoredUpload | null, back: StoredUpload | null): readonly StoredUpload[] =>
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
const analyzeOrRepeat = (deps: Deps, input: Input): TaskEither<DomainError, AnalysisView> =>
  pipe(
    loadFor(deps, input.caller, input.profileId, 'read'),
    TE.flatMap((loaded): TaskEither<DomainError, AnalysisView> => {
      const supplied = Boolean(input.operation && findApplied(loaded.profile, commandIdOf(deps, input)));
      const stored = isOpen(loaded.profile.status) && !supplied ? null : storedAnalysis(loaded, input);
      if (!stored) return analyzeNow(deps, input, supplied ? TE.right(loaded.profile) : findOpenProfile(deps, input));
      // If an earlier attempt of the same request submitted the profile, it is processed further, as that attempt would
      // have done.
      const driven = supplied
        ? processWhenSubmitted(deps.processVerification, { ...loaded, entries: [] })
        : TE.right(loaded);
      return TE.map((present: Loaded) => analysisView(present, stored))(driven);
    }),
  );

const findOpenProfile = (deps: Deps, { caller, profileId }: Input): TaskEither<DomainError, Profile> =>
  deps.authorizeProfile({ caller, id: profileId, intent: 'supply' });

/** `found` is the profile that takes the images, or has taken them from an earlier attempt. */
const analyzeNow = (
  deps: Deps,
  input: Input,
  found: TaskEither<DomainError, Profile>,
): TaskEither<DomainError, AnalysisView> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => found),
    TE.bindW('front', ({ profile }) => imageOf(deps, input, profile, 'document_front', input.front)),
    TE.bindW('back', ({ profile }) => imageOf(deps, input, profile, 'document_back', input.back)),
    TE.bindW('supplied', ({ profile, front, back }) => supplyImages(deps, input, profile, present(front, back))),
    TE.bindW('counts', ({ supplied, front, back }) =>
      TE.fromEither(requireCurrent(supplied.profile, present(front, back))),
    ),
    TE.bindW('read', ({ supplied }) => analyzeOrReuse(deps, input, supplied)),
    TE.flatMap(({ read, front }) => TE.fromEither(analysisResult(read, front?.file.id ?? ''))),
  );

/**
 * Each analysis holds its images in memory. For one profile one analysis runs and one waits; any further one is
 * rejected, and may come again after this many seconds.
 */
const tooManyError = limitReached('another document analysis of this profile is under way', 2);

/**
 * Runs one analysis of a profile at a time: a second call waits, and finds the first one's reading of the same images.
 * Only a caller who may access the profile can wait: anybody else would learn from a rejection that the profile is
 * busy, and could keep it busy.
 */
export const analyzeDocument = (given: BaseDeps): AnalyzeDocument => {
  const deps = { ...given, allowance: newVendorCallLimit(given.clock) };
  const mutex = boundedKeyedMutex<DomainError, AnalysisView>(1, tooManyError);
  return (input) =>
    pipe(
      loadFor(deps, input.caller, input.profileId, 'read'),
      TE.flatMap(() => mutex(input.profileId, analyzeOrRepeat(deps, input))),
    );
};
