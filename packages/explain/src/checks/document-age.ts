import { type Day, dayOf, isDay, machineRead } from '@portcullis/documents';
import { addDays } from '@portcullis/domain/kernel';
import { decideOnDay } from '../counterfactuals/decision-day.ts';
import type { ExplainContext, FindPerturbations } from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions, substituteDocument } from '../counterfactuals/substitute-improvements.ts';
import { sampleTime, withDocument } from '../sample-case/sample-case.ts';
import { dateBefore } from '../sample-case/sample-document.ts';
import type { CheckTwin } from './check-twin.ts';

/** The day on which the person reaches the minimum age; `null` if the date of birth is not machine-read. */
const minimumAgeDay = ({ facts, policy }: ExplainContext): Day | null => {
  const born = (facts && machineRead(facts))?.fields.date_of_birth;
  if (born === undefined) return null;
  const year = String(Number(born.slice(0, 4)) + policy.minimumAge).padStart(4, '0');
  const birthday = `${year}${born.slice(4)}`;
  // A person born on 29 February becomes a year older on 1 March in a year that is not a leap year.
  return isDay(birthday) ? birthday : `${year}-03-01`;
};

/** Moves the decision to the day on which the person was old enough. */
const dayImprovements: FindPerturbations = (context) => {
  const ofAge = minimumAgeDay(context);
  if (ofAge === null) return [];
  // It takes up to a day until it is that day everywhere in the State.
  return [ofAge, addDays(ofAge, 1)].filter((day) => day > dayOf(context.now)).map((day) => decideOnDay(context, day));
};

/** Moves the decision to the last day on which the person was too young. */
const dayRegressions: FindPerturbations = (context) => {
  const ofAge = minimumAgeDay(context);
  return ofAge !== null && ofAge <= dayOf(context.now) ? [decideOnDay(context, addDays(ofAge, -1))] : [];
};

/** Whether the person is old enough. */
export const documentAge: CheckTwin = {
  attackCases: [
    {
      name: 'of somebody a day too young',
      change: (sampleCase) =>
        sampleCase.policy.minimumAge > 0
          ? withDocument(sampleCase, { born: dateBefore(sampleTime, sampleCase.policy.minimumAge, -1) })
          : null,
    },
  ],
  counterfactuals: {
    improvements: { day: [dayImprovements], substitute: [substituteDocument] },
    regressions: { day: [dayRegressions], document: [missingFrontRegressions] },
  },
};
