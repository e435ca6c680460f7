import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

const zeros = '0'.repeat(64);

/** Answers an entry as one line of JSON with its hash; the JSON is written by hand in the order of RFC 8785. */
const lineOf = (profileId: string, seq: number, previous: string) => {
  const before = `{"actor":{"id":"portcullis","type":"system"},"data":{"step":"liveness","tries":${seq % 5}}`;
  const [kind, end] =
    seq === 1
      ? ['status_change', '"to":"created","type":"created"']
      : ['verification_event', '"type":"thing.happened"'];
  const behind =
    `"id":"entry${String(seq).padStart(10, '0')}","kind":"${kind}","occurred_at":"2026-05-01T10:00:00.000Z",` +
    `"prev_hash":"${previous}","profile_id":"${profileId}","reasons":[],"recorded_at":"2026-05-01T10:00:01.000Z",` +
    `"seq":${seq},${end}}`;
  const hash = createHash('sha256').update(`${before},${behind}`).digest('hex');
  return { hash, line: `${before},"hash":"${hash}",${behind}\n` };
};

/** Writes this many chains of this many entries, one after another, without keeping them in memory. */
export const writeLedger = (file: string, chains: number, entries: number): void => {
  const out = openSync(file, 'w');
  let pending = '';
  for (let chain = 0; chain < chains; chain += 1) {
    const profileId = `profile${String(chain).padStart(8, '0')}`;
    let previous = zeros;
    for (let seq = 1; seq <= entries; seq += 1) {
      const { hash, line } = lineOf(profileId, seq, previous);
      previous = hash;
      pending += line;
      if (pending.length < 1_000_000) continue;
      writeSync(out, pending);
      pending = '';
    }
  }
  writeSync(out, pending);
  closeSync(out);
};
