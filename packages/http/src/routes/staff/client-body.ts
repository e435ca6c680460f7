import { awaitingSecret, type ClientList, type CreatedClient } from '@portcullis/backoffice';
import { oneOf, scopes, t } from '@portcullis/domain/kernel';
import { type Client, type ClientRecord, isDamagedClient, type StoredClient } from '@portcullis/domain/ports';
import { listOf, nullable, Timestamp } from '../../responses/shared-codecs.ts';

export const ClientBody = t.type(
  {
    id: t.string,
    object: t.literal('client'),
    name: nullable(t.string),
    team_id: nullable(t.string),
    scopes: t.readonlyArray(oneOf(scopes)),
    status: oneOf(['enabled', 'disabled', 'damaged']),
    managed_by: oneOf(['console', 'configuration']),
    awaits_second_person: t.boolean,
    old_secret_ends_at: nullable(Timestamp),
    created_at: nullable(Timestamp),
    updated_at: nullable(Timestamp),
  },
  'Client',
);
type ClientBody = t.TypeOf<typeof ClientBody>;

export const ClientListBody = listOf(ClientBody, 'ClientList');

export const ClientSecretBody = t.type({ client: ClientBody, client_secret: nullable(t.string) }, 'ClientSecret');

/**
 * A client that staff have created. One that is `damaged` has a row that was changed in the database and does not open,
 * and counts as disabled. Its facts about its secrets are not shown.
 */
export const clientBody = (client: StoredClient): ClientBody => ({
  id: client.id,
  object: 'client',
  name: client.name === '' ? null : client.name,
  team_id: client.tenant.teamId,
  scopes: client.scopes,
  status: client.isDisabled ? 'disabled' : 'enabled',
  managed_by: 'console',
  awaits_second_person: awaitingSecret(client) !== null,
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
        awaits_second_person: false,
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
  awaits_second_person: false,
  old_secret_ends_at: null,
  created_at: null,
  updated_at: null,
});

export const clientListBody = ({ configured, stored }: ClientList): t.TypeOf<typeof ClientListBody> => ({
  object: 'list',
  data: [...configured.map(configuredBody), ...stored.map(clientRecordBody)],
  next_cursor: null,
});

/** A client with its secret, which is shown once: it is `null` in a repetition, and in no answer that is kept. */
export const clientSecretBodies = ({ client, secret }: CreatedClient) => {
  const body = { client: clientBody(client), client_secret: secret };
  return { body, repeatedBody: { ...body, client_secret: null } };
};
