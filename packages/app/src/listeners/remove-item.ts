/**
 * Removes an item from a list that rarely has more than one. The responses of a connection are in lists and not in
 * sets, because a set gives each of its objects a hash, which costs more than everything else that is done for a
 * response.
 */
export const removeItem = <Item>(items: Item[], item: Item): void => {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
};
