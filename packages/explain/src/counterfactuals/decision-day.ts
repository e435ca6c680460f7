import { type Day, dayOf } from '@portcullis/documents';
import { boundTowards, changeTime, type ExplainContext, type Perturbation } from './perturbation.ts';

/** Ten years in days. A change of the day by this much or more has the full size of 1. */
const maxDayDistance = 3650;

const daysBetween = (one: Day, other: Day): number =>
  Math.abs(Date.parse(`${one}T00:00:00.000Z`) - Date.parse(`${other}T00:00:00.000Z`)) / 86_400_000;

/** The size of a change of a day: its share of ten years. */
export const dayDistance = (from: Day, to: Day): number => Math.min(1, daysBetween(from, to) / maxDayDistance);

/** Moves the decision to another day, at the same time of day. */
export const decideOnDay = (context: ExplainContext, to: Day): Perturbation => {
  const from = dayOf(context.now);
  return changeTime(context, `${to}${context.now.slice(10)}`, {
    what: 'day',
    label: 'The day of the decision',
    from,
    to,
    bound: boundTowards(from, to),
    size: dayDistance(from, to),
  });
};
