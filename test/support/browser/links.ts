import { createClient, unwrap } from '@portcullis/client';
import type { SandboxInfo } from '#cli/sandbox/sandbox';
import type { Language } from '#verify/texts/languages';

/** The link of a person to the page. */
export type Link = { readonly profileId: string; readonly url: string; readonly token: string };

/** The actions of a partner for the runs of the page. */
export type Partner = {
  readonly createLink: (scenario: string, language: Language, policy?: string) => Promise<Link>;
  /** Makes a new link, with which the older ones end. */
  readonly renewLink: (link: Link) => Promise<Link>;
  readonly cancel: (link: Link) => Promise<void>;
  /** How a profile stands: its status and the codes of its reasons. */
  readonly outcomeOf: (link: Link) => Promise<readonly string[]>;
};

type Issued = { readonly verification_url: string | null; readonly flow_token: string | null };

const linkOf = (profileId: string, { flow_token: token, verification_url: url }: Issued): Link => ({
  profileId,
  url: url ?? '',
  token: token ?? '',
});

/** The partner of a sandbox. */
export const partnerOf = (sandbox: Pick<SandboxInfo, 'base_url' | 'client_id' | 'client_secret'>): Partner => {
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox;
  const { histories, profiles } = createClient({ baseUrl, clientId, clientSecret });
  return {
    createLink: async (scenario, language, policy) => {
      const reference = `person-${crypto.randomUUID()}`;
      const created = unwrap(
        await profiles.create({ reference, language, ...(policy && { policy }), sandbox: { scenario } }),
      );
      return linkOf(created.profile.id, created);
    },
    renewLink: async ({ profileId }) => linkOf(profileId, unwrap(await profiles.renewFlowToken(profileId))),
    cancel: async ({ profileId }) => void unwrap(await histories.postStatusEvent(profileId, { event: 'canceled' })),
    outcomeOf: async ({ profileId }) => {
      const { status, status_reasons: reasons } = unwrap(await profiles.get(profileId));
      return [status, ...reasons];
    },
  };
};
