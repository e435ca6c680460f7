import type { FlowProfile } from '@portcullis/client/flow';

/** Where the person goes afterwards: the partner's own address, with the status and the id, and nothing else. */
export const returnUrl = ({ id, redirect_url: url, status }: FlowProfile): string | null => {
  if (url === null || !URL.canParse(url)) return null;
  const target = new URL(url);
  target.searchParams.set('status', status);
  target.searchParams.set('profile_id', id);
  return target.href;
};
