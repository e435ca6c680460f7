// `pocketbase list-origin` prints, as JSON after the word ORIGIN, what a data folder has that can act on its own or lets
// somebody in: its schema objects, collections with their rules, fields and ways to sign in, superusers, other accounts,
// linked sign-ins, and the settings that send data elsewhere or refuse requests. Nothing is served, and nothing is changed.
$app.rootCmd.addCommand(
  new Command({
    use: 'list-origin',
    run: () => {
      const rowsOf = (sql) => {
        const rows = arrayOf(new DynamicModel({ line: '' }));
        $app.db().newQuery(sql).all(rows);
        return rows.map(({ line }) => JSON.parse(line));
      };
      const { backups, rateLimits, s3, smtp, superuserIPs } = $app.settings();
      const hasUsers =
        rowsOf(`SELECT json_quote(count(*)) AS line FROM sqlite_master WHERE type = 'table' AND name = 'users'`)[0] > 0;
      const origin = {
        objects: rowsOf(
          `SELECT json_object('type', type, 'name', name, 'sql', coalesce(sql, '')) AS line
            FROM sqlite_master WHERE type != 'index' LIMIT 1000`,
        ),
        collections: rowsOf(
          `SELECT json_object('name', name, 'rules', json_array(listRule, viewRule, createRule, updateRule, deleteRule),
              'manageRule', json_extract(options, '$.manageRule'), 'oauth2', json_extract(options, '$.oauth2.enabled'),
              'otp', json_extract(options, '$.otp.enabled'),
              'password', json_extract(options, '$.passwordAuth.enabled'),
              'authRule', json_extract(options, '$.authRule'),
              'identities', '' || json_extract(options, '$.passwordAuth.identityFields'),
              'fields', json((SELECT json_group_array(json_object('name', value ->> 'name', 'type', value ->> 'type',
                'protected', value ->> 'protected')) FROM json_each(fields)))) AS line
            FROM _collections ORDER BY name LIMIT 1000`,
        ),
        superusers: rowsOf(`SELECT json_quote(email) AS line FROM _superusers ORDER BY email LIMIT 1000`),
        linkedSignIns: rowsOf(`SELECT json_quote(count(*)) AS line FROM _externalAuths`)[0],
        accounts: hasUsers ? rowsOf(`SELECT json_quote(count(*)) AS line FROM users`)[0] : 0,
        settings: {
          smtp: smtp.enabled,
          s3: s3.enabled,
          schedule: backups.cron,
          backupsS3: backups.s3.enabled,
          rateLimits: rateLimits.enabled,
          superuserIPs: superuserIPs.length > 0,
        },
      };
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log(`ORIGIN ${JSON.stringify(origin)}`);
    },
  }),
);

// `pocketbase close-origin` takes out of a data folder what acts on its own or lets somebody in: triggers, superusers
// other than those of KEPT_SUPERUSERS (a JSON list), other accounts, every session and linked sign-in, rules that let
// others in, ways to sign in other than by address and password, settings that send data elsewhere or refuse requests,
// and makes the files protected. Prints `closed`.
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
      const isOwnSession = `name IN ('_externalAuths', '_authOrigins', '_mfas', '_otps')`;
      const ownSession =
        "@request.auth.id != '''' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId";
      const hasUsers = arrayOf(new DynamicModel({ name: '' }));
      $app.db().newQuery(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'users'`).all(hasUsers);
      const statements = [
        ...(hasUsers.length > 0 ? ['DELETE FROM users'] : []),
        'DELETE FROM _externalAuths',
        'DELETE FROM _authOrigins',
        'DELETE FROM _mfas',
        'DELETE FROM _otps',
        `UPDATE _collections SET ${['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule']
          .map((rule) => `${rule} = CASE WHEN ${isOwnSession} AND ${rule} = '${ownSession}' THEN ${rule} END`)
          .join(', ')}`,
        `UPDATE _collections SET fields = (SELECT json_group_array(CASE WHEN value ->> 'type' = 'file'
          THEN json_set(value, '$.protected', json('true')) ELSE json(value) END) FROM json_each(fields))
          WHERE EXISTS (SELECT 1 FROM json_each(fields)
            WHERE value ->> 'type' = 'file' AND coalesce(value ->> 'protected', 0) != 1) AND name != 'users'`,
        `UPDATE _collections SET options = json_set(options, '$.manageRule', NULL, '$.oauth2.enabled', json('false'),
          '$.otp.enabled', json('false')) WHERE type = 'auth'`,
        `UPDATE _collections SET options = json_set(options, '$.passwordAuth.identityFields', json('["email"]'))
          WHERE type = 'auth'`,
        `UPDATE _collections SET options = json_set(options, '$.passwordAuth.enabled', json('false'), '$.authRule', NULL)
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
      settings.rateLimits.enabled = false;
      settings.superuserIPs = [];
      $app.save(settings);
      // biome-ignore lint/suspicious/noConsole: whoever started the command reads its output
      console.log('closed');
    },
  }),
);
