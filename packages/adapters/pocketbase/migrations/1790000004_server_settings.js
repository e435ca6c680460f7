/// <reference path="../pb_data/types.d.ts" />

migrate(
  (app) => {
    const settings = app.settings();
    // A profile and its ledger entries are written in one batch.
    settings.batch.enabled = true;
    settings.batch.maxRequests = 50;
    settings.batch.timeout = 10;
    settings.batch.maxBodySize = 67108864;
    // The request log contains whole addresses, with file tokens and filters. It keeps errors only, for a short time.
    settings.logs.maxDays = 2;
    settings.logs.minLevel = 8;
    settings.logs.logIP = false;
    settings.logs.logAuthId = false;
    settings.meta.appName = 'Portcullis records';
    app.save(settings);
  },
  (app) => {
    const settings = app.settings();
    settings.batch.enabled = false;
    settings.batch.maxBodySize = 0;
    settings.batch.timeout = 3;
    settings.logs.maxDays = 5;
    settings.logs.minLevel = 0;
    settings.logs.logIP = true;
    settings.meta.appName = 'Acme';
    app.save(settings);
  },
);
