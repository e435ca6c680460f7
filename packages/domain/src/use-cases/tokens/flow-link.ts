import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { TokenService } from '../../ports/token-service.ts';
import type { Profile } from '../../profile/profile.ts';

/** A link for the person. The token is in the URL's fragment, so that it appears in no log. */
export type FlowLink = { readonly url: string; readonly token: string; readonly expiresAt: string };

export type LinkDeps = {
  readonly tokens: TokenService;
  /**
   * The base of verification URLs, without a trailing slash. A function answers it for a service that is its own base,
   * and knows its port only once it listens.
   */
  readonly clientUrl: string | (() => string);
};

/** The link of a profile's current generation, which is valid as long as the profile is open. */
export const flowLink = ({ tokens, clientUrl }: LinkDeps, profile: Profile): TaskEither<never, FlowLink> =>
  pipe(
    tokens.issueFlow({
      profileId: profile.id,
      tenant: profile.tenant,
      generation: profile.linkGeneration,
      notAfter: profile.expiresAt,
    }),
    TE.map(({ token, expiresAt }) => ({
      token,
      expiresAt,
      url: `${typeof clientUrl === 'string' ? clientUrl : clientUrl()}/verify/${profile.id}#token=${token}`,
    })),
  );
