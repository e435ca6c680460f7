import { ownClient } from './own-client.ts';
import type { SandboxInfo } from './sandbox.ts';

/**
 * A link for somebody who wants to be the person, who will be approved; `null` where no client may create a profile.
 * The profile of an earlier start is used again as long as it is open, and the earlier links stay alive.
 */
export const personLink = async (info: SandboxInfo): Promise<string | null> => {
  if (info.client_id === '') return null;
  const client = ownClient({ baseUrl: info.base_url, clientId: info.client_id, clientSecret: info.client_secret });
  const profile = { reference: 'try-the-page', sandbox: { scenario: 'approve' } };
  const found = await client.profiles.create({ ...profile, keep_link: true });
  if (!found.ok || found.value.verification_url !== null) return found.ok ? found.value.verification_url : null;
  const created = await client.profiles.create({ ...profile, force_new: true });
  return created.ok ? created.value.verification_url : null;
};
