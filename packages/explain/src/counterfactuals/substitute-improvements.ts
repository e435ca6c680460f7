import { machineRead, parseIssuer, sameCountry, typeOf } from '@portcullis/documents';
import type { FileEvidence, ReadingEvidence } from '@portcullis/domain/evidence';
import {
  addEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
  type Perturbation,
} from './perturbation.ts';
import { isSpecimen, substituteReading } from './substitute-document.ts';

/** Whether the policy accepts documents of a country. */
export const acceptsCountry = ({ policy: { documents } }: ExplainContext, country: string): boolean => {
  const isOneOf = (codes: readonly string[]): boolean => codes.some((code) => sameCountry(code, country));
  const { allowedCountries, deniedCountries } = documents;
  return (allowedCountries === null || isOneOf(allowedCountries)) && !isOneOf(deniedCountries);
};

/** A country that the policy accepts, or `null` if none is known. The claimed country is preferred. */
export const acceptedCountry = (context: ExplainContext): string | null => {
  const claimed = parseIssuer(context.currentEvidence.claimed?.value.claimed.country ?? '');
  const candidates = context.policy.documents.allowedCountries ?? ['SWE', 'DEU', 'FRA', 'USA', 'UTO'];
  return (
    [...(claimed === null ? [] : [claimed]), ...candidates].find((country) => acceptsCountry(context, country)) ?? null
  );
};

/** A hypothetical photo of the front. */
const hypotheticalFront = (context: ExplainContext): FileEvidence => ({
  kind: 'file',
  file: { id: 'wouldbeafront01', kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'wouldbe' },
  ...evidenceStamp(context),
});

/** The machine-read fields that the checks of the document need. */
const requiredFields = ['last_name', 'document_number', 'date_of_birth', 'date_of_expiry', 'issuing_country'] as const;

/** Whether the current document is usable: its type is accepted and it has every required field. */
const isUsable = (context: ExplainContext): boolean => {
  const { facts, policy } = context;
  const read = (facts && machineRead(facts))?.fields;
  const type = facts && typeOf(facts)?.type;
  const isMrzMissing = !facts?.mrz && policy.checks.document_mrz === 'required';
  const isBarcodeMissing = !facts?.barcode && policy.checks.document_barcode === 'required';
  const isCenturyOpen = facts?.mrz?.openCenturies !== undefined;
  if (!read || !type || isMrzMissing || isBarcodeMissing || isCenturyOpen || isSpecimen(context)) return false;
  return requiredFields.every((name) => read[name]) && policy.documents.types.includes(type);
};

const readState = ({ currentEvidence: { front, reading } }: ExplainContext): string | null => {
  if (reading) return 'as it was read';
  return front ? 'not read' : null;
};

/**
 * Substitutes a legible photo of an accepted document that agrees with the claims, or adds it if there is no document.
 */
export const substituteDocument: FindPerturbations = (context) => {
  const { back, front } = context.currentEvidence;
  const read = isUsable(context) ? null : substituteReading(context, acceptedCountry(context));
  if (!read) return [];
  const photo = front?.value ?? hypotheticalFront(context);
  const evidence: ReadingEvidence = {
    kind: 'document_reading',
    id: 'wouldbeareading',
    frontFileId: photo.file.id,
    backFileId: back?.value.file.id ?? null,
    reading: read,
    ...evidenceStamp(context),
  };
  return [
    addEvidence(context, front ? [evidence] : [photo, evidence], {
      what: 'document',
      label: 'The document',
      from: readState(context),
      to: 'legible and accepted',
      size: 4,
    }),
  ];
};

/** Removes the photo of the front, without which no check of the document has evidence. */
const frontRemoved = (context: ExplainContext): Perturbation => ({
  what: 'files.document_front',
  label: 'The photo of the front',
  from: 'supplied',
  to: null,
  size: 1,
  next: {
    now: context.now,
    input: {
      ...context.input,
      evidence: context.input.evidence.filter((item) => item.kind !== 'file' || item.file.kind !== 'document_front'),
    },
  },
});

export const missingFrontRegressions: FindPerturbations = (context) =>
  context.currentEvidence.front ? [frontRemoved(context)] : [];
