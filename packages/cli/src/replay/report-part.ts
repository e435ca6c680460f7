import type { Report } from '../command/output.ts';
import { counted } from './report.ts';

/** How far a part of a back-test is: `share` from 0 to 1, and how many profiles a second it does (`null`: none). */
export type PartProgress = {
  readonly part: number;
  readonly of: number;
  readonly profiles: number;
  readonly share: number;
  readonly perSecond: number | null;
};

export const reportPart = (report: Report, { of, part, perSecond, profiles, share }: PartProgress): void => {
  const percent = Math.floor(100 * share);
  const rate = perSecond === null ? '' : `, ${perSecond} a second`;
  report(`Part ${part} of ${of}: ${percent} %, ${counted(profiles, 'profile')}${rate}.`, {
    kind: 'progress',
    part,
    of,
    percent,
    profiles,
    ...(perSecond !== null && { per_second: perSecond }),
  });
};
