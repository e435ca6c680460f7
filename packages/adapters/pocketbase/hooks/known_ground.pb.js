// `pocketbase list-origin` prints, as JSON after the word ORIGIN, what a data folder has that can act on its own or lets
// somebody in: its schema objects, collections with their rules and ways to sign in, superusers, linked sign-ins, and
// the settings that send data elsewhere. Nothing is served, and nothing is changed.
$app.rootCmd.addCommand(
  new Command({
    use: 'list-origin',
    run: () => {
      const rowsOf = (sql) => {
        const rows = arrayOf(new DynamicModel({ line: '' }));
        $app.db().newQuery(sql).all(rows);
        return rows.map(({ line }) => JSON.parse(line));
      };
      const { backups, s3, smtp } = $app.settings();
      const origin = {
        objects: rowsOf(
          `SELECT json_object('type', type, 'name', name, 'sql', coalesce(sql, '')) AS line
            FROM sqlite_master WHERE type != 'index' LIMIT 1000`,
        ),
        collections: rowsOf(
          `SELECT json_object('name', name, 'rules', json_array(listRule, viewRule, createRule, updateRule, deleteRule),
              'manageRule', json_extract(options, '$.manageRule'), 'oauth2', json_extract(options, '$.oauth2.enabled'),
              'otp', json_extract(options, '$.otp.enabled'),
              'password', json_extract(options, '$.passwordAuth.enabled')) AS line
            FROM _collections ORDER BY name LIMIT 1000`,
        ),
        superusers: rowsOf(`SELECT json_quote(email) AS line FROM _superusers ORDER BY email LIMIT 1000`),
        linkedSignIns: rowsOf(`SELECT json_quote(count(*)) AS line FROM _externalAuths`)[0],
        settings: { smtp: smtp.enabled, s3: s3.enabled, schedule: backups.cron, backupsS3: backups.s3.enabled },
      };
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log(`ORIGIN ${JSON.stringify(origin)}`);
    },
  }),
);

// `pocketbase close-origin` takes out of a data folder what acts on its own or lets somebody in: triggers, superusers
// other than those of KEPT_SUPERUSERS (a JSON list), every session and linked sign-in, rules that let others in, ways to
// sign in other than passwords, and settings that send data elsewhere. Prints `closed`.
$app.rootCmd.addCommand(
  new Command({
    use: 'close-origin',
    run: () => {
      const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
      const triggers = () => {
        const rows = arrayOf(new DynamicModel({ name: '' }));
        $app.db().newQuery(`SELECT name FROM sqlite_master WHERE type = 'trigger' LIMIT 1000`).all(rows);
        return rows.map(({ name }) => name);
      };
      for (let names = triggers(); names.length > 0; names = triggers())
        for (const name of names)
          $app
            .db()
            .newQuery(`DROP TRIGGER ${quoted(name)}`)
            .execute();
      const statements = [
        'DELETE FROM _externalAuths',
        'DELETE FROM _authOrigins',
        'DELETE FROM _mfas',
        'DELETE FROM _otps',
        `UPDATE _collections SET listRule = NULL, viewRule = NULL, createRule = NULL, updateRule = NULL, deleteRule = NULL
          WHERE name NOT IN ('_externalAuths', '_authOrigins', '_mfas', '_otps')`,
        `UPDATE _collections SET options = json_set(options, '$.manageRule', NULL, '$.oauth2.enabled', json('false'),
          '$.otp.enabled', json('false')) WHERE type = 'auth'`,
        `UPDATE _collections SET options = json_set(options, '$.passwordAuth.enabled', json('false'))
          WHERE type = 'auth' AND name != '_superusers'`,
      ];
      for (const statement of statements) $app.db().newQuery(statement).execute();
      $app
        .db()
        .newQuery(
          `DELETE FROM _superusers WHERE email NOT IN (SELECT value FROM json_each({:kept}))
            OR rowid NOT IN (SELECT min(rowid) FROM _superusers GROUP BY lower(email))`,
        )
        .bind({ kept: $os.getenv('KEPT_SUPERUSERS') })
        .execute();
      const settings = $app.settings();
      settings.smtp.enabled = false;
      settings.s3.enabled = false;
      settings.backups.cron = '';
      settings.backups.s3.enabled = false;
      $app.save(settings);
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log('closed');
    },
  }),
);
