/** A collection without an order. */
export type Bag<Item> = {
  /** Takes an item. Returns what removes it, which does nothing when it is called again. */
  readonly add: (item: Item) => () => void;
  readonly items: () => readonly Item[];
};

/**
 * Holds what lasts for a moment: the last item takes the place of one that is removed. A `Set` gets a new table after
 * every few additions. V8 has each old table refer to the next one, and leaves in it what it held then; so once one of
 * them has become old, whatever is in the collection when the table changes outlives every minor collection.
 */
export const newBag = <Item>(): Bag<Item> => {
  const held: { readonly item: Item; at: number }[] = [];
  return {
    add: (item) => {
      const own = { item, at: held.length };
      held.push(own);
      return () => {
        if (held[own.at] !== own) return;
        const last = held.pop();
        if (last === undefined || last === own) return;
        last.at = own.at;
        held[own.at] = last;
      };
    },
    items: () => held.map(({ item }) => item),
  };
};
