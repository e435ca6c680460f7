import { TE } from '@portcullis/domain';
import { noProvider } from '@portcullis/domain/kernel';
import type { VendorPorts } from '../config/vendors/vendor.ts';

/** The ports in the place of providers that are not chosen. They call nothing, and nothing passes by them. */
export const absentProviders: VendorPorts = {
  liveness: {
    isAbsent: true,
    open: () => TE.left(noProvider('liveness')),
    read: () => TE.left(noProvider('liveness')),
  },
  credentials: { issue: () => TE.left(noProvider('browser_credentials')) },
  faces: { isAbsent: true, compare: () => TE.left(noProvider('faces')) },
  devices: { isAbsent: true, inspect: () => TE.left(noProvider('device')) },
  reader: { read: () => TE.left(noProvider('document_reader')) },
};
