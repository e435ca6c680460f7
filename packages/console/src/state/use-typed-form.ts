import { useState } from 'react';
import type { TypedForms } from './drafts.ts';

/** A form that is kept while it is typed, until it is sent or given up, and so outlives the session. */
export const useTypedForm = <Form>(forms: TypedForms<Form>, id: string, initial: Form) => {
  const [form, setForm] = useState<Form>(() => forms.read(id) ?? initial);
  return {
    form,
    change: (next: Form): void => {
      forms.write(id, next);
      setForm(next);
    },
    forget: (): void => forms.write(id, null),
  };
};
