/// <reference path="../pb_data/types.d.ts" />

migrate(
  (app) => {
    const settings = app.settings();
    // Even a log of errors keeps too much: the address of a file whose bytes cannot be read is logged with its file
    // token, and a query with the values that it searches for. 0 days keep nothing and delete what is there.
    settings.logs.maxDays = 0;
    app.save(settings);
  },
  (app) => {
    const settings = app.settings();
    settings.logs.maxDays = 2;
    app.save(settings);
  },
);
