export { type ClientKey, clientKeysRule, readClientKeys } from './client-keys.ts';
export { type ClientAuthentication, clientRegistry, type RegisteredClient } from './client-registry.ts';
export { withStoredClients } from './stored-clients.ts';
export { joseTokenService } from './token-service.ts';
