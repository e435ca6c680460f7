import type { DiagnosisFinding } from '@portcullis/domain/ports';

/** The oldest release line that the vendors' SDKs will support in 2027. */
const minMajor = 22;

/** The finding on the Node.js that runs this; `version` has the form `20.19.0`. */
export const nodeFinding = (version: string): DiagnosisFinding => {
  const isOld = Number.parseInt(version, 10) < minMajor;
  return {
    subject: 'Node.js',
    verdict: isOld ? 'warning' : 'ok',
    found: `it is ${version}${isOld ? ', which is past its end of life.' : '.'}`,
    remedy: isOld ? `Run Node.js ${minMajor} or newer: releases of the AWS SDK from January 2027 on need it.` : null,
  };
};
