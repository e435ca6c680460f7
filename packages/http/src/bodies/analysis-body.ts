import { type AnalysisView, documentTypes, oneOf, signalCodes, t } from '@portcullis/domain';
import {
  CheckBody,
  DocumentBody,
  orNull,
  ProfileIdField,
  Reasons,
  StatusCodec,
  Timestamp,
  ToldReason,
  told,
} from './shared.ts';

const MrzBody = t.type({
  format: t.string,
  lines: t.readonlyArray(t.string),
  valid: t.boolean,
  check_digits: t.readonlyArray(t.type({ field: t.string, valid: t.boolean })),
});

export const AnalysisBody = t.type(
  {
    id: t.string,
    object: t.literal('document_analysis'),
    ...ProfileIdField,
    model: t.string,
    document: DocumentBody,
    mrz: orNull(MrzBody),
    barcode: t.null,
    signals: t.readonlyArray(t.type({ code: oneOf(signalCodes), confidence: t.number })),
    checks: t.readonlyArray(CheckBody),
    reasons: Reasons,
    usage: t.type({ input_tokens: t.number, output_tokens: t.number }),
    profile_status: StatusCodec,
    created_at: Timestamp,
  },
  'DocumentAnalysis',
);

export const analysisBody = (view: AnalysisView): t.TypeOf<typeof AnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
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
    ...ProfileIdField,
    document: t.type({ type: orNull(oneOf(documentTypes)) }),
    reasons: t.readonlyArray(ToldReason),
    profile_status: StatusCodec,
    created_at: Timestamp,
  },
  'FlowDocumentAnalysis',
);

/** What helps the person to take a better photo; what was read, how it was judged and by which model is the partner's. */
export const flowAnalysisBody = (view: AnalysisView): t.TypeOf<typeof FlowAnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
  profile_id: view.profile_id,
  document: { type: view.document.type },
  reasons: told(view.reasons, view.language),
  profile_status: view.profile_status,
  created_at: view.created_at,
});
