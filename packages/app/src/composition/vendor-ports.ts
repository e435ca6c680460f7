import { Tokens } from './tokens.ts';

/** The ports that vendors implement: their tokens, what their calls are measured as, and their names in `GET /`. */
export const vendorPorts = {
  liveness: { token: Tokens.liveness, service: 'liveness', component: 'liveness' },
  credentials: { token: Tokens.credentials, service: 'browser_credentials', component: 'cloud_credentials' },
  faces: { token: Tokens.faces, service: 'faces', component: null },
  reader: { token: Tokens.documentReader, service: 'document_reader', component: 'document_ai' },
  devices: { token: Tokens.devices, service: 'device', component: 'fingerprint' },
} as const;
