import type { DocumentType } from '@portcullis/documents';
import { outageKindOf, outageReason } from '../../checks/outages.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { FileEvidence, ReadingEvidence } from '../../evidence/evidence.ts';
import { boundedKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts';
import {
  type DomainError,
  isOfStore,
  type LimitReached,
  limitReached,
  type NotFound,
  type Unavailable,
  unavailable,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId, sha256Hex } from '../../kernel/hash.ts';
import type { FileId } from '../../kernel/ids.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import { analysisLimitOf } from '../../profile/changes/paid-calls.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { isOpen } from '../../profile/transitions.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import {
  asService,
  type Changed,
  changeProfile,
  forUpload,
  isoNow,
  type Loaded,
  loadFor,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { findApplied } from '../access/operation.ts';
import { processingPorts, useCase } from '../access/use-case.ts';
import {
  type ProcessingDeps,
  type ProcessingResult,
  type ProcessVerification,
  processWhenSubmitted,
} from '../processing/process-verification.ts';
import { readDocument } from '../processing/read-document.ts';
import type { RequestFiles } from '../processing/request-files.ts';
import { vendorCallFor } from '../processing/vendor-call.ts';
import { newVendorCallLimit, type VendorCallLimit } from '../processing/vendor-call-limit.ts';
import { withBarcodes } from '../processing/with-barcodes.ts';
import { type AnalysisView, analysisView } from './analysis-view.ts';
import { frameFault, uploadedFramesOf } from './request-frames.ts';
import { requestFilesOf, type StoredUpload, type UploadDeps } from './store-upload.ts';
import { commandIdOf, type ImageInput, type ImagesInput, requireCurrent, supplyDocument } from './supply-images.ts';
import type { SuppliedUploads } from './supply-uploads.ts';

/**
 * Reads a document image and applies the reading. The same images again in the same attempt answer the stored analysis,
 * and a call while the first one runs shares its result.
 */
export type AnalyzeDocument = (
  input: ImagesInput & { readonly hints: { readonly type?: DocumentType; readonly country?: string } },
) => TaskEither<DomainError, AnalysisView>;

type BaseDeps = ProcessingDeps &
  UploadDeps & { readonly authorizeProfile: AuthorizeProfile; readonly processVerification: ProcessVerification };
type Deps = BaseDeps & { readonly allowance: VendorCallLimit };
type Input = Parameters<AnalyzeDocument>[0];

const readingCommand = (attempt: number, evidence: Extract<NewEvidence, { kind: 'document_reading' }>): Command => ({
  id: deterministicId(`document_reading/${attempt}/${evidence.id}`),
  actor: actorOf(null),
  action: { type: 'observe', forAttempt: attempt, evidence: [evidence] },
});

/** Counts an analysis that was paid for without a reading, and passes on why there is none. */
const countFailure =
  (deps: Deps, supplied: Changed) =>
  (error: NotFound | Unavailable): TaskEither<NotFound | Unavailable, never> => {
    if (error._tag === 'NotFound' || error.notSent || isOfStore(error)) return TE.left(error);
    const { profile } = supplied;
    const command: Command = {
      id: deps.ids.id(),
      actor: actorOf(null),
      action: { type: 'analysis_failed', forAttempt: profile.attempt.number, reason: outageReason(error.kind) },
    };
    const plan = () => E.right([command]);
    const counted = changeProfile(deps, {
      caller: null,
      id: profile.id,
      purpose: 'write',
      snapshot: asService(supplied),
      plan,
    });
    // The caller learns of the provider also where the count could not be written.
    return async () => {
      await counted();
      return E.left(error);
    };
  };

const readNow = (
  deps: Deps,
  { hints }: Input,
  supplied: Changed,
  files: RequestFiles,
): TaskEither<DomainError, Changed> => {
  const { profile } = supplied;
  const attempt = profile.attempt.number;
  const wait = deps.allowance.secondsToWait(profile.id);
  if (wait !== null)
    return TE.left(limitReached('document_analyses', 'too many document analyses of this profile', wait));
  const limit = analysisLimitOf(profile, isoNow(deps.clock));
  if (limit) return TE.left(limit);
  // The call is counted when the reader is called: a request that waits for a reading in progress costs nothing.
  const all = withBarcodes(deps);
  const reader: DocumentReader = { read: (asked) => deps.allowance.counted(profile.id, all.read(asked)) };
  return pipe(
    readDocument({ ...deps, reader, frameReader: deps.reader }, vendorCallFor(supplied), supplied, hints, files),
    TE.orElse(countFailure(deps, supplied)),
    TE.flatMap((evidence) => {
      const plan = () => E.right([readingCommand(attempt, evidence)]);
      const snapshot = asService(supplied);
      return changeProfile(deps, { caller: null, id: profile.id, purpose: 'write', snapshot, plan });
    }),
  );
};

/**
 * Answers the stored analysis where these images have one. Otherwise it makes a new one; for a submitted profile its
 * checks make it.
 */
const analyzeOrReuse = (
  deps: Deps,
  input: Input,
  changed: Changed,
  images: readonly StoredUpload[],
): TaskEither<DomainError, ProcessingResult> => {
  const { profile } = changed;
  const files = requestFilesOf(images, uploadedFramesOf(deps, input, profile));
  const hasReading = currentEvidence(decisionInput(profile)).reading !== null;
  if (profile.status === 'processing' && !hasReading)
    return deps.processVerification(profile.id, [], { snapshot: changed, files });
  const read = hasReading ? TE.right(changed) : readNow(deps, input, changed, files);
  return pipe(
    read,
    TE.map((done) => ({ ...done, skippedCalls: [] })),
  );
};

/**
 * Why there is no reading: the reader could not be called just now, or it failed in this way when the checks called it
 * last.
 */
const outageError = ({ profile, skippedCalls }: ProcessingResult): DomainError => {
  const held = skippedCalls.find(({ service }) => service === 'document_reader');
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

/** Why images that have no analysis yet get none in this attempt, found out before they are stored. */
const limitOfNew = ({ clock }: Deps, input: Input, loaded: Loaded): LimitReached | null => {
  const limit = analysisLimitOf(loaded.profile, isoNow(clock));
  return limit && !storedAnalysis(loaded, input) ? limit : null;
};

/** If an earlier attempt submitted the profile, it is processed further, as that attempt would have done. */
const continueEarlier = (
  deps: Deps,
  loaded: Snapshot,
  stored: ReadingEvidence,
): TaskEither<DomainError, AnalysisView> =>
  pipe(
    processWhenSubmitted(deps.processVerification, { ...loaded, entries: [] }),
    TE.map((present) => analysisView(present, stored)),
  );

/**
 * A repeated request whose first response was lost, or that waited for the first one, is answered from the store;
 * anything else is new.
 */
const analyzeOrRepeat = (deps: Deps, input: Input): TaskEither<DomainError, AnalysisView> =>
  pipe(
    loadFor(deps, input.caller, input.profileId, 'read', input.snapshot),
    TE.flatMap((loaded) => {
      const supplied = Boolean(input.operation && findApplied(loaded.profile, commandIdOf(deps, input)));
      const stored = isOpen(loaded.profile.status) && !supplied ? null : storedAnalysis(loaded, input);
      if (!stored) {
        const limit = isOpen(loaded.profile.status) && !supplied ? limitOfNew(deps, input, loaded) : null;
        return limit ? TE.left(limit) : analyzeNow(deps, input, loaded, supplied);
      }
      return supplied ? continueEarlier(deps, loaded, stored) : TE.right(analysisView(loaded, stored));
    }),
  );

const analyzeSupplied = (
  deps: Deps,
  input: Input,
  { changed: supplied, uploads: images }: SuppliedUploads,
): TaskEither<DomainError, AnalysisView> => {
  const front = images.find(({ file }) => file.kind === 'document_front');
  return pipe(
    TE.fromEither(requireCurrent(supplied.profile, images)),
    TE.flatMap(() => analyzeOrReuse(deps, input, supplied, images)),
    TE.flatMap((read) => TE.fromEither(analysisResult(read, front?.file.id ?? ''))),
  );
};

/** Errors that may be gone when the profile is loaded again, because it has changed since. */
const staleErrors: readonly DomainError['_tag'][] = [
  'ConsentRequired',
  'FlowEnded',
  'InvalidToken',
  'InvalidTransition',
  'NotFound',
  'VersionConflict',
];

/** When the profile has changed since it was loaded, the images may have been analyzed meanwhile. */
const analyzeNow =
  (deps: Deps, input: Input, loaded: Snapshot, isSupplied: boolean): TaskEither<DomainError, AnalysisView> =>
  async () => {
    const supplied = await supplyDocument(deps, input, loaded, isSupplied)();
    if (E.isRight(supplied)) return analyzeSupplied(deps, input, supplied.right)();
    const isOutdated = input.snapshot && staleErrors.includes(supplied.left._tag);
    return isOutdated ? analyzeOrRepeat(deps, { ...input, snapshot: null })() : supplied;
  };

/**
 * Each analysis holds its images in memory. For one profile one analysis runs and one waits; any further one is
 * rejected, and may come again after this many seconds.
 */
const tooManyError = limitReached('analysis_in_progress', 'another document analysis of this profile is under way', 2);

/**
 * Runs one analysis of a profile at a time: a second call waits, and finds the first one's reading of the same images.
 * Only a caller who may access the profile can wait: anybody else would learn from a rejection that the profile is
 * busy, and could keep it busy.
 */
export const analyzeDocument = useCase(
  'analyzeDocument',
  [...processingPorts, 'media', 'ids', 'authorizeProfile', 'processVerification'],
  (given: BaseDeps): AnalyzeDocument => {
    const deps = { ...given, allowance: newVendorCallLimit(given.clock) };
    const mutex = boundedKeyedMutex<DomainError, AnalysisView>(1, tooManyError);
    return (input) =>
      pipe(
        loadFor(deps, input.caller, input.profileId, 'read', forUpload(deps, input.snapshot)),
        TE.flatMap((loaded) => TE.fromEither(admitted(input, loaded))),
        TE.flatMap((loaded) =>
          mutex(input.profileId, (hasWaited) =>
            // A caller that waited, or names files alone, begins from the present. Others find out at their first
            // write, or by loading again when they have nothing to write.
            analyzeOrRepeat(deps, { ...input, snapshot: hasWaited || !bringsImages(input) ? null : loaded }),
          ),
        ),
      );
  },
);

const admitted = <A>(input: Input, value: A): Either<DomainError, A> => {
  const fault = frameFault(input);
  return fault ? E.left(fault) : E.right(value);
};

const bringsImages = ({ front, back }: Input): boolean => 'bytes' in front || (back !== null && 'bytes' in back);
