import {
  type BarcodeFacts,
  type DocumentFacts,
  type DocumentView,
  documentFacts,
  documentView,
  type Mrz,
  type ReadingSignal,
} from '@portcullis/documents';
import { runChecks } from '../../checks/decide.ts';
import type { Check } from '../../checks/shared/check.ts';
import { nameRules } from '../../checks/shared/name-rules.ts';
import type { ReadingEvidence } from '../../evidence/evidence.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Status } from '../../kernel/status.ts';
import { checkNames } from '../../policy/check-names.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { decisionInput } from '../../profile/requirements.ts';
import type { Loaded } from '../access/change-profile.ts';

export type MrzView = {
  readonly format: string;
  readonly lines: readonly string[];
  readonly valid: boolean;
  readonly checkDigits: readonly { readonly field: string; readonly valid: boolean }[];
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
      readonly issuingJurisdiction: string | null;
      readonly documentType: BarcodeFacts['documentType'];
      readonly fields: BarcodeFacts['fields'];
      readonly truncated: BarcodeFacts['truncated'];
    }
  | { readonly state: 'unknown' }
  | { readonly state: 'unreadable' };

export type AnalysisView = {
  readonly id: string;
  readonly profileId: ProfileId;
  readonly model: string;
  readonly document: DocumentView;
  readonly mrz: MrzView | null;
  readonly barcode: BarcodeView | null;
  readonly signals: readonly ReadingSignal[];
  readonly checks: readonly Check[];
  readonly reasons: readonly ReasonCode[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly profileStatus: Status;
  /** The person's language, for the applicant messages. */
  readonly language: string;
  readonly createdAt: string;
};

const mrzView = (mrz: Mrz | null): MrzView | null =>
  mrz && {
    format: mrz.format,
    lines: mrz.lines,
    valid: mrz.valid,
    checkDigits: mrz.checkDigits.map(({ field, valid }) => ({ field, valid })),
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
        issuingJurisdiction: facts.issuingJurisdiction,
        documentType: facts.documentType,
        fields: facts.fields,
        truncated: facts.truncated,
      }
    : { state: 'unknown' };
};

const documentChecks = checkNames.filter((name) => name.startsWith('document_'));

/** A reading as its partner sees it, with the document checks as they are with it. */
export const analysisView = ({ policy, profile }: Loaded, item: ReadingEvidence): AnalysisView => {
  const facts = documentFacts(item);
  const checks = runChecks(policy, decisionInput(profile), item.at, documentChecks);
  return {
    id: item.id,
    profileId: profile.id,
    model: item.reading.reader.model,
    document: documentView(facts, nameRules(facts, policy)),
    mrz: mrzView(facts.mrz),
    barcode: barcodeView(facts),
    signals: item.reading.signals,
    checks,
    reasons: [...new Set(checks.flatMap(({ reasons }) => reasons))],
    usage: { inputTokens: item.reading.usage.inputTokens, outputTokens: item.reading.usage.outputTokens },
    profileStatus: profile.status,
    language: profile.language,
    createdAt: item.at,
  };
};
