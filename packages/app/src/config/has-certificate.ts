import { readFileSync } from 'node:fs';

/** Whether a file can be read, and has a certificate as PEM (RFC 7468). */
export const hasCertificate = (file: string): boolean => {
  try {
    return readFileSync(file, 'latin1').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
};
