import { readFileSync } from 'node:fs';

const { ADDRESS: address = '', PHOTO: photoFile = '', TOKEN: token = '' } = process.env;

export { address, token };

export const photo = new Blob([new Uint8Array(readFileSync(photoFile))], { type: 'image/jpeg' });

export const consent = { text_version: '1', locale: 'en', granted: true };

/** The first data of a person: the scenario decides what the sandbox's providers say. */
export const newProfile = () => ({
  reference: `generated-${crypto.randomUUID()}`,
  claimed: { last_name: 'Eriksson' },
  sandbox: { scenario: 'approve' },
});

/** Prints what both forms of the upload came to. */
export const report = (steps: { readonly json: unknown; readonly multipart: unknown }): void => {
  process.stdout.write(`${JSON.stringify(steps)}\n`);
};
