import type { QueuePosition } from '@portcullis/backoffice/ports';
import type { Tenant } from '@portcullis/domain';
import { allOf, anyOf, type Condition, compare, oneOfTexts } from '../driver/condition.ts';
import { visibleTo } from './owner-columns.ts';
import { erasedFromQueue } from './profile-row.ts';

/** The rows behind a position. The comparison of one time finds the place in the index. */
const follows = ({ id, since }: QueuePosition): readonly Condition[] => [
  compare('waiting_since', '>=', since),
  anyOf([compare('waiting_since', '>', since), compare('id', '>', id)]),
];

/** The rows in review that the viewer may see, behind a position, that wait since a time or longer, and of some ids. */
export const queueCondition = (
  viewer: Tenant,
  after: QueuePosition | null,
  until: string | null,
  among: readonly string[] | null = null,
): Condition =>
  allOf([
    ...visibleTo(viewer),
    compare('status', '=', 'in_review'),
    until === null ? compare('waiting_since', '<', erasedFromQueue) : compare('waiting_since', '<=', until),
    ...(after === null ? [] : follows(after)),
    ...(among === null ? [] : [oneOfTexts('id', among)]),
  ]);

/** The rows of all tenants whose wait has a known begin. */
export const waitingCondition: Condition = allOf([
  compare('waiting_since', '>=', '0'),
  compare('waiting_since', '<', erasedFromQueue),
]);
