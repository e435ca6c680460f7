import { deterministicId, t } from '@portcullis/domain/kernel';
import type { Row } from '@portcullis/record-store/driver';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { unwrapKey } from '#record-store/encryption/key-wrapping';
import { openText, sealText } from '#record-store/encryption/sealed-text';
import { aKeyring } from '../builders/keyrings.ts';
import { changeRow, type RecordDatabase } from './record-database.ts';

const sealedColumns = [
  'partner_key',
  'team_key',
  'reference_key',
  'current_key',
  'status',
  'version',
  'created_at',
  'due_at',
  'key',
] as const;

const Sealed = t.type({ bound: t.string });
const Content = t.tuple([t.UnknownArray, t.UnknownRecord]);

/** Changes the profile of a row, and columns with it, as somebody does who has the keys, and writes no entry. */
export const resealProfile = async (
  database: Pick<RecordDatabase, 'driver'>,
  id: string,
  change: (profile: Row) => Row,
  columns: Row = {},
): Promise<void> => {
  const { data } = await rowIn(database, 'profiles', id);
  const { key_id, wrapped } = await rowIn(database, 'data_keys', deterministicId(`data_key/${id}`));
  const named = { keyId: String(key_id), wrapped: String(wrapped) };
  const key = unwrapKey(aKeyring(), ['data_keys', id, 'wrapped'], named);
  if ('_tag' in key || !Sealed.is(data)) throw new Error('the row is not sealed by this keyring');
  const context = ['profiles', id, 'bound'];
  const content: unknown = JSON.parse(openText(key, context, data.bound) ?? '');
  if (!Content.is(content)) throw new Error('the row does not open');
  const values = sealedColumns.map((name, n) => columns[name] ?? content[0][n]);
  const text = JSON.stringify([values, change(content[1])]);
  await changeRow(database, 'profiles', id, { ...columns, data: { bound: sealText(key, context, text) } });
};
