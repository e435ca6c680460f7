import { outageReason } from '../../checks/outages.ts';
import { type CurrentEvidence, currentEvidence } from '../../evidence/current-evidence.ts';
import type { Observation } from '../../evidence/evidence.ts';
import { faceBoxes } from '../../evidence/face-box.ts';
import { isOfStore, type NotFound, noProvider, type Unavailable, type UnavailableKind } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId } from '../../kernel/ids.ts';
import type { BarcodeReader } from '../../ports/providers/barcode-reader.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { FaceComparer } from '../../ports/providers/face-comparer.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import { decisionInput } from '../../profile/requirements.ts';
import type { Loaded } from '../access/change-profile.ts';
import { keptAnswer } from './kept-answer.ts';
import { type DeviceDeps, observeDevice } from './observe-device.ts';
import { type ReadingsInFlight, readDocument } from './read-document.ts';
import { loadFile, type RequestFiles } from './request-files.ts';
import { vendorCallFor } from './vendor-call.ts';
import { withBarcodes } from './with-barcodes.ts';

/** The ports for observing. */
export type ObserveDeps = DeviceDeps & {
  readonly files: FileStore;
  readonly barcodes: BarcodeReader;
  readonly reader: DocumentReader;
  readonly faces: FaceComparer;
  readonly readingsInFlight: ReadingsInFlight;
};

const faceEvidence = (
  deps: ObserveDeps,
  call: VendorCall,
  documentFileId: FileId,
  referenceFileId: FileId,
  requestFiles: RequestFiles,
): TaskEither<NotFound | Unavailable, NewEvidence> => {
  const load = loadFile(deps.files, requestFiles);
  return pipe(
    TE.Do,
    TE.bindW('document', () => load(call.profileId, documentFileId)),
    TE.bindW('reference', () => load(call.profileId, referenceFileId)),
    TE.bindW('comparison', ({ document, reference }) =>
      deps.faces.compare({ call, document: document.bytes, reference: reference.bytes }),
    ),
    TE.map(({ comparison: { documentFace: _, referenceFace: __, ...judged }, comparison }) => ({
      kind: 'face_match' as const,
      documentFileId,
      referenceFileId,
      ...judged,
      ...faceBoxes(comparison),
      ...(deps.faces.model !== undefined && { model: deps.faces.model }),
    })),
    TE.flatMap((item) => TE.fromEither(keptAnswer('faces', item))),
  );
};

const callProvider = (
  deps: ObserveDeps,
  observation: Observation,
  loaded: Loaded,
  requestFiles: RequestFiles,
): TaskEither<NotFound | Unavailable, NewEvidence> => {
  const { profile } = loaded;
  const call = vendorCallFor(loaded);
  const selected = currentEvidence(decisionInput(profile));
  const compareWith = (side: CurrentEvidence['front']) => {
    const referenceFileId = selected.result?.value.referenceFileId ?? '';
    return faceEvidence(deps, call, side?.value.file.id ?? '', referenceFileId, requestFiles);
  };
  switch (observation) {
    case 'document_reading':
      return readDocument(
        { ...deps, reader: withBarcodes(deps), frameReader: deps.reader },
        call,
        loaded,
        {},
        requestFiles,
      );
    case 'liveness':
      return TE.left(noProvider('liveness'));
    case 'face_match':
      return compareWith(selected.front);
    case 'back_face_match':
      return compareWith(selected.back);
    case 'device':
      return observeDevice(deps, call, selected.deviceEvent?.value ?? { eventId: '', attempt: call.attempt });
  }
};

/** The failure of a provider to answer, as evidence. */
export type FailedObservation = Extract<NewEvidence, { readonly kind: 'provider_failure' }>;

const failedObservation = (observation: Observation, outage: UnavailableKind): FailedObservation => ({
  kind: 'provider_failure',
  observation,
  reason: outageReason(outage),
  outage,
});

/**
 * Turns a call without an answer into evidence: a failure of the provider. A failure that is not the provider's stays
 * left: an outage of our own store, and a call that we did not send, unless the partner's budget is why: no retry helps
 * before the next day, and a reviewer should see it.
 */
export const asFailedObservation = (
  observation: Observation,
  error: Unavailable,
): Either<Unavailable, FailedObservation> =>
  isOfStore(error) || (error.notSent && error.kind !== 'budget_exhausted')
    ? E.left(error)
    : E.right(failedObservation(observation, error.kind));

const observeOne = (
  deps: ObserveDeps,
  observation: Observation,
  loaded: Loaded,
  requestFiles: RequestFiles,
): TaskEither<Unavailable, NewEvidence> =>
  pipe(
    callProvider(deps, observation, loaded, requestFiles),
    TE.orElse((error) => {
      if (error._tag === 'NotFound') return TE.right(failedObservation(observation, 'invalid_response'));
      return TE.fromEither(asFailedObservation(observation, error));
    }),
  );

/**
 * Makes several observations at the same time, so that a person waits for the slowest provider, and not for all of them
 * in sequence. A provider that gives no answer is evidence, too; left are outages of our own stores, and calls that
 * were not sent.
 */
export const observeAll =
  (
    deps: ObserveDeps,
    loaded: Loaded,
    observations: readonly Observation[],
    requestFiles: RequestFiles,
  ): TaskEither<never, readonly Either<Unavailable, NewEvidence>[]> =>
  async () =>
    E.right(
      await Promise.all(observations.map((observation) => observeOne(deps, observation, loaded, requestFiles)())),
    );
