import type { Review } from './wire.ts';

/** How a case stands to its SLA; the time is what is left, or by how much it has passed, in milliseconds. */
export type Sla = { readonly state: 'overdue' | 'soon' | 'in_time' | 'none'; readonly milliseconds: number };

/** The last part of the time that a case has, in which a case is due soon: a quarter, and at most four hours. */
const soonShare = 4;
const soonAtMost = 4 * 3_600_000;

/** The state of a case now. The service's word on an overdue case counts, whatever the clock of this computer says. */
export const slaOf = (review: Review, now: number): Sla => {
  const { due_at: dueAt, is_overdue: isOverdue, waiting_since: since } = review;
  if (dueAt === null) return { state: 'none', milliseconds: 0 };
  const left = Date.parse(dueAt) - now;
  if (isOverdue || left <= 0) return { state: 'overdue', milliseconds: Math.max(0, -left) };
  const whole = since === null ? soonAtMost * soonShare : Date.parse(dueAt) - Date.parse(since);
  const isSoon = left <= Math.min(soonAtMost, whole / soonShare);
  return { state: isSoon ? 'soon' : 'in_time', milliseconds: left };
};

/** The holder of the claim on a case now; the time is what is left of it, in milliseconds. */
export type ClaimState = {
  readonly state: 'free' | 'mine' | 'lapsed' | 'others';
  readonly milliseconds: number;
};

/** A claim that was mine and has lapsed is told apart from one that was never there: its holder has to know. */
export const claimOf = ({ claim }: Review, now: number): ClaimState => {
  if (claim === null) return { state: 'free', milliseconds: 0 };
  const left = Date.parse(claim.until) - now;
  if (left <= 0) return { state: claim.is_mine ? 'lapsed' : 'free', milliseconds: 0 };
  return { state: claim.is_mine ? 'mine' : 'others', milliseconds: left };
};
