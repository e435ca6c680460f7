export { type ClientSecret, clientRegistry, type RegisteredClient } from './client-registry.ts';
export { type JoseTokenOptions, joseTokenService } from './token-service.ts';
