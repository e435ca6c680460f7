import {
  addToList,
  checkHealth,
  createClient,
  listClients,
  readLists,
  readOperations,
  removeFromList,
  rotateClientSecret,
  setClientDisabled,
} from '@portcullis/domain/use-cases';

type HealthPorts = Parameters<typeof checkHealth>[0];

type AdministrationPorts = Omit<Parameters<typeof readOperations>[0], 'checkHealth'> &
  Parameters<typeof createClient>[0] &
  Parameters<typeof rotateClientSecret>[0] &
  Parameters<typeof setClientDisabled>[0] &
  Parameters<typeof listClients>[0] &
  Parameters<typeof addToList>[0] &
  Parameters<typeof readLists>[0] & {
    readonly healthProbe: HealthPorts['probe'];
    readonly components: HealthPorts['components'];
  };

/** The use cases of those who look after the service for a tenant. */
export const administrationServices = (ports: AdministrationPorts) => ({
  readOperations: readOperations({
    ...ports,
    checkHealth: checkHealth({ probe: ports.healthProbe, components: ports.components }),
  }),
  listClients: listClients(ports),
  createClient: createClient(ports),
  rotateClientSecret: rotateClientSecret(ports),
  setClientDisabled: setClientDisabled(ports),
  readLists: readLists(ports),
  addToList: addToList(ports),
  removeFromList: removeFromList(ports),
});
