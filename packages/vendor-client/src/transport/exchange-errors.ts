import { isCertificateCode, type OutageCause } from '@portcullis/domain/kernel';
import { causeOfCallError, VendorCallError } from '../call/vendor-call-error.ts';

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
