import { addToList, readLists, removeFromList } from '@portcullis/domain/use-cases';

type ListPorts = Parameters<typeof addToList>[0] & Parameters<typeof readLists>[0];

/** The use cases of the staff who look after the lists of a partner. */
export const listServices = (ports: ListPorts) => ({
  readLists: readLists(ports),
  addToList: addToList(ports),
  removeFromList: removeFromList(ports),
});
