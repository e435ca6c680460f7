import { sha256Hex, t } from '@portcullis/domain/kernel';
import type { PaidProvider } from '@portcullis/domain/ports';
import type { Write } from '../driver/record-driver.ts';
import { encodeColumnText } from './column-text.ts';

/** A count: the bytes of files in all (`day` is empty), or the calls to a provider on a day. */
type Counter = {
  readonly name: 'stored_bytes' | PaidProvider;
  readonly day: string;
  readonly partnerId: string;
};

export const storedBytesName = 'stored_bytes';

/** A row of `usage_counters` as it is read. */
export const UsageRow = t.type({ partner_key: t.string, amount: t.number });

/** The id of a counter follows from what it counts. A migration derives it in the same way. */
export const usageRowId = ({ day, name, partnerId }: Counter): string =>
  sha256Hex(new TextEncoder().encode(`usage/${name}/${day}/${encodeColumnText(partnerId)}`)).slice(0, 15);

/** The write that adds to a counter, or creates it. */
export const usageAddition = (counter: Counter, amount: number): Write => {
  const { day, name, partnerId } = counter;
  const row = { id: usageRowId(counter), name, day, partner_key: encodeColumnText(partnerId) };
  return { kind: 'add', table: 'usage_counters', row, column: 'amount', amount };
};
