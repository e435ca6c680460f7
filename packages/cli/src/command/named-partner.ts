import { configuredPartners, type Environment } from '@portcullis/app/configuration';
import { E, pipe, type Tenant } from '@portcullis/domain';
import type { Records } from './open-records.ts';

/** Whether anything of a partner is here: a client, a policy, or a profile. Unreadable records say nothing. */
const isKnown = async (records: Records, env: Environment, partnerId: string): Promise<boolean> => {
  if (configuredPartners(env).includes(partnerId)) return true;
  const tenant: Tenant = { partnerId, teamId: null };
  const lookups = [
    async () =>
      pipe(
        await records.profiles.list(tenant, { limit: 1 })(),
        E.map((page) => page.items.length > 0),
      ),
    async () =>
      pipe(
        await records.clientStore.ofPartner(partnerId)(),
        E.map((clients) => clients.length > 0),
      ),
    async () =>
      pipe(
        await records.policyRepository.list()(),
        E.map((policies) => policies.some((policy) => policy.partnerId === partnerId)),
      ),
  ];
  for (const lookup of lookups) {
    const found = await lookup();
    if (E.isLeft(found) || found.right) return true;
  }
  return false;
};

/**
 * The warning about a partner of whom nothing is here: a mistyped name is a partner like any other, whom nobody ever
 * asks for.
 */
export const partnerWarning = async (
  records: Records,
  env: Environment,
  partnerId: string,
): Promise<readonly string[]> =>
  (await isKnown(records, env, partnerId))
    ? []
    : [
        `Nothing here is of a partner ${JSON.stringify(partnerId)}: no client that this command knows of, no policy, no profile. Look at its spelling.`,
      ];
