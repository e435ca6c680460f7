import { readTextFile } from './text-file.ts';

/** Whether a file can be read, and has a certificate as PEM (RFC 7468). */
export const hasCertificate = (file: string): boolean => {
  try {
    return readTextFile(file).includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
};
