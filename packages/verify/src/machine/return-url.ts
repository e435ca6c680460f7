import { type FlowProfile, parsedUrl } from '@portcullis/client/flow';

/** Where the person goes afterwards: the partner's own address, with the status and the id, and nothing else. */
export const returnUrl = ({ id, redirect_url: url, status }: FlowProfile): string | null => {
  const target = url === null ? null : parsedUrl(url);
  if (target === null) return null;
  target.searchParams.set('status', status);
  target.searchParams.set('profile_id', id);
  return target.href;
};
