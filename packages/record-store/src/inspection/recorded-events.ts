import { isAdministrationEntry, type RecordFault } from '@portcullis/backoffice/ports';
import {
  E,
  type Either,
  type LedgerEntry,
  type Profile,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import {
  encodeEvent,
  endpointEventOf,
  erasedEvent,
  type PartnerProfileEvent,
  partnerEvents,
} from '@portcullis/events/ports';
import { allOf, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { eventColumns } from '../rows/ledger-row.ts';

const EventRow = t.type({
  seq: t.number,
  data: LedgerEntryCodec,
  partner_key: t.string,
  event: t.string,
  feed_place: t.number,
});
type EventRow = t.TypeOf<typeof EventRow>;

const rowsPerRead = 200;

const rowsOf =
  (driver: RecordDriver, id: string): TaskEither<Unavailable, readonly EventRow[]> =>
  async () => {
    const rows: EventRow[] = [];
    for (;;) {
      const page: Either<Unavailable, readonly EventRow[]> = await pageOfRows(driver, 'ledger', EventRow, {
        filter: allOf([compare('profile', '=', id), compare('seq', '>', rows.at(-1)?.seq ?? 0)]),
        sort: ['seq'],
        columns: ['seq', 'data', 'partner_key', 'event', 'feed_place'],
        limit: rowsPerRead,
      })();
      if (E.isLeft(page)) return page;
      rows.push(...page.right);
      if (page.right.length < rowsPerRead) return E.right(rows);
    }
  };

/** The possible texts of an entry's event: the whole of it, and the rest of it for an erased profile. */
const expectedTexts = (event: PartnerProfileEvent | null, { redaction, tenant }: Profile): readonly string[] => {
  if (event === null) return [];
  const { teamId } = tenant;
  const whole = encodeEvent({ event, teamId });
  return redaction ? [whole, encodeEvent({ event: erasedEvent(event), teamId })] : [whole];
};

/** Whether rows say what their entries say, of the profile's own partner. */
const agree = (rows: readonly EventRow[], profile: Profile): boolean => {
  const entries: readonly LedgerEntry[] = rows.map(({ data }) => data);
  const events = partnerEvents(entries, profile.status);
  const partnerKey = encodeColumnText(profile.tenant.partnerId);
  let place = 0;
  return rows.every((row, n) => {
    const expected = expectedTexts(events[n] ?? null, profile);
    if (expected.length === 0) return row.event === '' && row.partner_key === '' && row.feed_place === 0;
    const isInOrder = row.feed_place === 0 || row.feed_place > place;
    place = Math.max(place, row.feed_place);
    return isInOrder && row.partner_key === partnerKey && expected.includes(row.event);
  });
};

/** Compares the events of a profile with its entries, which were verified. */
export const inspectEvents = (
  driver: RecordDriver,
  profile: Profile,
): TaskEither<Unavailable, readonly RecordFault[]> =>
  pipe(
    rowsOf(driver, profile.id),
    TE.map((rows) => (agree(rows, profile) ? [] : ['events'])),
  );

/** The columns of an entry that no partner gets by the feed; `null` where there is no such entry. */
const untold = (entry: LedgerEntry) => (isAdministrationEntry(entry) ? { event: '', partner_key: '' } : null);

/**
 * Compares the events of an endpoint, or of something else that staff look after, with its entries, which were
 * verified. Each entry of an endpoint is one.
 */
export const inspectEndpointEvents =
  (driver: RecordDriver, id: string): TaskEither<Unavailable, readonly RecordFault[]> =>
  async () => {
    const rows = await rowsOf(driver, id)();
    if (E.isLeft(rows)) return rows;
    let place = 0;
    const isWhole = rows.right.every(({ data, event, feed_place, partner_key }) => {
      const recorded = endpointEventOf(data);
      const expected = recorded === null ? untold(data) : eventColumns(recorded.event, recorded.tenant);
      const isInOrder = feed_place === 0 || feed_place > place;
      place = Math.max(place, feed_place);
      return isInOrder && expected?.event === event && expected.partner_key === partner_key;
    });
    return E.right(isWhole ? [] : ['events']);
  };
