import { signalCodes } from '@portcullis/domain/documents';
import { documentTypes, oneOf, t } from '@portcullis/domain/kernel';
import type { AnalysisView } from '@portcullis/domain/use-cases';
import {
  ApplicantReason,
  applicantReasons,
  CheckBody,
  Count,
  DocumentBody,
  Estimate,
  eachField,
  nullable,
  Ordinal,
  ProfileIdField,
  Reasons,
  StatusCodec,
  Timestamp,
} from './shared-codecs.ts';

const MrzBody = t.type({
  format: t.string,
  lines: t.readonlyArray(t.string),
  valid: t.boolean,
  check_digits: t.readonlyArray(t.type({ field: t.string, valid: t.boolean })),
  repairs: t.readonlyArray(t.type({ line: Ordinal, column: Ordinal, before: t.string, after: t.string })),
});

const BarcodeBody = t.union([
  t.type({
    state: t.literal('parsed'),
    standard: t.literal('aamva'),
    version: Ordinal,
    issuer: t.string,
    issuing_jurisdiction: nullable(t.string),
    document_type: oneOf(['driving_licence', 'id_card']),
    fields: t.partial(eachField(t.string)),
    truncated: t.readonlyArray(oneOf(['last_name', 'first_name'])),
  }),
  t.type({ state: oneOf(['unknown', 'unreadable']) }),
]);

export const AnalysisBody = t.type(
  {
    id: t.string,
    object: t.literal('document_analysis'),
    view: t.literal('partner'),
    ...ProfileIdField,
    model: t.string,
    document: DocumentBody,
    mrz: nullable(MrzBody),
    barcode: nullable(BarcodeBody),
    signals: t.readonlyArray(t.type({ code: oneOf(signalCodes), confidence: Estimate })),
    checks: t.readonlyArray(CheckBody),
    reasons: Reasons,
    usage: t.type({ input_tokens: Count, output_tokens: Count }),
    profile_status: StatusCodec,
    created_at: Timestamp,
  },
  'DocumentAnalysis',
);

export const analysisBody = (view: AnalysisView): t.TypeOf<typeof AnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
  view: 'partner',
  profile_id: view.profile_id,
  model: view.model,
  document: view.document,
  mrz: view.mrz,
  barcode: view.barcode,
  signals: view.signals,
  checks: view.checks,
  reasons: view.reasons,
  usage: view.usage,
  profile_status: view.profile_status,
  created_at: view.created_at,
});

export const FlowAnalysisBody = t.type(
  {
    id: t.string,
    object: t.literal('document_analysis'),
    view: t.literal('person'),
    ...ProfileIdField,
    document: t.type({ type: nullable(oneOf(documentTypes)) }),
    reasons: t.readonlyArray(ApplicantReason),
    profile_status: StatusCodec,
    created_at: Timestamp,
  },
  'FlowDocumentAnalysis',
);

/**
 * Contains what helps the person to take a better photo. What was read, how it was judged and which model read it is
 * shown to the partner only.
 */
export const flowAnalysisBody = (view: AnalysisView): t.TypeOf<typeof FlowAnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
  view: 'person',
  profile_id: view.profile_id,
  document: { type: view.document.type },
  reasons: applicantReasons(view.reasons, { language: view.language, status: view.profile_status }),
  profile_status: view.profile_status,
  created_at: view.created_at,
});
