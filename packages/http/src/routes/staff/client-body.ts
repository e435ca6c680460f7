import { oneOf, scopes, t } from '@portcullis/domain/kernel';
import { type Client, type ClientRecord, isDamagedClient, type StoredClient } from '@portcullis/domain/ports';
import type { ClientList, CreatedClient } from '@portcullis/domain/use-cases';
import { listOf, nullable, Timestamp } from '../../responses/shared-codecs.ts';

export const ClientBody = t.type(
  {
    id: t.string,
    object: t.literal('client'),
    name: nullable(t.string),
    team_id: nullable(t.string),
    scopes: t.readonlyArray(oneOf(scopes)),
    /** `damaged`: its row was changed in the database and does not open, and it counts as disabled. */
    status: oneOf(['enabled', 'disabled', 'damaged']),
    managed_by: oneOf(['console', 'configuration']),
    old_secret_ends_at: nullable(Timestamp),
    created_at: nullable(Timestamp),
    updated_at: nullable(Timestamp),
  },
  'Client',
);
type ClientBody = t.TypeOf<typeof ClientBody>;

/** A client that staff have created. What it keeps of its secrets is not shown. */
export const clientBody = (client: StoredClient): ClientBody => ({
  id: client.id,
  object: 'client',
  name: client.name === '' ? null : client.name,
  team_id: client.tenant.teamId,
  scopes: client.scopes,
  status: client.isDisabled ? 'disabled' : 'enabled',
  managed_by: 'console',
  old_secret_ends_at: client.secrets[1]?.endsAt ?? null,
  created_at: client.createdAt,
  updated_at: client.updatedAt,
});

const clientRecordBody = (client: ClientRecord): ClientBody =>
  isDamagedClient(client)
    ? {
        id: client.id,
        object: 'client',
        name: null,
        team_id: client.tenant.teamId,
        scopes: [],
        status: 'damaged',
        managed_by: 'console',
        old_secret_ends_at: null,
        created_at: client.createdAt,
        updated_at: client.updatedAt,
      }
    : clientBody(client);

const configuredBody = ({ clientId, scopes: granted, tenant }: Client): ClientBody => ({
  id: clientId,
  object: 'client',
  name: null,
  team_id: tenant.teamId,
  scopes: granted,
  status: 'enabled',
  managed_by: 'configuration',
  old_secret_ends_at: null,
  created_at: null,
  updated_at: null,
});

export const ClientListBody = listOf(ClientBody, 'ClientList');

export const clientListBody = ({ configured, stored }: ClientList): t.TypeOf<typeof ClientListBody> => ({
  object: 'list',
  data: [...configured.map(configuredBody), ...stored.map(clientRecordBody)],
  next_cursor: null,
});

/** The secret is `null` in the answer to a repetition: it was in the first one, and is kept nowhere. */
export const ClientSecretBody = t.type({ client: ClientBody, client_secret: nullable(t.string) }, 'ClientWithSecret');
type ClientSecretBody = t.TypeOf<typeof ClientSecretBody>;

/** A client with its secret, which is shown once and is in no answer that is kept. */
export const clientSecretBodies = ({
  client,
  secret,
}: CreatedClient): { readonly body: ClientSecretBody; readonly repeatedBody: ClientSecretBody } => {
  const body = { client: clientBody(client), client_secret: secret };
  return { body, repeatedBody: { ...body, client_secret: null } };
};
