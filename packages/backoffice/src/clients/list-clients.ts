import {
  type Invalid,
  isVisibleTo,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { Client, ClientRecord, ClientStore } from '@portcullis/domain/ports';
import { useCase } from '../access/use-case.ts';

/**
 * The clients of a tenant: those of the configuration, which are changed there alone, and those that staff created. One
 * whose row does not open is among the latter.
 */
export type ClientList = { readonly configured: readonly Client[]; readonly stored: readonly ClientRecord[] };

/** The clients of the caller's tenant, those of each kind oldest first. */
export type ListClients = (caller: StaffPrincipal) => TaskEither<Invalid | Unavailable, ClientList>;

export const listClients = useCase(
  'listClients',
  ['clientStore', 'configuredClients'],
  ({
    clientStore,
    configuredClients,
  }: {
    readonly clientStore: Pick<ClientStore, 'ofPartner'>;
    readonly configuredClients: readonly Client[];
  }): ListClients =>
    ({ tenant }) =>
      pipe(
        clientStore.ofPartner(tenant.partnerId),
        TE.map((stored) => ({
          configured: configuredClients.filter((one) => isVisibleTo(tenant, one.tenant)),
          stored: stored.filter((one) => isVisibleTo(tenant, one.tenant)),
        })),
      ),
);
