// A database filled with profiles by statements of its own, a hundred thousand in some seconds: copies of those that
// the service made, each with an id, a reference and times of its own. Their chains are not sound, and nothing that is
// measured verifies one.

/** How often a statement is sent that meets a write of the service, which locks the database for a moment. */
const maxTries = 20;

const run = async ({ database, superuser }, query, tries = 1) => {
  const answer = await fetch(`${database.url}/api/sql`, {
    method: 'POST',
    headers: { Authorization: superuser, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await answer.text();
  if (text.includes('SQLITE_BUSY') && tries < maxTries) return run({ database, superuser }, query, tries + 1);
  if (!answer.ok) throw new Error(`PocketBase answered a statement ${answer.status}: ${text}`);
  return JSON.parse(text);
};

/** Scatters the ids of copies over the index, as those of random ids are; the product stays within 64 bits. */
const factor = 6_364_136_223;
const modulus = 1_099_511_627_689;

/** The n-th copy, counted from 1. */
export const copyAt = (n) => {
  const scattered = (BigInt(n) * BigInt(factor)) % BigInt(modulus);
  return { id: `f${scattered.toString(16).padStart(14, '0')}`, reference: `filled-${n}` };
};

const newest = Date.parse('2026-01-01T00:00:00.000Z');
const minute = 60_000;

/** The time at which the copy in the middle of `size` was made; each is a minute older than the one before. */
export const middleCreatedAt = (size) => new Date(newest - Math.ceil(size / 2) * minute).toISOString();

const id = `printf('f%014x', (n * ${factor}) % ${modulus})`;
const at = `strftime('%Y-%m-%dT%H:%M:%fZ', ${newest / 1000} - n * ${minute / 1000}, 'unixepoch')`;
const entryId = "printf('e%09d%05d', n, seq)";

const numbers = ({ from, to }) =>
  `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})`;

/** The columns of a copy say the same of it as its `data` does, or the service would not read it. */
const profiles = ({ template, ...range }) => `
  ${numbers(range)}
  INSERT INTO profiles (id, partner_key, team_key, status, version, created_at, due_at, reference_key, current_key, key, data)
  SELECT ${id}, partner_key, team_key, status, version, ${at}, due_at, 'filled-' || n,
    replace(current_key, reference_key, 'filled-' || n), key,
    json_set(data, '$.id', ${id}, '$.reference', 'filled-' || n, '$.createdAt', ${at})
  FROM numbers, profiles WHERE profiles.id = '${template}'`;

const entries = ({ template, ...range }) => `
  ${numbers(range)}
  INSERT INTO ledger (id, profile, seq, kind, follows, data, personal)
  SELECT ${entryId}, ${id}, seq, kind, iif(seq = 1, '', printf('e%09d%05d', n, seq - 1)),
    json_set(data, '$.profile_id', ${id}), personal
  FROM numbers, ledger WHERE ledger.profile = '${template}'`;

/** How many of the oldest copies are of another status than all others. */
export const rareCopies = (size) => Math.min(5, Math.floor(size / 4));

/**
 * Fills the database of a service up to `size` profiles with copies of two that it holds: the oldest few are copies of
 * `rare`, all others of `common`.
 */
export const fill = async (service, { common, rare }, size) => {
  const lastCommon = size - rareCopies(size);
  for (const range of [
    { template: common, from: 1, to: lastCommon },
    { template: rare, from: lastCommon + 1, to: size },
  ]) {
    await run(service, profiles(range));
    await run(service, entries(range));
  }
  await run(service, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const { rows } = await run(
    service,
    "SELECT count(*) FROM profiles WHERE id LIKE 'f%' AND reference_key LIKE 'filled-%'",
  );
  if (Number(rows[0][0]) !== size) throw new Error(`the database holds ${rows[0][0]} copies, and not ${size}`);
};

/** Has SQLite count what its indexes hold, which PocketBase does once a night; by that it chooses among them. */
export const analyze = (service) => run(service, 'ANALYZE');
