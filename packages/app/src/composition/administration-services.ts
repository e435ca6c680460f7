import * as useCases from '@portcullis/domain/use-cases';

type HealthPorts = Parameters<typeof useCases.checkHealth>[0];

type AdministrationPorts = Omit<Parameters<typeof useCases.readOperations>[0], 'checkHealth'> &
  Parameters<typeof useCases.createClient>[0] &
  Parameters<typeof useCases.rotateClientSecret>[0] &
  Parameters<typeof useCases.setClientDisabled>[0] &
  Parameters<typeof useCases.listClients>[0] &
  Parameters<typeof useCases.addToList>[0] &
  Parameters<typeof useCases.readLists>[0] & {
    readonly healthProbe: HealthPorts['probe'];
    readonly components: HealthPorts['components'];
  };

/** The use cases of those who look after the service for a tenant. */
export const administrationServices = (ports: AdministrationPorts) => ({
  readOperations: useCases.readOperations({
    ...ports,
    checkHealth: useCases.checkHealth({ probe: ports.healthProbe, components: ports.components }),
  }),
  listClients: useCases.listClients(ports),
  createClient: useCases.createClient(ports),
  rotateClientSecret: useCases.rotateClientSecret(ports),
  setClientDisabled: useCases.setClientDisabled(ports),
  readLists: useCases.readLists(ports),
  addToList: useCases.addToList(ports),
  removeFromList: useCases.removeFromList(ports),
});
