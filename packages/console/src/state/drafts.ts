import type { ClientForm, Draft, EndpointForm, TypedPolicy } from '../model/index.ts';

/** Forms that were typed and not sent, by what they are of. */
export type TypedForms<Form> = {
  readonly read: (id: string) => Form | null;
  /** Keeps a form; `null` forgets it. */
  readonly write: (id: string, form: Form | null) => void;
};

/**
 * The decisions that were begun and not sent, by the id of their profile. They lie in memory alone: a lost connection
 * and an ended session lose nothing, and closing the page leaves nothing behind.
 */
export type Drafts = {
  readonly read: (id: string) => Draft | null;
  readonly write: (id: string, draft: Draft | null) => void;
  /** The text of a policy that was typed and not saved, by the id of its draft; `null` where there is none. */
  readonly readPolicy: (id: string) => TypedPolicy | null;
  readonly writePolicy: (id: string, typed: TypedPolicy | null) => void;
  /** By the id of the endpoint; a new one has the id `newForm`. */
  readonly endpoints: TypedForms<EndpointForm>;
  /** A client is typed before it has an id: its id is `newForm`. */
  readonly clients: TypedForms<ClientForm>;
  /** Whether a note, a text or a form was typed that would be lost with the page. */
  readonly hasNotes: () => boolean;
  readonly clear: () => void;
};

/** The id of what is not made yet. */
export const newForm = '';

const typedIn = <Form>(forms: Map<string, Form>): TypedForms<Form> => ({
  read: (id) => forms.get(id) ?? null,
  write: (id, form) => {
    if (form === null) forms.delete(id);
    else forms.set(id, form);
  },
});

export const createDrafts = (): Drafts => {
  const drafts = new Map<string, Draft>();
  const policies = new Map<string, TypedPolicy>();
  const endpoints = new Map<string, EndpointForm>();
  const clients = new Map<string, ClientForm>();
  const decisions = typedIn(drafts);
  const texts = typedIn(policies);
  return {
    read: decisions.read,
    write: decisions.write,
    readPolicy: texts.read,
    writePolicy: texts.write,
    endpoints: typedIn(endpoints),
    clients: typedIn(clients),
    hasNotes: () =>
      policies.size + endpoints.size + clients.size > 0 || [...drafts.values()].some(({ note }) => note.trim() !== ''),
    clear: () => {
      for (const kept of [drafts, policies, endpoints, clients]) kept.clear();
    },
  };
};
