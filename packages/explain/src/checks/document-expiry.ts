import { type Day, dayOf, daysOf, machineRead } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { addDays } from '@portcullis/domain/kernel';
import { changeReading } from '../counterfactuals/change-reading.ts';
import { dayDistance } from '../counterfactuals/decision-day.ts';
import { withDateOfExpiry } from '../counterfactuals/mrz-lines.ts';
import {
  boundTowards,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
} from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { sampleTime, withDocument } from '../sample-case/sample-case.ts';
import { dateBefore } from '../sample-case/sample-document.ts';
import type { CheckTwin } from './check-twin.ts';

/** The first date of expiry that was enough on the day of the decision. */
const requiredExpiry = ({ facts, now, policy }: ExplainContext): Day =>
  addDays(facts ? daysOf(facts, now).latest : dayOf(now), -policy.documents.expiryGraceDays);

/**
 * The formats of a date in a barcode (AAMVA DL/ID Card Design Standard 2020, D.12.5): those of the United States and of
 * Canada.
 */
const barcodeDates = (day: Day): readonly [american: string, canadian: string] => {
  const [year = '', month = '', date = ''] = day.split('-');
  return [`${month}${date}${year}`, `${year}${month}${date}`];
};

const withBarcodeExpiry = (text: string, from: Day, to: Day): string => {
  const before = barcodeDates(from);
  const after = barcodeDates(to);
  return before.reduce((changed, date, format) => changed.replace(`DBA${date}`, `DBA${after[format]}`), text);
};

/** A reading of the same document with another date of expiry, wherever the document states it. */
const withExpiry = (reading: DocumentReading, from: Day, to: Day): DocumentReading => {
  const { barcode, fields, mrzLines, otherZone } = reading;
  const printed = fields.date_of_expiry;
  return {
    ...reading,
    mrzLines: mrzLines && withDateOfExpiry(mrzLines, to),
    ...(otherZone && { otherZone: { ...otherZone, mrzLines: withDateOfExpiry(otherZone.mrzLines, to) } }),
    fields: printed ? { ...fields, date_of_expiry: { ...printed, value: to } } : fields,
    barcode: barcode?.state === 'read' ? { ...barcode, text: withBarcodeExpiry(barcode.text, from, to) } : barcode,
  };
};

/**
 * Changes the date of expiry of the document. An MRZ with a wrong check digit stays as it is, because its check digits
 * are computed again.
 */
const changeExpiry = (context: ExplainContext, from: Day, to: Day): readonly Perturbation[] =>
  context.facts?.mrz?.valid === false
    ? []
    : changeReading(context, (reading) => withExpiry(reading, from, to), {
        what: 'document.date_of_expiry',
        label: 'The date of expiry',
        from,
        to,
        bound: boundTowards(from, to),
        size: dayDistance(from, to),
      });

const readExpiry = ({ facts }: ExplainContext): Day | undefined => (facts && machineRead(facts))?.fields.date_of_expiry;

/** Moves the date of expiry to the first that was enough. */
const expiryImprovements: FindPerturbations = (context) => {
  const from = readExpiry(context);
  const to = requiredExpiry(context);
  return from !== undefined && from < to ? changeExpiry(context, from, to) : [];
};

/** Moves the date of expiry to the last that was not enough. */
const expiryRegressions: FindPerturbations = (context) => {
  const from = readExpiry(context);
  const required = requiredExpiry(context);
  return from !== undefined && from >= required ? changeExpiry(context, from, addDays(required, -1)) : [];
};

/** Whether the document is valid. */
export const documentExpiry: CheckTwin = {
  indispensableBecause: 'nothing else says whether a document is valid',
  attackCases: [
    {
      name: 'with a document that ran out',
      change: (sampleCase) =>
        withDocument(sampleCase, {
          expires: dateBefore(sampleTime, 0, sampleCase.policy.documents.expiryGraceDays + 1),
        }),
    },
  ],
  counterfactuals: {
    improvements: { day: [expiryImprovements], substitute: [substituteDocument] },
    regressions: { day: [expiryRegressions], document: [missingFrontRegressions] },
  },
};
