/**
 * The keys that the simulator accepts. Anything else is refused as the vendor refuses it. These keys give access to
 * nothing.
 */
export const simulatorKeys = {
  accessKeyId: 'AKIASIMULATOR0000001',
  secretAccessKey: 'simulator/secret/that/opens/nothing/0001',
  apiKey: 'sk-ant-simulator-key-that-opens-nothing',
  fingerprintKey: 'simulatorKeyOpensNothing',
  model: 'claude-sonnet-5-5',
} as const;

/** The AWS account of the simulator, and the user who owns these keys. */
export const account = { id: '123456789012', user: 'arn:aws:iam::123456789012:user/simulator' } as const;
