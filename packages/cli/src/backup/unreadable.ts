import type { Unavailable } from '@portcullis/domain';

/** Whether it is one row that cannot be read, or not opened with these keys, and not the whole database. */
export const isUnreadable = ({ kind }: Unavailable): boolean => kind === 'invalid_response' || kind === 'rejected';
