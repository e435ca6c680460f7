import type { OutageCause } from '@portcullis/domain/kernel';
import { causeOfCallError, VendorCallError } from '../call/vendor-call-error.ts';

const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|ERR_TLS_CERT_)/;
/** Whether a code of OpenSSL or Node says that a certificate is not trusted. */
export const isCertificateCode = (code: string): boolean => certificateCode.test(code);

/** The codes of Node's parser and of its decompressors. */
const malformedCode = /^(HPE_|Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/;

/** Converts what ended an exchange: its certificate, its answer, or otherwise its connection. */
export const toVendorCallError = (thrown: unknown): VendorCallError => {
  if (thrown instanceof VendorCallError) return thrown;
  const code = thrown instanceof Error ? `${Reflect.get(thrown, 'code')}` : '';
  if (isCertificateCode(code)) return new VendorCallError('certificate_not_trusted', thrown);
  // A header that the standard does not accept is a TypeError; nothing else here is one.
  const isMalformed = malformedCode.test(code) || thrown instanceof TypeError;
  return new VendorCallError(isMalformed ? 'answer_malformed' : 'connection_failed', thrown);
};

/** The word for what ended an exchange. */
export const exchangeOutageCause = (thrown: unknown): OutageCause => causeOfCallError(toVendorCallError(thrown));
