import { t } from '@portcullis/domain/kernel';
import type { Checkpoint, LogState, PlacedEntry, UnplacedEntry, WaitingEntry } from '@portcullis/events/ports';

export const LogRow = t.type({
  log: t.string,
  generation: t.number,
  holder: t.string,
  held_until: t.string,
  size: t.number,
  hash: t.string,
});

export const logStateOfRow = (row: t.TypeOf<typeof LogRow>): LogState => ({
  logId: row.log,
  generation: row.generation,
  holder: row.holder,
  heldUntil: row.held_until,
  size: row.size,
  hash: row.hash,
});

export const logColumns = (state: LogState): t.TypeOf<typeof LogRow> => ({
  log: state.logId,
  generation: state.generation,
  holder: state.holder,
  held_until: state.heldUntil,
  size: state.size,
  hash: state.hash,
});

export const UnplacedRow = t.type({ id: t.string, profile: t.string, seq: t.number, hash: t.string });

export const unplacedOfRow = ({ id, profile, seq, hash }: t.TypeOf<typeof UnplacedRow>): UnplacedEntry => ({
  row: id,
  profileId: profile,
  seq,
  hash,
});

/** A damaged entry keeps its place. So does one whose columns say that it is another: no history would show it. */
export const PlacedRow = t.type({ place: t.number, profile: t.string, seq: t.number, data: t.unknown });

const HashedEntry = t.type({ profile_id: t.string, seq: t.number, hash: t.string });

export const placedOfRow = ({ place, profile, seq, data }: t.TypeOf<typeof PlacedRow>): PlacedEntry => ({
  place,
  profileId: profile,
  seq,
  hash: HashedEntry.is(data) && data.profile_id === profile && data.seq === seq ? data.hash : null,
});

const RecordedEntry = t.type({ recorded_at: t.string });

export const waitingOfRow = ({ place, profile, seq, data }: t.TypeOf<typeof PlacedRow>): WaitingEntry => ({
  place,
  profileId: profile,
  seq,
  recordedAt: RecordedEntry.is(data) ? data.recorded_at : null,
});

export const CheckpointRow = t.type({
  log: t.string,
  size: t.number,
  hash: t.string,
  at: t.string,
  public_key: t.string,
  signature: t.string,
});

export const checkpointOfRow = (row: t.TypeOf<typeof CheckpointRow>): Checkpoint => ({
  logId: row.log,
  size: row.size,
  hash: row.hash,
  time: row.at,
  signature: row.signature === '' ? null : { publicKey: row.public_key, value: row.signature },
});

export const checkpointColumns = (head: Checkpoint): t.TypeOf<typeof CheckpointRow> => ({
  log: head.logId,
  size: head.size,
  hash: head.hash,
  at: head.time,
  public_key: head.signature?.publicKey ?? '',
  signature: head.signature?.value ?? '',
});
