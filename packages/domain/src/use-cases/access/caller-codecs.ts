import { oneOf, plainText, t } from '../../kernel/codec.ts';
import { E } from '../../kernel/fp.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopes } from '../../kernel/scopes.ts';
import { staffRoles } from '../../kernel/staff-permissions.ts';

/** The name of a partner, of a team or of a caller, which the stores write as it is. */
export const CallerName = plainText(1, 200);

/** The owner of something. */
export const TenantInput = t.type({ partnerId: CallerName, teamId: t.union([CallerName, t.null]) });

/** The identity of a member of staff, as far as a use case reads it. */
const staffIdentity = {
  staffId: CallerName,
  name: t.string,
  roles: t.readonlyArray(oneOf(staffRoles)),
  tenant: TenantInput,
};

/** The identity of a member of staff. */
export const StaffIdentityInput = t.type(staffIdentity);

const principals = {
  machine: t.type({ clientId: CallerName, scopes: t.readonlyArray(oneOf(scopes)), tenant: TenantInput }),
  flow: t.type({ profileId: CallerName, tenant: TenantInput, generation: t.number, tokenId: t.string }),
  staff: t.type({ ...staffIdentity, sessionId: t.string }),
};

/** The callers for whom a use case is. The other fields of a principal come from its authentication. */
export const callerOf = (...kinds: readonly Principal['kind'][]) => {
  const Kind = t.type({ kind: oneOf(kinds) });
  return new t.Type<unknown>(
    `a caller (${kinds.join(', ')})`,
    (u): u is unknown => Kind.is(u) && principals[u.kind].is(u),
    (u, context) => {
      const decoded = Kind.validate(u, context);
      return E.isLeft(decoded) ? decoded : principals[decoded.right.kind].validate(u, context);
    },
    t.identity,
  );
};
