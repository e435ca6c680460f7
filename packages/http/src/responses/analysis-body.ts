import { documentTypes, signalCodes } from '@portcullis/documents';
import { oneOf, t } from '@portcullis/domain/kernel';
import type { AnalysisView } from '@portcullis/domain/use-cases';
import {
  ApplicantReason,
  applicantReasons,
  CheckBody,
  Count,
  DocumentBody,
  documentBody,
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

const mrzBody = (mrz: AnalysisView['mrz']): t.TypeOf<typeof MrzBody> | null =>
  mrz && {
    format: mrz.format,
    lines: mrz.lines,
    valid: mrz.valid,
    check_digits: mrz.checkDigits,
    repairs: mrz.repairs,
  };

const barcodeBody = (barcode: AnalysisView['barcode']): t.TypeOf<typeof BarcodeBody> | null =>
  barcode?.state === 'parsed'
    ? {
        state: 'parsed',
        standard: barcode.standard,
        version: barcode.version,
        issuer: barcode.issuer,
        issuing_jurisdiction: barcode.issuingJurisdiction,
        document_type: barcode.documentType,
        fields: barcode.fields,
        truncated: barcode.truncated,
      }
    : barcode;

export const analysisBody = (view: AnalysisView): t.TypeOf<typeof AnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
  view: 'partner',
  profile_id: view.profileId,
  model: view.model,
  document: documentBody(view.document),
  mrz: mrzBody(view.mrz),
  barcode: barcodeBody(view.barcode),
  signals: view.signals,
  checks: view.checks,
  reasons: view.reasons,
  usage: { input_tokens: view.usage.inputTokens, output_tokens: view.usage.outputTokens },
  profile_status: view.profileStatus,
  created_at: view.createdAt,
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
 * Contains what helps the person to take a better photo. The partner alone sees what was read, how it was judged and
 * which model read it.
 */
export const flowAnalysisBody = (view: AnalysisView): t.TypeOf<typeof FlowAnalysisBody> => ({
  id: view.id,
  object: 'document_analysis',
  view: 'person',
  profile_id: view.profileId,
  document: { type: view.document.type },
  reasons: applicantReasons(view.reasons, { language: view.language, status: view.profileStatus }),
  profile_status: view.profileStatus,
  created_at: view.createdAt,
});
