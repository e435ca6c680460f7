import * as backoffice from '@portcullis/backoffice';

type HealthPorts = Parameters<typeof backoffice.checkHealth>[0];

type AdministrationPorts = Omit<Parameters<typeof backoffice.readOperations>[0], 'checkHealth'> &
  Parameters<typeof backoffice.createClient>[0] &
  Parameters<typeof backoffice.rotateClientSecret>[0] &
  Parameters<typeof backoffice.setClientDisabled>[0] &
  Parameters<typeof backoffice.listClients>[0] &
  Parameters<typeof backoffice.addToList>[0] &
  Parameters<typeof backoffice.readLists>[0] & {
    readonly healthProbe: HealthPorts['probe'];
    readonly components: HealthPorts['components'];
  };

/** The use cases of those who look after the service for a tenant. */
export const administrationServices = (ports: AdministrationPorts) => ({
  readOperations: backoffice.readOperations({
    ...ports,
    checkHealth: backoffice.checkHealth({ probe: ports.healthProbe, components: ports.components }),
  }),
  listClients: backoffice.listClients(ports),
  createClient: backoffice.createClient(ports),
  rotateClientSecret: backoffice.rotateClientSecret(ports),
  setClientDisabled: backoffice.setClientDisabled(ports),
  readLists: backoffice.readLists(ports),
  addToList: backoffice.addToList(ports),
  removeFromList: backoffice.removeFromList(ports),
});
