/** Example bodies of the routes about the log of all ledger entries, made with the private key of RFC 8032, test 1. */
export const checkpointExample = {
  object: 'checkpoint',
  log_id: '4r8ms2k0v6tq1zc',
  size: 5,
  root: '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  time: '2026-05-04T10:00:00.000Z',
  signed_text:
    '{"format":"portcullis-checkpoint/1","log_id":"4r8ms2k0v6tq1zc","root":"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4","size":5,"time":"2026-05-04T10:00:00.000Z"}',
  signature: {
    algorithm: 'Ed25519',
    public_key: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    value: '8OtA9dOaz0h4WcAL9uairjlUcbyf1VOyRSxV+eMpqn8+aWFTE0SM46o22IQJSZ1P/3KcUqAtkBCEmOWPBp/RDQ==',
  },
  timestamp: null,
};

export const consistencyExample = {
  object: 'consistency_proof',
  from: 2,
  checkpoint: checkpointExample,
  proof: [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ],
};
