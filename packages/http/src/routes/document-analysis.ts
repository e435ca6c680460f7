import { type DocumentType, documentTypes } from '@portcullis/documents';
import { type ProfileId, pipe, TE, type Upload } from '@portcullis/domain';
import { frameParts, framePartsOf, type UploadKind } from '@portcullis/domain/evidence';
import { closedObject, type FileId, IdCodec, oneOf } from '@portcullis/domain/kernel';
import { CountryCode } from '@portcullis/domain/serialization';
import type { ImageInput } from '@portcullis/domain/use-cases';
import type { BodyForms } from '../request/body/body-forms.ts';
import type { FrameUpload } from '../request/body/read-multipart.ts';
import { AnalysisBody, analysisBody, FlowAnalysisBody, flowAnalysisBody } from '../responses/analysis-body.ts';
import { endpoint, invalidField } from './endpoint.ts';
import { providerErrorCodes } from './liveness.ts';
import { resolveProfileId } from './resolve-profile.ts';

type AnalysisInput = {
  readonly profile_id?: ProfileId;
  readonly front_file_id?: FileId;
  readonly back_file_id?: FileId;
  readonly document_type_hint?: DocumentType;
  readonly country_hint?: string;
};

const common = { profile_id: IdCodec, document_type_hint: oneOf(documentTypes), country_hint: CountryCode };
const StoredImagesBody = closedObject({ front_file_id: IdCodec }, { ...common, back_file_id: IdCodec }, 'StoredImages');
const UploadedFilesBody = closedObject({}, common, 'UploadedImages');

const bodyForms: BodyForms<AnalysisInput> = {
  json: { machine: StoredImagesBody, flow: StoredImagesBody },
  multipart: {
    name: 'DocumentUpload',
    fields: { machine: UploadedFilesBody, flow: UploadedFilesBody },
    textFields: ['profile_id', 'document_type_hint', 'country_hint'],
    jsonFields: [],
    files: ['document_front', 'document_back'],
    requiredFiles: ['document_front'],
    frames: frameParts,
  },
  example: { profile_id: 'p7f2k9x0m4c8v1b', front_file_id: 'f1n8d2q6w0e5r3t', country_hint: 'UTO' },
};

type Sent = { readonly files: readonly Upload[]; readonly frames: readonly FrameUpload[] };

const imageOf = (kind: UploadKind, { files, frames }: Sent, stored: FileId | undefined): ImageInput | null => {
  const sent = files.find((file) => file.kind === kind);
  const own = frames.filter(({ part }) => framePartsOf[kind].some((one) => one === part));
  if (sent) return { bytes: sent.bytes, frames: own.map(({ bytes }) => bytes) };
  return stored === undefined ? null : { fileId: stored };
};

const hintsOf = (body: AnalysisInput) => ({
  ...(body.document_type_hint !== undefined && { type: body.document_type_hint }),
  ...(body.country_hint !== undefined && { country: body.country_hint }),
});

export const analyzeDocument = endpoint({
  method: 'POST',
  path: '/api/ai/document-analysis',
  id: 'analyzeDocument',
  tag: 'Evidence',
  summary: 'Read a document and apply what it says',
  description:
    'Send the images, or name files that were uploaded before; the person has consented first. The same images again answer the stored analysis, also when the profile takes no more evidence. A flow token gets what helps to take a better photo and nothing of what was read. Beside each image at most two frames of the same moment may come: where the settings say so (`uploads.frames`), they help to read a machine-readable zone, and they are never stored.',
  access: 'machine-or-flow',
  scope: 'profiles:write',
  showsRecords: true,
  otherProfile: ({ body }) => body.profile_id,
  // Images that were analyzed before are answered in every status, so that the domain decides once it knows the images.
  intent: 'analyze',
  body: bodyForms,
  responses: [{ status: 200, description: 'The analysis.', body: AnalysisBody, flowBody: FlowAnalysisBody }],
  errors: [
    'not_found',
    'validation_failed',
    'change_limit_reached',
    'profile_storage_full',
    'tenant_storage_full',
    'image_budget_exceeded',
    'provider_budget_exhausted',
    ...providerErrorCodes,
  ],
  run: ({ services }, { caller, snapshot, body, files, frames, operation }) => {
    const front = imageOf('document_front', { files, frames }, body.front_file_id);
    const back = imageOf('document_back', { files, frames }, body.back_file_id);
    if (front === null) return TE.left(invalidField('/document_front', 'expected a file'));
    return pipe(
      resolveProfileId(caller, body.profile_id, 'body'),
      TE.flatMap((profileId) =>
        services.analyzeDocument({
          caller,
          profileId,
          snapshot,
          front,
          back,
          hints: hintsOf(body),
          operation,
        }),
      ),
      TE.map((view) => ({
        status: 200,
        profileId: view.profileId,
        body: caller.kind === 'flow' ? flowAnalysisBody(view) : analysisBody(view),
      })),
    );
  },
});
