import { runChecks } from '../../checks/decide.ts';
import type { Check } from '../../checks/shared/check.ts';
import { nameRules } from '../../checks/shared/name-rules.ts';
import type { BarcodeFacts } from '../../documents/aamva/parse-barcode.ts';
import type { DocumentView } from '../../documents/document-view.ts';
import { type DocumentFacts, documentFacts } from '../../documents/facts.ts';
import { documentView } from '../../documents/fields.ts';
import type { Mrz } from '../../documents/mrz/mrz.ts';
import type { ReadingSignal } from '../../documents/reading.ts';
import type { ReadingEvidence } from '../../evidence/evidence.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Status } from '../../kernel/status.ts';
import { checkNames } from '../../policy/check-names.ts';
import { rulesOf } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';
import { decisionInput } from '../../profile/requirements.ts';
import type { Loaded } from '../access/change-profile.ts';

export type MrzView = {
  readonly format: string;
  readonly lines: readonly string[];
  readonly valid: boolean;
  readonly check_digits: readonly { readonly field: string; readonly valid: boolean }[];
  /** OCR errors that were corrected; `lines` stay as they were read. Lines and columns are counted from 0. */
  readonly repairs: Mrz['repairs'];
};

/**
 * The barcode: its data, or that it is of a standard that is not parsed here, or that it could not be read. Its whole
 * text is not shown, because it may contain an address, and more than was asked for.
 */
export type BarcodeView =
  | {
      readonly state: 'parsed';
      readonly standard: BarcodeFacts['standard'];
      readonly version: number;
      readonly issuer: string;
      readonly issuing_jurisdiction: string | null;
      readonly document_type: BarcodeFacts['documentType'];
      readonly fields: BarcodeFacts['fields'];
      readonly truncated: BarcodeFacts['truncated'];
    }
  | { readonly state: 'unknown' }
  | { readonly state: 'unreadable' };

export type AnalysisView = {
  readonly id: string;
  readonly profile_id: ProfileId;
  readonly model: string;
  readonly document: DocumentView;
  readonly mrz: MrzView | null;
  readonly barcode: BarcodeView | null;
  readonly signals: readonly ReadingSignal[];
  readonly checks: readonly Check[];
  readonly reasons: readonly ReasonCode[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly profile_status: Status;
  /** The person's language, for the applicant messages. */
  readonly language: string;
  readonly created_at: string;
};

const mrzView = (mrz: Mrz | null): MrzView | null =>
  mrz && {
    format: mrz.format,
    lines: mrz.lines,
    valid: mrz.valid,
    check_digits: mrz.checkDigits.map(({ field, valid }) => ({ field, valid })),
    repairs: mrz.repairs,
  };

const barcodeView = ({ barcode: facts, reading: { barcode } }: DocumentFacts): BarcodeView | null => {
  if (barcode?.state !== 'read') return barcode;
  return facts
    ? {
        state: 'parsed',
        standard: facts.standard,
        version: facts.version,
        issuer: facts.issuer,
        issuing_jurisdiction: facts.issuingJurisdiction,
        document_type: facts.documentType,
        fields: facts.fields,
        truncated: facts.truncated,
      }
    : { state: 'unknown' };
};

const documentChecks = checkNames.filter((name) => name.startsWith('document_'));

/** A reading as its partner sees it, with the document checks as they are with it. */
export const analysisView = ({ policy, profile }: Loaded, item: ReadingEvidence): AnalysisView => {
  const facts = documentFacts(item, rulesOf(policy));
  const checks = runChecks(policy, decisionInput(profile), item.at, documentChecks);
  return {
    id: item.id,
    profile_id: profile.id,
    model: item.reading.reader.model,
    document: documentView(facts, nameRules(facts, policy)),
    mrz: mrzView(facts.mrz),
    barcode: barcodeView(facts),
    signals: item.reading.signals,
    checks,
    reasons: [...new Set(checks.flatMap(({ reasons }) => reasons))],
    usage: { input_tokens: item.reading.usage.inputTokens, output_tokens: item.reading.usage.outputTokens },
    profile_status: profile.status,
    language: profile.language,
    created_at: item.at,
  };
};
