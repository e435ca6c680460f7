import { t } from '@portcullis/domain/kernel';
import type { Checkpoint } from '@portcullis/domain/ledger';
import type { LogState, PlacedEntry, Tile, UnplacedEntry, WaitingEntry } from '@portcullis/domain/ports';

export const LogRow = t.type(
  {
    log: t.string,
    generation: t.number,
    holder: t.string,
    held_until: t.string,
    size: t.number,
    frontier: t.string,
  },
  'log row',
);

const hashesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));

export const logStateOfRow = (row: t.TypeOf<typeof LogRow>): LogState => ({
  logId: row.log,
  generation: row.generation,
  holder: row.holder,
  heldUntil: row.held_until,
  size: row.size,
  frontier: hashesOf(row.frontier),
});

export const logColumns = (state: LogState): t.TypeOf<typeof LogRow> => ({
  log: state.logId,
  generation: state.generation,
  holder: state.holder,
  held_until: state.heldUntil,
  size: state.size,
  frontier: state.frontier.join(),
});

export const UnplacedRow = t.type({ id: t.string, profile: t.string, seq: t.number, hash: t.string }, 'unplaced row');

export const unplacedOfRow = ({ id, profile, seq, hash }: t.TypeOf<typeof UnplacedRow>): UnplacedEntry => ({
  row: id,
  profileId: profile,
  seq,
  hash,
});

/** A damaged entry keeps its place. */
export const PlacedRow = t.type({ place: t.number, profile: t.string, seq: t.number, data: t.unknown }, 'placed row');

const HashedEntry = t.type({ hash: t.string }, 'entry with a hash');

export const placedOfRow = ({ place, profile, seq, data }: t.TypeOf<typeof PlacedRow>): PlacedEntry => ({
  place,
  profileId: profile,
  seq,
  hash: HashedEntry.is(data) ? data.hash : null,
});

const RecordedEntry = t.type({ recorded_at: t.string }, 'entry with its time');

export const waitingOfRow = ({ place, profile, seq, data }: t.TypeOf<typeof PlacedRow>): WaitingEntry => ({
  place,
  profileId: profile,
  seq,
  recordedAt: RecordedEntry.is(data) ? data.recorded_at : null,
});

export const TileRow = t.type({ level: t.number, position: t.number, hashes: t.string, root: t.string }, 'tile row');

export const tileOfRow = ({ hashes, level, position, root }: t.TypeOf<typeof TileRow>): Tile => ({
  level,
  position,
  hashes: hashesOf(hashes),
  root,
});

export const CheckpointRow = t.type(
  {
    log: t.string,
    size: t.number,
    root: t.string,
    at: t.string,
    public_key: t.string,
    signature: t.string,
    timestamp: t.string,
  },
  'head row',
);

export const checkpointOfRow = (row: t.TypeOf<typeof CheckpointRow>): Checkpoint => ({
  logId: row.log,
  size: row.size,
  root: row.root,
  time: row.at,
  signature: row.signature === '' ? null : { publicKey: row.public_key, value: row.signature },
  timestamp: row.timestamp === '' ? null : row.timestamp,
});

export const checkpointColumns = (head: Checkpoint): t.TypeOf<typeof CheckpointRow> => ({
  log: head.logId,
  size: head.size,
  root: head.root,
  at: head.time,
  public_key: head.signature?.publicKey ?? '',
  signature: head.signature?.value ?? '',
  timestamp: head.timestamp ?? '',
});
