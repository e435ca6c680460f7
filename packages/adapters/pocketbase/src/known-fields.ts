/** A field of a collection, with the options that PocketBase keeps of it. */
type Field = { readonly name: string; readonly type: string } & { readonly [option: string]: unknown };

const isEmpty = (list: unknown): boolean => list === null || list === undefined || String(list) === '';
const isAtMost = (limit: number, value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'number' && value <= limit);

/** A hash of a password takes a second with this cost, and twice as long with each higher one. */
const greatestCost = 13;

/**
 * The columns that may be empty, in every release (`device_events.profile` was required once). Whoever required one of
 * them would refuse rows of the service.
 */
export const mayBeEmpty: { readonly [collection: string]: readonly string[] } = {
  profiles: ['team_key', 'reference_key', 'current_key', 'due_at', 'key'],
  ledger: ['follows', 'personal', 'place'],
  files: ['size', 'object_key'],
  settings: ['value'],
  policies: ['partner_key'],
  service_keys: ['key_id'],
  idempotency_keys: ['profile', 'answer'],
  ledger_log: ['generation', 'holder', 'held_until', 'size', 'frontier'],
  ledger_tiles: ['level', 'position'],
  ledger_heads: ['public_key', 'signature', 'timestamp'],
  access_log: ['partner_key', 'team_key'],
  usage_counters: ['day', 'amount'],
  installation: ['writes'],
};

const isPlainText = ({ autogeneratePattern, max, min, name, pattern }: Field): boolean =>
  name === 'id'
    ? pattern === '^[a-z0-9]+$' && autogeneratePattern === '[a-z0-9]{15}' && min === 15 && max === 15
    : isEmpty(pattern) && isEmpty(autogeneratePattern) && isAtMost(0, min);

/**
 * Whether a field of a collection of the service takes every value, makes none by itself and does nothing to other
 * rows, but as the migrations define it. A field that refuses a status or fills an empty column would act on decisions.
 */
export const isPlainField = (collection: string, field: Field): boolean => {
  if (field['required'] === true && mayBeEmpty[collection]?.includes(field.name)) return false;
  if (!isAtMost(1, field['maxSelect'])) return false;
  if (field.type === 'text') return isPlainText(field);
  if (field.type === 'number') return isEmpty(field['max']) && isAtMost(1, field['min']);
  if (field.type === 'file') return isEmpty(field['mimeTypes']) && isEmpty(field['thumbs']);
  if (field.type !== 'relation') return true;
  return field['cascadeDelete'] === (collection === 'liveness_sessions') && isAtMost(0, field['minSelect']);
};

/** Whether a field of accounts makes keys of tokens that nobody can guess, or hashes a password in reasonable time. */
export const isSafeAccountField = (field: Field): boolean =>
  field.name === 'tokenKey'
    ? field['autogeneratePattern'] === '[a-zA-Z0-9]{50}'
    : field.type !== 'password' || isAtMost(greatestCost, field['cost']);
