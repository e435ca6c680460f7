/** Something a person must supply. */
export const steps = ['consent', 'document_front', 'document_back', 'liveness', 'device'] as const;
export type Step = (typeof steps)[number];
