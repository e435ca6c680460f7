import { type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { deterministicId, pipe, t } from '@portcullis/domain/kernel';
import type { LeasedWork, WorkLease, WorkLeases } from '@portcullis/events/ports';
import { compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';

const table = 'work_leases';

const LeaseRow = t.type({ work: t.string, generation: t.number, holder: t.string, held_until: t.string });
type LeaseRow = t.TypeOf<typeof LeaseRow>;

const rowId = (work: LeasedWork): string => deterministicId(`work_lease/${work}`);

const rowOf = (work: LeasedWork, { generation, heldUntil, holder }: WorkLease): LeaseRow => ({
  work,
  generation,
  holder,
  held_until: heldUntil,
});

/** One of several instances that take a lease for the first time creates its row. */
const ifFirst = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, boolean> =>
  isNotUnique(failure, 'id', 'work') ? TE.right(false) : TE.left(unexpectedRejection()(failure));

/** The leases on work that one instance at a time does, one row each. */
export const workLeasesOver = (driver: RecordDriver): WorkLeases => ({
  find: (work) =>
    pipe(
      pageOfRows(driver, table, LeaseRow, { filter: compare('work', '=', work), limit: 1 }),
      TE.map(([row]): WorkLease => {
        const { generation = 0, held_until: heldUntil = '', holder = '' } = row ?? {};
        return { generation, holder, heldUntil };
      }),
    ),
  replace: (work, seen, next) => {
    const id = rowId(work);
    const columns = rowOf(work, next);
    if (seen.generation === 0)
      return pipe(
        driver.transaction([{ kind: 'insert', table, row: { id, ...columns } }]),
        TE.map(() => true),
        TE.orElse(ifFirst),
      );
    const { work: _, ...expected } = rowOf(work, seen);
    return driver.updateIf({ table, id, expected, columns });
  },
});
