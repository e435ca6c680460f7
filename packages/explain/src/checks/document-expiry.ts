import { machineRead } from '@portcullis/domain/documents';
import { addDays, type Day, dayOf } from '@portcullis/domain/kernel';
import { decideOnDay } from '../counterfactuals/decision-day.ts';
import type { ExplainContext, FindPerturbations } from '../counterfactuals/perturbation.ts';
import { substituteDocument, withoutFront } from '../counterfactuals/substitute-improvements.ts';
import { sampleTime, withDocument } from '../sample-case/sample-case.ts';
import { dateBefore } from '../sample-case/sample-document.ts';
import type { CheckTwin } from './check-twin.ts';

/** The last day on which the document is accepted; `null` if the date of expiry is not machine-read. */
const lastAcceptedDay = ({ facts, policy }: ExplainContext): Day | null => {
  const expires = (facts && machineRead(facts))?.fields.date_of_expiry;
  return expires === undefined ? null : addDays(expires, policy.documents.expiryGraceDays);
};

/** Moves the decision to the last day on which the document was still accepted. */
const dayImprovements: FindPerturbations = (context) => {
  const lastAccepted = lastAcceptedDay(context);
  return lastAccepted !== null && lastAccepted < dayOf(context.now) ? [decideOnDay(context, lastAccepted)] : [];
};

/** Moves the decision to the first day on which the document is no longer accepted. */
const dayRegressions: FindPerturbations = (context) => {
  const lastAccepted = lastAcceptedDay(context);
  return lastAccepted !== null && lastAccepted >= dayOf(context.now)
    ? [decideOnDay(context, addDays(lastAccepted, 1))]
    : [];
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
    improvements: { day: [dayImprovements], substitute: [substituteDocument] },
    regressions: { day: [dayRegressions], document: [withoutFront] },
  },
};
