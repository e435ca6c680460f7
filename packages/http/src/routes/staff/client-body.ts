import { awaitingSecret, type ClientList, type CreatedClient } from '@portcullis/backoffice';
import { type Client, type ClientRecord, isDamagedClient, type StoredClient } from '@portcullis/domain/ports';

/**
 * A client that staff have created. One that is `damaged` has a row that was changed in the database and does not open,
 * and counts as disabled. Its facts about its secrets are not shown.
 */
export const clientBody = (client: StoredClient) => ({
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

const clientRecordBody = (client: ClientRecord) =>
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

const configuredBody = ({ clientId, scopes: granted, tenant }: Client) => ({
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

export const clientListBody = ({ configured, stored }: ClientList) => ({
  object: 'list',
  data: [...configured.map(configuredBody), ...stored.map(clientRecordBody)],
  next_cursor: null,
});

/** A client with its secret, which is shown once: it is `null` in a repetition, and in no answer that is kept. */
export const clientSecretBodies = ({ client, secret }: CreatedClient) => {
  const body = { client: clientBody(client), client_secret: secret };
  return { body, repeatedBody: { ...body, client_secret: null } };
};
