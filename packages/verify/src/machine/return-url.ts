import type { FlowProfile } from '@portcullis/client/flow';

const urlOf = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/** Where the person goes afterwards: the partner's own address, with the status and the id, and nothing else. */
export const returnUrl = ({ id, redirect_url: url, status }: FlowProfile): string | null => {
  const target = url === null ? null : urlOf(url);
  if (target === null) return null;
  target.searchParams.set('status', status);
  target.searchParams.set('profile_id', id);
  return target.href;
};
