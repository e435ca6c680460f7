import { urlParser } from '@portcullis/domain/kernel';

/** The URL that a text is, or `null` where it is none. */
export const parseUrl = urlParser(URL);
