/** The example of a head of the log of all ledger entries, made with the private key of RFC 8032, test 1. */
export const checkpointBodies = {
  Checkpoint: {
    object: 'checkpoint',
    log_id: '4r8ms2k0v6tq1zc',
    size: 5,
    hash: '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    time: '2026-05-04T10:00:00.000Z',
    signed_text:
      '{"format":"portcullis-checkpoint/1","hash":"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4","log_id":"4r8ms2k0v6tq1zc","size":5,"time":"2026-05-04T10:00:00.000Z"}',
    signature: {
      algorithm: 'Ed25519',
      public_key: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      value: 'MHZU6LJAjJ11SKRvvU66ebKLGfHwlgkxdM+ienbk0natP5knNQkKM+uMqw+Pxn3RIcr2H4iaDlyM52jBgF/GAA==',
    },
  },
};
