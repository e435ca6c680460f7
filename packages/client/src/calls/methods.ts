import type { OperationId, PartnerMethod, PersonMethod, Route } from '../api/operation.ts';
import { prepareRequest } from './prepare.ts';
import { type ServiceConnection, send } from './send.ts';

/** Makes the methods of a partner's client: `method<'createProfile'>(routes.createProfile)`. */
export const partnerMethods =
  (connection: ServiceConnection) =>
  <Id extends OperationId>(route: Route<Id>): PartnerMethod<Id> =>
  async (...given) =>
    send(connection, prepareRequest(route, given));

/** Makes the methods of a person's client. */
export const personMethods =
  (connection: ServiceConnection) =>
  <Id extends OperationId>(route: Route<Id>): PersonMethod<Id> =>
  async (...given) =>
    send(connection, prepareRequest(route, given));
