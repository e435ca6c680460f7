import { Tokens } from './tokens.ts';

/**
 * The ports that vendors implement: their tokens, what their calls are measured as, and their names in `GET /`
 * and in the settings.
 */
export const vendorPorts = {
  liveness: { token: Tokens.liveness, service: 'liveness', component: 'liveness', chosen: 'liveness' },
  credentials: {
    token: Tokens.credentials,
    service: 'browser_credentials',
    component: 'cloud_credentials',
    chosen: null,
  },
  faces: { token: Tokens.faces, service: 'faces', component: null, chosen: 'faces' },
  reader: {
    token: Tokens.documentReader,
    service: 'document_reader',
    component: 'document_ai',
    chosen: 'documentReader',
  },
  devices: { token: Tokens.devices, service: 'device', component: 'fingerprint', chosen: 'devices' },
} as const;
